"""Megalomania's implementation of the game interface: ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..decided_readings import check_readings
from ..findings import Finding
from ..game import BadSetup, BotMaker, Chance, Check, Choose, Criterion, Decision, Game, Outcome
from . import bots, display, ending, hidden, notation, observation, rounds, transcript
from .cards import COLOURS, in_words
from .check import form
from .check.messages import sentence
from .check.sheet import check
from .pack import loading as pack
from .readings import DECIDED
from .state import NOBODY, Setup, Table

_OPTIONS: Final = ("pairs", "dealer", "pack", "dominant", "readings")
#: Pairs are opposite seats of a table of four (S294).
PAIR_PLAYERS: Final = 4


class Megalomania:
    """Twelve missions for 2 to 4 players; four can play in pairs."""

    slug: str = "megalomania"
    names: dict[str, str] = {"it": "Megalomania", "en": "Megalomania"}
    players: range = range(2, 5)
    #: Points, fewer points lost in the rounds, no scrolls held; then a lot.
    chain: tuple[Criterion, ...] = ending.CHAIN
    bots: Mapping[str, BotMaker] = bots.BOTS
    default_bot: str = "mission"
    #: Labels for pages and papers; the score sheet as form fields.
    display = display
    form = form
    #: Step-by-step transcripts of game records.
    transcript = transcript
    #: This game has no such parts.

    def setup(self, players: int, options: Mapping[str, Any], seed: str = "") -> Setup:
        """Return the set-up from its options, all of which are optional.

        Arguments:
            players: 2 to 4.
            options: ``pairs`` (bool, four players only), ``dealer`` (seat of the first dealer, from 1), ``pack``
                (version of the figures), ``dominant`` (the colours of the 12 rounds, if the pad has others),
                ``readings`` of older set-ups (what is decided today; dropped).
            seed: unused: nothing is drawn before the game.

        Raises:
            BadSetup: an option is invalid; says what would be valid. ReadingGone: another reading than the one decided.
        """
        for name in options:
            if name not in _OPTIONS:
                raise BadSetup(
                    f"setup.{name}: Megalomania has no such option; known: {', '.join(_OPTIONS)}",
                    f"setup.{name}: Megalomania non ha questa opzione; ci sono: {', '.join(_OPTIONS)}",
                )
        if players not in self.players:
            raise BadSetup(
                f"players: Megalomania is for 2, 3 or 4 players, not {players}",
                f"players: Megalomania si gioca in 2, 3 o 4, non in {players}",
            )
        check_readings(options, DECIDED)
        pairs = options.get("pairs", False)
        if not isinstance(pairs, bool):
            raise BadSetup(
                f"setup.pairs: should be true or false, not {pairs!r}",
                f"setup.pairs: serve true o false, non {pairs!r}",
            )
        if pairs and players != PAIR_PLAYERS:
            raise BadSetup(
                f"setup.pairs: pairs are for four players, not {players}",
                f"setup.pairs: a coppie si gioca in quattro, non in {players}",
            )
        dealer = options.get("dealer", 1)
        if not isinstance(dealer, int) or isinstance(dealer, bool) or not 1 <= dealer <= players:
            raise BadSetup(
                f"setup.dealer: should be a seat from 1 to {players}, not {dealer!r}",
                f"setup.dealer: serve una sedia da 1 a {players}, non {dealer!r}",
            )
        name = options.get("pack", pack.DEFAULT_PACK)
        if not isinstance(name, str):
            raise BadSetup(
                f"setup.pack: should be the name of a pack, not {name!r}",
                f"setup.pack: serve il nome di un’edizione delle carte, non {name!r}",
            )
        figures = pack.get(name)
        dominant = _dominant(options["dominant"]) if "dominant" in options else figures.dominant
        return Setup(players, dealer - 1, figures, dominant, pairs)

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        """Return the options that reproduce the set-up."""
        data: dict[str, Any] = {"pack": setup.pack.name, "dealer": setup.dealer + 1}
        if setup.pairs:
            data["pairs"] = True
        if setup.dominant != setup.pack.dominant:
            data["dominant"] = [COLOURS[colour] for colour in setup.dominant]
        return data

    def play(self, setup: Setup, chance: Chance, choose: Choose) -> Outcome:
        """Play one complete game; see :func:`games.megalomania.rounds.play`."""
        return rounds.play(setup, chance, choose)

    def show(self, decision: Decision, option: Any) -> str | int:
        """Return the option's notation in a record; see :mod:`games.megalomania.notation`."""
        return notation.show(decision.kind, option)

    def read(self, decision: Decision, value: Any) -> Any:
        """Return the option that a recorded value denotes; an unknown word is returned unchanged."""
        return notation.read(decision, value)

    def describe(self, decision: Decision) -> str:
        """Describe round, mission, colour, the player's cards and resources, the trick so far and the question."""
        table: Table = decision.context
        seat = decision.player
        parts = [f"round {table.round} mission {table.mission} {COLOURS[table.dominant]} dominant"]
        parts.append(f"hand {in_words(table.hands[seat])}")
        if table.shown[seat]:
            parts.append(f"face up {in_words(table.shown[seat])}")
        if table.crystals[seat] or table.cubes[seat]:
            parts.append(f"{table.crystals[seat]} crystals, {table.cubes[seat]} cubes")
        if table.held[seat]:
            parts.append(f"scrolls {' '.join(map(str, table.held[seat]))}")
        trick = table.trick
        if trick is not None and trick.cards and len(table.tricks) < table.pack.tricks[table.mission]:
            parts.append(f"trick {len(table.tricks) + 1}: {in_words(trick.cards)}")
        if table.drawn and decision.kind == "explore":
            parts.append(f"drawn {in_words(table.drawn)}")
        if table.subject != NOBODY and decision.kind in ("give", "return", "pile", "extra", "steal"):
            parts.append(f"about seat {table.subject + 1}")
        return "; ".join(parts)

    def observe(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat sees while the question is open, as plain data."""
        return observation.observe(decision, seat)

    def redeal(self, decision: Decision, chance: Chance) -> None:
        """Deal anew, in place, what the player of the question does not know."""
        hidden.redeal(decision, chance)

    def bot(self, name: str) -> BotMaker:
        """Return the maker of the bot called ``name``; see :func:`games.megalomania.bots.bot`."""
        return bots.bot(name)

    def check(self, sheet: dict[str, Any], *, players: int) -> Check:
        """Check a reported table."""
        return check(sheet, players=players)

    def sentence(self, finding: Finding, lang: str) -> str:
        """Return the message of one of ``check``'s findings."""
        return sentence(finding, lang)


def _dominant(requested: Any) -> tuple[int, ...]:
    if not isinstance(requested, list | tuple) or len(requested) != pack.ROUNDS:
        raise BadSetup(
            f"setup.dominant: should be a list of {pack.ROUNDS} colours, not {requested!r}",
            f"setup.dominant: serve un elenco di {pack.ROUNDS} colori, non {requested!r}",
        )
    for colour in requested:
        if colour not in COLOURS:
            raise BadSetup(
                f"setup.dominant: no colour is called {colour!r}; known: {', '.join(COLOURS)}",
                f"setup.dominant: nessun colore si chiama {colour!r}; ci sono: {', '.join(COLOURS)}",
            )
    return tuple(COLOURS.index(colour) for colour in requested)


GAME: Final[Game] = Megalomania()

"""Dominion's implementation of the game interface: ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..chance import SeededChance
from ..game import BadSetup, BotMaker, Chance, Check, Choose, Criterion, Decision, Game, Outcome
from . import bots, completeness, display, hidden, observation, transcript, turn
from .cards import KINGDOM, NAMES, SUGGESTED_KINGDOMS, UnknownCard, by_name, card
from .check import form
from .kingdom import SIZE, draw_kingdom, shuffled
from .questions import YES_NO
from .setup import Setup
from .state import NO, NOBODY, STOP, YES, Table

if TYPE_CHECKING:
    from .logs.importing import LogResult

#: Kingdom of a set-up that names none: "First game" of the rulebook.
DEFAULT_KINGDOM: Final = "first_game"
#: Kingdoms drawn anew for every game: any ten cards, or ten cards under the championship's Moat rule.
DRAWN_KINGDOMS: Final = ("random", "moat-rule")
_OPTIONS: Final = ("kingdom", "lay", "turn_limit", "tournament")
_STOP_WORD: Final = "stop"
_YES_NO_WORDS: Final = {YES: "yes", NO: "no"}


class Dominion:
    """Dominion, first edition, for 2 to 4 players. The championship seats 3 or 4."""

    slug: str = "dominion"
    names: dict[str, str] = {"it": "Dominion", "en": "Dominion"}
    players: range = range(2, 5)
    #: Tie-break chain of the regulation: points, fewer turns, Gold, coins, Actions; then a lot.
    chain: tuple[Criterion, ...] = (
        Criterion("points"),
        Criterion("turns", fewer_is_better=True),
        Criterion("gold"),
        Criterion("coins"),
        Criterion("actions"),
    )
    bots: Mapping[str, BotMaker] = bots.BOTS
    default_bot: str = "big-money"
    #: Cards and form rows for pages and papers.
    display = display
    #: The score sheet as form fields.
    form = form
    #: Comparison of a sheet with simulated games.
    #: Import of logs of games played elsewhere, as sheets; step-by-step transcripts of game records.
    transcript = transcript

    def setup(self, players: int, options: Mapping[str, Any], seed: str = "") -> Setup:
        """Return the set-up from its options, all of which are optional.

        Arguments:
            players: 2 to 4.
            options: ``kingdom`` (ten names, the slug of a suggested kingdom, ``"random"`` or ``"moat-rule"``), ``lay``
                (bool), ``turn_limit`` (turns of the whole table, 0 for none), ``tournament`` (bool).
            seed: for drawing the kingdom, if it is a drawn one.

        Raises:
            BadSetup: an option is invalid; says what would be valid.
        """
        for name in options:
            if name not in _OPTIONS:
                raise BadSetup(
                    f"setup.{name}: Dominion has no such option; known: {', '.join(_OPTIONS)}",
                    f"setup.{name}: Dominion non ha questa opzione; ci sono: {', '.join(_OPTIONS)}",
                )
        if players not in self.players:
            raise BadSetup(
                f"players: Dominion is for 2, 3 or 4 players, not {players}",
                f"players: Dominion si gioca in 2, 3 o 4, non in {players}",
            )
        limit = options.get("turn_limit", 0)
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise BadSetup(
                f"setup.turn_limit: should be a whole number from 0, not {limit!r}",
                f"setup.turn_limit: serve un numero intero da 0 in su, non {limit!r}",
            )
        for name in ("lay", "tournament"):
            if not isinstance(options.get(name, False), bool):
                raise BadSetup(
                    f"setup.{name}: should be true or false, not {options[name]!r}",
                    f"setup.{name}: serve true o false, non {options[name]!r}",
                )
        kingdom = _kingdom(options.get("kingdom", DEFAULT_KINGDOM), seed)
        return Setup(players, kingdom, options.get("lay", False), limit, options.get("tournament", False))

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        """Return the options that reproduce the set-up."""
        data: dict[str, Any] = {"kingdom": list(setup.kingdom)}
        extra = {"lay": setup.lay, "turn_limit": setup.turn_limit, "tournament": setup.tournament}
        return data | {name: value for name, value in extra.items() if value}

    def play(self, setup: Setup, chance: Chance, choose: Choose) -> Outcome:
        """Play one complete game; see :func:`games.dominion.turn.play`."""
        return turn.play(setup, chance, choose)

    def show(self, decision: Decision, option: Any) -> str:
        """Return the option's notation in a record: a card's code name, ``"stop"``, or ``"yes"`` and ``"no"``."""
        if decision.kind in YES_NO:
            return _YES_NO_WORDS[option]
        return _STOP_WORD if option == STOP else NAMES[option]

    def read(self, decision: Decision, value: Any) -> Any:
        """Return the option that a recorded value denotes; any spelling of a card's name is accepted.

        An unknown word is returned unchanged; a value that is not a text denotes no option and is returned as text.
        """
        if not isinstance(value, str):
            return repr(value)
        if decision.kind in YES_NO:
            return {word: option for option, word in _YES_NO_WORDS.items()}.get(value, value)
        if value == _STOP_WORD:
            return STOP
        try:
            return by_name(value)
        except UnknownCard:
            return value

    def describe(self, decision: Decision) -> str:
        """Describe the player's hand, the cards in play, actions, buys and coins, and the subject of the question."""
        table: Table = decision.context
        parts = [f"turn {table.turns[table.active]} of seat {table.active + 1}"]
        parts.append(f"hand {cards_in_words(table.hands[decision.player])}")
        if table.in_play:
            parts.append(f"in play {cards_in_words(list(table.in_play))}")
        parts.append(f"{table.actions} actions, {table.buys} buys, {table.coins} coins")
        if table.subject != NOBODY:
            shown = f" {NAMES[table.shown]}" if table.shown != NOBODY else ""
            parts.append(f"about seat {table.subject + 1}{shown}")
        return "; ".join(parts)

    def observe(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat sees while the question is open, as plain data."""
        return observation.observe(decision, seat)

    def redeal(self, decision: Decision, chance: Chance) -> None:
        """Deal anew, in place, what the player of the question does not know."""
        hidden.redeal(decision, chance)

    def bot(self, name: str) -> BotMaker:
        """Return the maker of the bot called ``name``; see :func:`games.dominion.bots.bot`."""
        return bots.bot(name)

    def check(self, sheet: dict[str, Any], *, players: int) -> Check:
        """Check a reported table."""
        from .check.sheet import check

        return check(sheet, players=players)

    def sentence(self, finding: Any, lang: str) -> str:
        """Return the message of one of ``check``'s findings."""
        from .check.messages import sentence

        return sentence(finding, lang)

    def import_log(self, text: str, name: str = "") -> LogResult:
        """Derive the result of a logged game from its turns; see :func:`games.dominion.logs.importing.import_log`."""
        from .logs.importing import import_log

        return import_log(text, name)


def cards_in_words(cards: Sequence[int]) -> str:
    """Format cards as ``"2 copper, estate"``; ``"-"`` if there are none."""
    counts = [(code, list(cards).count(code)) for code in sorted(set(cards))]
    return ", ".join(f"{count} {NAMES[code]}" if count > 1 else NAMES[code] for code, count in counts) or "-"


def drawn_kingdom(seed: str, *, moat_rule: bool) -> tuple[str, ...]:
    """Return the kingdom of the options ``"random"`` and ``"moat-rule"``: ten of the 25 cards, in draw order."""
    chance = SeededChance(f"kingdom/{seed}")
    return draw_kingdom(chance).drawn if moat_rule else tuple(shuffled(chance)[:SIZE])


def _kingdom(requested: Any, seed: str) -> tuple[str, ...]:
    if isinstance(requested, str):
        if requested in DRAWN_KINGDOMS:
            return drawn_kingdom(seed, moat_rule=requested == "moat-rule")
        if requested not in SUGGESTED_KINGDOMS:
            known = ", ".join((*SUGGESTED_KINGDOMS, *DRAWN_KINGDOMS))
            raise BadSetup(
                f"setup.kingdom: no kingdom is called {requested!r}; known: {known}, or a list of ten cards",
                f"setup.kingdom: nessun regno si chiama {requested!r}; ci sono: {known}, o un elenco di dieci carte",
            )
        return SUGGESTED_KINGDOMS[requested]
    if not isinstance(requested, list | tuple):
        raise BadSetup(
            f"setup.kingdom: should be a list of ten cards, not {requested!r}",
            f"setup.kingdom: serve un elenco di dieci carte, non {requested!r}",
        )
    return _kingdom_of(tuple(requested))


@lru_cache(maxsize=1024)
def _kingdom_of(requested: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the code names of ten named cards, looked up once."""
    names = tuple(map(_kingdom_card, requested))
    if len(set(names)) != len(names):
        repeated = next(name for name in names if names.count(name) > 1)
        raise BadSetup(f"setup.kingdom: {repeated} is named twice", f"setup.kingdom: {repeated} è nominata due volte")
    if len(names) != SIZE:
        raise BadSetup(
            f"setup.kingdom: a kingdom has ten cards, not {len(names)}",
            f"setup.kingdom: un regno ha dieci carte, non {len(names)}",
        )
    return names


def _kingdom_card(name: Any) -> str:
    try:
        code_name = card(name)
    except UnknownCard as error:
        raise BadSetup(f"setup.kingdom: {error}", f"setup.kingdom: {error.message('it')}") from error
    if code_name not in KINGDOM:
        raise BadSetup(
            f"setup.kingdom: {code_name} is no kingdom card", f"setup.kingdom: {code_name} non è una carta del regno"
        )
    return code_name


completeness.check()
GAME: Final[Game] = Dominion()

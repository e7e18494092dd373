"""Era of Kingdoms' implementation of the game interface: ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..game import BotMaker, Chance, Check, Choose, Criterion, Decision, Game, Outcome
from . import bots, display, hidden, notation, observation, transcript, turn
from .check import form
from .scoring import CHAIN
from .setup import PLAYERS, Setup, make_setup, setup_data


class EraOfKingdoms:
    """Era of Kingdoms for 2 to 4 players, or solo against the shadow realm; with or without the trade expansion."""

    slug: str = "era_of_kingdoms"
    names: dict[str, str] = {"it": "Era of Kingdoms", "en": "Era of Kingdoms"}
    players: range = PLAYERS
    #: Points, riches, attack, defence, resources (S446-S455); then a lot.
    chain: tuple[Criterion, ...] = CHAIN
    bots: Mapping[str, BotMaker] = bots.BOTS
    default_bot: str = "builder"
    #: Rows of the form for pages and papers.
    display = display
    #: The score sheet as form fields.
    form = form
    #: This game has no such parts.
    transcript = transcript

    def setup(self, players: int, options: Mapping[str, Any], seed: str = "") -> Setup:
        """Return the set-up from its options; see :func:`games.era_of_kingdoms.setup.make_setup`.

        The seed is not used.
        """
        return make_setup(players, options)

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        """Return the options that reproduce the set-up."""
        return setup_data(setup)

    def play(self, setup: Setup, chance: Chance, choose: Choose) -> Outcome:
        """Play one complete game; see :func:`games.era_of_kingdoms.turn.play`."""
        return turn.play(setup, chance, choose)

    def show(self, decision: Decision, option: Any) -> Any:
        """Return the option's notation in a record; see :mod:`games.era_of_kingdoms.notation`."""
        return notation.show(decision, option)

    def read(self, decision: Decision, value: Any) -> Any:
        """Return the option that a recorded value denotes; an unknown value is returned unchanged."""
        return notation.read(decision, value)

    def describe(self, decision: Decision) -> str:
        """Return a one-line description of what the deciding player sees."""
        return notation.describe(decision)

    def observe(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat sees while the question is open, as plain data."""
        return observation.observe(decision, seat)

    def redeal(self, decision: Decision, chance: Chance) -> None:
        """Deal anew, in place, what the player of the question does not know."""
        hidden.redeal(decision, chance)

    def bot(self, name: str) -> BotMaker:
        """Return the maker of the bot called ``name``; see :func:`games.era_of_kingdoms.bots.bot`."""
        return bots.bot(name)

    def check(self, sheet: dict[str, Any], *, players: int) -> Check:
        """Check a reported table."""
        from .check.sheet import check

        return check(sheet, players=players)

    def sentence(self, finding: Any, lang: str) -> str:
        """Return the message of one of ``check``'s findings."""
        from .check.messages import sentence

        return sentence(finding, lang)


GAME: Final[Game] = EraOfKingdoms()

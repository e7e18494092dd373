"""Errors raised by the regulation when an action breaks a rule; nothing is written.

The tree::

    RuleError
        UnknownRegulation, ImpossibleTables, SamePlayerTwice, UnknownPlayer, CriterionMissing, PlaceOutOfRange,
        FinalistsMismatch
        LotError: LotMissing, LotNotNeeded, LotsNotAPermutation
        DrawError: draw_errors
        EventRefused: event_errors, beside others on days and minutes
        LifecycleRefused: lifecycle_errors
        BadEventFile: a file that cannot be read as an event

``str(error)`` is its English message, filled in; ``tournament.core.messages.sentence`` translates it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tournament.regulation.messages import ENGLISH, MESSAGES
from tournament.regulation.translatable import Template, gettext_noop, ngettext_lazy


class RuleError(Exception):
    """Base of the errors raised by a rule.

    Arguments:
        params: the values its message names; also readable as attributes (``error.players``).
    """

    code: ClassVar[str] = ""
    article: ClassVar[str] = ""
    #: What is wrong and how to correct it, in English; its fields are params.
    message: ClassVar[Template] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.code:
            MESSAGES[cls.code] = cls.message

    def __init__(self, **params: Any) -> None:
        super().__init__(params)
        self.params = params

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["params"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __str__(self) -> str:
        return ENGLISH.fill(self.message, self.params)


class UnknownRegulation(RuleError):
    """Art. 1.1: the version is unknown. Params: version, known."""

    code, article = "UNKNOWN_REGULATION", "1.1"
    message = gettext_noop("There is no version “{version}” of the regulation; known: {known}.")


class BadRegulationValue(RuleError):
    """Art. 1.1: a value of a version is missing or out of its bounds. Params: field, value, right."""

    code, article = "BAD_REGULATION_VALUE", "1.1"
    message = gettext_noop("Value {field} of the version: “{value}” is not possible; allowed: {right}.")


class RegulationValueGone(RuleError):
    """Art. 1.1: a value that every version has in common is not that. Params: field, value, right."""

    code, article = "REGULATION_VALUE_GONE", "1.1"
    message = gettext_noop(
        "Value {field} is the same in every version of the regulation, {right}: “{value}” is not possible any more."
    )


class ImpossibleRegulation(RuleError):
    """Art. 1.1: no event could be played by this version. Params: version, flaw (a term)."""

    code, article = "IMPOSSIBLE_REGULATION", "1.1"
    message = gettext_noop("No event could be played under version {version}: {flaw}.")


class ImpossibleTables(RuleError):
    """Art. 1.5: this number of players cannot form tables of 4 and 3. Params: players."""

    code, article = "IMPOSSIBLE_TABLES", "1.5"
    message = ngettext_lazy(
        "{players} player cannot be seated at tables of 4 and 3: it takes 3, 4, or at least 6.",
        "{players} players cannot be seated at tables of 4 and 3: it takes 3, 4, or at least 6.",
        "players",
    )


class SamePlayerTwice(RuleError):
    """Art. 1.5: a player is in a round, or in an event, once (AMB-25). Params: player."""

    code, article = "SAME_PLAYER_TWICE", "1.5"
    message = gettext_noop("Player {player} appears twice: once is allowed.")


class UnknownPlayer(RuleError):
    """Art. 1.5: the player is not in the event. Params: player."""

    code, article = "UNKNOWN_PLAYER", "1.5"
    message = gettext_noop("{player} is not among the players of the event.")


class LotError(RuleError):
    """Art. 1.5 e: base of the errors about lots."""


class LotMissing(LotError):
    """Art. 1.5 e: rows are equal on everything and no lot was drawn.

    Params: groups (tuples of row numbers from 0, or of players), who (the same, rows counted from 1).
    """

    code, article = "LOT_MISSING", "1.5"
    message = gettext_noop("Equal in everything: {who}. A lot has to be drawn among them.")


class LotNotNeeded(LotError):
    """Art. 1.5 e: a lot was given where another criterion already decides.

    Params: rows (numbers from 0, or players), who (the same, rows counted from 1).
    """

    code, article = "LOT_NOT_NEEDED", "1.5"
    message = gettext_noop("No lot is needed for {who}: another criterion already decides.")


class LotsNotAPermutation(LotError):
    """Art. 1.5 e: the lots of a group are not each of 1 to its size once. Params: rows, who (as above), lots, size."""

    code, article = "LOTS_NOT_A_PERMUTATION", "1.5"
    message = gettext_noop("The lots of {who} are {lots}: the tied need the numbers from 1 to {size}, each once.")


class CriterionMissing(RuleError):
    """Art. 1.5: two rows are equal so far and one lacks the next criterion.

    Params: row (from 0), who (from 1), criterion.
    """

    code, article = "CRITERION_MISSING", "1.5"
    message = gettext_noop("Row {who}: the other criteria are equal, so “{criterion}” is needed, and it is missing.")


class PlaceOutOfRange(RuleError):
    """Art. 1.6: places start at 1. Params: place."""

    code, article = "PLACE_OUT_OF_RANGE", "1.6"
    message = gettext_noop("There is no place {place}: places start at 1.")


class FinalistsMismatch(RuleError):
    """Art. 1.5: the final was not played by the finalists. Params: expected, found."""

    code, article = "FINALISTS_MISMATCH", "1.5"
    message = gettext_noop("The final belongs to {expected}; {found} were given.")


class BadEventFile(RuleError):
    """The file cannot be read as a ``tournament-event`` file.

    Params: path, problem, expected. The last two are data or one of ``term_messages.PHRASES``, whose fields are params.
    """

    code, article = "BAD_EVENT_FILE", ""
    message = gettext_noop("{path}: {problem}; expected: {expected}.")

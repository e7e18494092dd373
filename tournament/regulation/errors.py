"""Errors raised by the regulation when an action breaks a rule; nothing is written.

The tree::

    RuleError
        UnknownRegulation, ImpossibleTables, SamePlayerTwice, UnknownPlayer, CriterionMissing, PlaceOutOfRange,
        FinalistsMismatch
        LotError: LotMissing, LotNotNeeded, LotsNotAPermutation
        DrawError: BadSeed, BadWord, BadSequence, BadPick, BadPurpose, BadLabel
        EventRefused: OutsideSeason, DaysReversed, FasciaNotDeclarable, TooFewPlayers, FasciaChangeRefused,
            FasciaReasonMissing, FasciaUndecided, RoundsOutOfRange, RoundsReasonMissing, RoundsFixed, TooManyCalled,
            NoTablesForCalled, BadCallUp
        LifecycleRefused: TransitionRefused, NotReferent, ReasonMissing, NotAuthorised, AnnouncedLate, RoundNotComplete,
            RoundAlreadyDrawn, EntriesClosed, OrganiserDisqualified, ReportLate, ReportIncomplete
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
    message = gettext_noop("Value {field} of the version: “{value}” is not possible; right is: {right}.")


class ImpossibleRegulation(RuleError):
    """Art. 1.1: no event could be played by this version. Params: version, flaw (a term)."""

    code, article = "IMPOSSIBLE_REGULATION", "1.1"
    message = gettext_noop("No event could be played by version {version}: {flaw}.")


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
    message = gettext_noop("Equal on everything: {who}. A lot has to be drawn among the tied.")


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


class DrawError(RuleError):
    """Base of the errors about draws that cannot be made, or recomputed."""

    article = "1.5"


class BadSeed(DrawError):
    """A seed is 64 lower-case hexadecimal digits. Params: seed."""

    code = "BAD_SEED"
    message = gettext_noop("“{seed}” is no seed: it takes 64 lower-case hexadecimal digits.")


class BadWord(DrawError):
    """A word is at most 64 characters on one line. Params: word."""

    code = "BAD_WORD"
    message = gettext_noop("“{word}” is no valid word: at most 64 characters, on one line.")


class BadSequence(DrawError):
    """A sequence is 24 throws of a die or more, or 12 different cards or more. Params: sequence."""

    code = "BAD_SEQUENCE"
    message = gettext_noop(
        "“{sequence}” is no sequence: at least 24 throws of a die (digits from 1 to 6), or at least 12 different cards "
        "(A 2 3 … 10 J Q K, each with its suit: C hearts, Q diamonds, F clubs, P spades)."
    )


class BadPick(DrawError):
    """A pick is among 1 to 2**32 equally likely outcomes. Params: count."""

    code = "BAD_PICK"
    message = gettext_noop("Nothing can be picked among {count} outcomes: it takes 1 to 4294967296.")


class BadPurpose(DrawError):
    """The purpose is unknown. Params: purpose, known."""

    code = "BAD_PURPOSE"
    message = gettext_noop("“{purpose}” is no kind of draw; known: {known}.")


class BadLabel(DrawError):
    """A scope is one line of text. Params: scope."""

    code = "BAD_LABEL"
    message = gettext_noop("“{scope}” is no valid scope of a draw: at most 200 characters, on one line.")


class EventRefused(RuleError):
    """Base of the errors about events that would not be valid."""

    article = "1.3"


class OutsideSeason(EventRefused):
    """Art. 1.3: first and last day lie inside the season. Params: first_day, last_day, season_first, season_last."""

    code = "OUTSIDE_SEASON"
    message = gettext_noop("The event ({first_day} – {last_day}) must lie between {season_first} and {season_last}.")


class DaysReversed(EventRefused):
    """Art. 1.3: the last day is not before the first. Params: first_day, last_day."""

    code = "DAYS_REVERSED"
    message = gettext_noop("The last day ({last_day}) comes before the first ({first_day}).")


class FasciaNotDeclarable(EventRefused):
    """Art. 1.3: only I and III are declared. Params: fascia."""

    code = "FASCIA_NOT_DECLARABLE"
    message = gettext_noop("Fascia {fascia} cannot be declared: I or III can.")


class TooFewPlayers(EventRefused):
    """Art. 1.3: fewer players are seated than any valid event has. Params: players, minimum."""

    code = "TOO_FEW_PLAYERS"
    message = ngettext_lazy(
        "{players} player sits down in round 1: a valid event takes at least {minimum}.",
        "{players} players sit down in round 1: a valid event takes at least {minimum}.",
        "players",
    )


class FasciaChangeRefused(EventRefused):
    """Art. 1.3: the text does not allow this promotion or demotion. Params: declared, to, players."""

    code = "FASCIA_CHANGE_REFUSED"
    message = ngettext_lazy(
        "From fascia {declared} to {to} with {players} player: the regulation does not foresee it.",
        "From fascia {declared} to {to} with {players} players: the regulation does not foresee it.",
        "players",
    )


class FasciaReasonMissing(EventRefused):
    """Art. 1.3: a decision on the fascia carries its reason. Params: declared, to."""

    code = "FASCIA_REASON_MISSING"
    message = gettext_noop("The change from fascia {declared} to {to} needs a reason.")


class FasciaUndecided(EventRefused):
    """Art. 1.3: below its own minimum, an event waits for a demotion. Params: declared, players, minimum."""

    code = "FASCIA_UNDECIDED"
    message = ngettext_lazy(
        "Fascia {declared} with {players} player, below its minimum of {minimum}: the Referent has to demote the "
        "event before it is ratified.",
        "Fascia {declared} with {players} players, below its minimum of {minimum}: the Referent has to demote the "
        "event before it is ratified.",
        "players",
    )


class RoundsOutOfRange(EventRefused):
    """Art. 1.5: 2 or 3 rounds. Params: rounds, minimum, maximum."""

    code, article = "ROUNDS_OUT_OF_RANGE", "1.5"
    message = ngettext_lazy(
        "{rounds} round before the final: there must be {minimum} to {maximum}.",
        "{rounds} rounds before the final: there must be {minimum} to {maximum}.",
        "rounds",
    )


class AnnouncedInFuture(RuleError):
    """Art. 1.2: the notice is dated in the future. Params: announced, today."""

    code, article = "ANNOUNCED_IN_FUTURE", "1.2"
    message = gettext_noop(
        "The notice has the day {announced}, which is still to come: today is {today}. Write when it came out."
    )


class AuthorisedLate(RuleError):
    """Art. 1.2: the authorisation is later than the event's last day (REQ-303). Params: day, last_day."""

    code, article = "AUTHORISED_LATE", "1.2"
    message = gettext_noop(
        "The event ended on {last_day} and today is {day}: it is authorised before, not after. If it was put off, "
        "do not authorise it: the organiser announces it with its new day."
    )


class MinutesReasonMissing(RuleError):
    """Art. 1.5: the minutes differ from the regulation's, without a reason (REQ-905). Params: minutes, usual."""

    code, article = "MINUTES_REASON_MISSING", "1.5"
    message = ngettext_lazy(
        "A round has {minutes} minute instead of {usual}: say why, the Referent reads it.",
        "A round has {minutes} minutes instead of {usual}: say why, the Referent reads it.",
        "minutes",
    )


class MinutesRefused(RuleError):
    """Art. 1.5: the version allows no other minutes than the regulation's (REQ-905). Params: minutes, usual."""

    code, article = "MINUTES_REFUSED", "1.5"
    message = ngettext_lazy(
        "A round has {minutes} minute: this version of the regulation allows {usual} only.",
        "A round has {minutes} minutes: this version of the regulation allows {usual} only.",
        "minutes",
    )


class FinalClockRefused(RuleError):
    """Art. 1.5: the version allows no final without a clock (AMB-34). Params: none."""

    code, article = "FINAL_CLOCK_REFUSED", "1.5"
    message = gettext_noop("By this version of the regulation the clock runs in the final too.")


class DrawDayRefused(RuleError):
    """Art. 1.5: the version allows no draw on another day than the event's. Params: day, first_day, last_day."""

    code, article = "DRAW_DAY_REFUSED", "1.5"
    message = gettext_noop(
        "This draw is outside the event’s days ({first_day} to {last_day}): this version of the regulation does not "
        "allow it. Put the event on its new day first."
    )


class FinalClockReasonMissing(RuleError):
    """Art. 1.5: the final has no clock, without a reason (REQ-907, AMB-34). Params: none."""

    code, article = "FINAL_CLOCK_REASON_MISSING", "1.5"
    message = gettext_noop("The clock does not run in the final: say why, the Referent reads it.")


class DrawDayReasonMissing(RuleError):
    """Art. 1.5: a draw on another day than the event's, without a reason. Params: day, first_day, last_day."""

    code, article = "DRAW_DAY_REASON_MISSING", "1.5"
    message = gettext_noop(
        "This draw is outside the event’s days ({first_day} to {last_day}): say why, the Referent reads it."
    )


class RoundsReasonMissing(EventRefused):
    """Art. 1.5: the number of rounds differs from the default and needs a written reason. Params: rounds, default."""

    code, article = "ROUNDS_REASON_MISSING", "1.5"
    message = ngettext_lazy(
        "This number of players gives {default} round: {rounds} need a written reason.",
        "This number of players gives {default} rounds: {rounds} need a written reason.",
        "default",
    )


class RoundsNotChosen(EventRefused):
    """Art. 1.5: the version lets the players decide the number of rounds (AMB-01). Params: rounds."""

    code, article = "ROUNDS_NOT_CHOSEN", "1.5"
    message = ngettext_lazy(
        "{rounds} round chosen: by this version of the regulation the number of players decides. Leave it empty.",
        "{rounds} rounds chosen: by this version of the regulation the number of players decides. Leave it empty.",
        "rounds",
    )


class RoundsFixed(EventRefused):
    """Art. 1.7: the national final has a fixed number of rounds. Params: rounds, fixed."""

    code, article = "ROUNDS_FIXED", "1.7"
    message = ngettext_lazy(
        "The national final has {fixed} round and a final, not {rounds}.",
        "The national final has {fixed} rounds and a final, not {rounds}.",
        "fixed",
    )


class TooManyCalled(EventRefused):
    """Art. 1.2: the national final does not admit that many players. Params: number, maximum."""

    code, article = "TOO_MANY_CALLED", "1.2"
    message = ngettext_lazy(
        "{number} called: the national final admits at most {maximum}.",
        "{number} called: the national final admits at most {maximum}.",
        "number",
    )


class NoTablesForCalled(EventRefused):
    """Art. 1.7: this number of players cannot be seated at tables of 4 and 3. Params: number."""

    code, article = "NO_TABLES_FOR_CALLED", "1.7"
    message = ngettext_lazy(
        "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
        "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
        "number",
    )


class BadCallUp(EventRefused):
    """Art. 1.7: this entry of the call-up list cannot take this answer. Params: player, state, to."""

    code, article = "BAD_CALL_UP", "1.7"
    message = gettext_noop("The call-up of {player} is “{state}” and cannot become “{to}”.")


class LifecycleRefused(RuleError):
    """Base of the errors about the state of the event, or the person who acts."""

    article = "1.2"


class TransitionRefused(LifecycleRefused):
    """Art. 1.2: an event does not go from one state to the other. Params: state, to."""

    code = "TRANSITION_REFUSED"
    message = gettext_noop("An event that is “{state}” cannot become “{to}”.")


class NotReferent(LifecycleRefused):
    """Art. 1.4: only the national referent does this. Params: state, to."""

    code, article = "NOT_REFERENT", "1.4"
    message = gettext_noop("Only the national referent takes an event from “{state}” to “{to}”.")


class ReasonMissing(LifecycleRefused):
    """Art. 1.1: an exception of the referent carries its reason (AMB-16, AMB-18). Params: state, to."""

    code, article = "REASON_MISSING", "1.1"
    message = gettext_noop("Going from “{state}” to “{to}” needs a reason.")


class NotAuthorised(LifecycleRefused):
    """Art. 1.2: nothing is drawn before the referent's authorisation. Params: none."""

    code = "NOT_AUTHORISED"
    message = gettext_noop("The referent has not authorised the event yet: nothing can be drawn.")


class AnnouncedLate(LifecycleRefused):
    """Art. 1.2: the notice on the Forum comes before the event. Params: announced, first_day."""

    code = "ANNOUNCED_LATE"
    message = gettext_noop(
        "The notice on the Forum ({announced}) must come before the start of the event ({first_day})."
    )


class RoundNotComplete(LifecycleRefused):
    """Art. 1.5: every table of a round is closed before the next round is drawn. Params: round, tables."""

    code, article = "ROUND_NOT_COMPLETE", "1.5"
    message = gettext_noop("Round {round}: tables still open: {tables}. The next round is drawn when all are closed.")


class RoundAlreadyDrawn(LifecycleRefused):
    """Art. 1.5: nothing is drawn twice. Params: round."""

    code, article = "ROUND_ALREADY_DRAWN", "1.5"
    message = gettext_noop("Round {round} has been drawn already: nothing is drawn twice.")


class EntriesClosed(LifecycleRefused):
    """Art. 1.5: after the draw of round 1 nobody enters (AMB-41). Params: none."""

    code, article = "ENTRIES_CLOSED", "1.5"
    message = gettext_noop("Nobody enters after the draw of round 1.")


class OrganiserDisqualified(LifecycleRefused):
    """Art. 1.4: a disqualified organiser's events are not admitted. Params: none."""

    code, article = "ORGANISER_DISQUALIFIED", "1.4"
    message = gettext_noop("The organiser is disqualified: his events are not admitted.")


class ReportLate(LifecycleRefused):
    """Art. 1.2: the report came after the deadline. Params: deadline, received."""

    code = "REPORT_LATE"
    message = gettext_noop("The report came on {received}, too late: it was due before {deadline}.")


class ReportIncomplete(LifecycleRefused):
    """Art. 1.4: the report lacks something. Params: missing (codes)."""

    code, article = "REPORT_INCOMPLETE", "1.4"
    message = gettext_noop("The report is incomplete: missing {missing}.")


class BadEventFile(RuleError):
    """The file cannot be read as a ``tournament-event`` file.

    Params: path, problem, expected. The last two are data or one of ``term_messages.PHRASES``, whose fields are params.
    """

    code, article = "BAD_EVENT_FILE", ""
    message = gettext_noop("{path}: {problem}; expected: {expected}.")

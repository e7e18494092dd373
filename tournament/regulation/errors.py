"""Errors raised by the regulation when an action breaks a rule; nothing is written.

The tree::

    RuleError
        UnknownRegulation, ImpossibleTables, SamePlayerTwice, UnknownPlayer, CriterionMissing, PlaceOutOfRange,
        FinalistsMismatch
        LotError: LotMissing, LotNotNeeded, LotsNotAPermutation
        DrawError: BadSeed, BadWord, BadPick, BadPurpose, BadLabel
        EventRefused: OutsideSeason, DaysReversed, FasciaNotDeclarable, TooFewPlayers, FasciaChangeRefused,
            FasciaReasonMissing, FasciaUndecided, RoundsOutOfRange, RoundsReasonMissing, RoundsFixed, TooManyCalled,
            NoTablesForCalled, BadCallUp
        LifecycleRefused: TransitionRefused, NotReferent, ReasonMissing, NotAuthorised, AnnouncedLate, RoundNotComplete,
            RoundAlreadyDrawn, EntriesClosed, OrganiserDisqualified, ReportLate, ReportIncomplete
        BadEventFile: a file that cannot be read as an event

An error's sentence is made from its code and params: ``sentence(error.code, error.params, "it")``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tournament.regulation.messages import sentence


class RuleError(Exception):
    """Base of the errors raised by a rule.

    Arguments:
        params: the values its message names; also readable as attributes (``error.players``).
    """

    code: ClassVar[str] = ""
    article: ClassVar[str] = ""

    def __init__(self, **params: Any) -> None:
        super().__init__(params)
        self.params = params

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["params"][name]
        except KeyError:
            raise AttributeError(name) from None

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return sentence(self.code, self.params, language)

    def __str__(self) -> str:
        return self.sentence("en")


class UnknownRegulation(RuleError):
    """Art. 1.1: the version is unknown. Params: version, known."""

    code, article = "UNKNOWN_REGULATION", "1.1"


class ImpossibleTables(RuleError):
    """Art. 1.5: this number of players cannot form tables of 4 and 3. Params: players."""

    code, article = "IMPOSSIBLE_TABLES", "1.5"


class SamePlayerTwice(RuleError):
    """Art. 1.5: a player is in a round, or in an event, once (AMB-25). Params: player."""

    code, article = "SAME_PLAYER_TWICE", "1.5"


class UnknownPlayer(RuleError):
    """Art. 1.5: the player is not in the event. Params: player."""

    code, article = "UNKNOWN_PLAYER", "1.5"


class LotError(RuleError):
    """Art. 1.5 e: base of the errors about lots."""


class LotMissing(LotError):
    """Art. 1.5 e: rows are equal on everything and no lot was drawn.

    Params: groups (tuples of row numbers from 0, or of players), who (the same, rows counted from 1).
    """

    code, article = "LOT_MISSING", "1.5"


class LotNotNeeded(LotError):
    """Art. 1.5 e: a lot was given where another criterion already decides.

    Params: rows (numbers from 0, or players), who (the same, rows counted from 1).
    """

    code, article = "LOT_NOT_NEEDED", "1.5"


class LotsNotAPermutation(LotError):
    """Art. 1.5 e: the lots of a group are not each of 1 to its size once. Params: rows, who (as above), lots, size."""

    code, article = "LOTS_NOT_A_PERMUTATION", "1.5"


class CriterionMissing(RuleError):
    """Art. 1.5: two rows are equal so far and one lacks the next criterion.

    Params: row (from 0), who (from 1), criterion.
    """

    code, article = "CRITERION_MISSING", "1.5"


class PlaceOutOfRange(RuleError):
    """Art. 1.6: places start at 1. Params: place."""

    code, article = "PLACE_OUT_OF_RANGE", "1.6"


class FinalistsMismatch(RuleError):
    """Art. 1.5: the final was not played by the finalists. Params: expected, found."""

    code, article = "FINALISTS_MISMATCH", "1.5"


class DrawError(RuleError):
    """Base of the errors about draws that cannot be made, or recomputed."""

    article = "1.5"


class BadSeed(DrawError):
    """A seed is 64 lower-case hexadecimal digits. Params: seed."""

    code = "BAD_SEED"


class BadWord(DrawError):
    """A word is at most 64 characters on one line. Params: word."""

    code = "BAD_WORD"


class BadPick(DrawError):
    """A pick is among 1 to 2**32 equally likely outcomes. Params: count."""

    code = "BAD_PICK"


class BadPurpose(DrawError):
    """The purpose is unknown. Params: purpose, known."""

    code = "BAD_PURPOSE"


class BadLabel(DrawError):
    """A scope is one line of text. Params: scope."""

    code = "BAD_LABEL"


class EventRefused(RuleError):
    """Base of the errors about events that would not be valid."""

    article = "1.3"


class OutsideSeason(EventRefused):
    """Art. 1.3: first and last day lie inside the season. Params: first_day, last_day, season_first, season_last."""

    code = "OUTSIDE_SEASON"


class DaysReversed(EventRefused):
    """Art. 1.3: the last day is not before the first. Params: first_day, last_day."""

    code = "DAYS_REVERSED"


class FasciaNotDeclarable(EventRefused):
    """Art. 1.3: only I and III are declared. Params: fascia."""

    code = "FASCIA_NOT_DECLARABLE"


class TooFewPlayers(EventRefused):
    """Art. 1.3: fewer players are seated than any valid event has. Params: players, minimum."""

    code = "TOO_FEW_PLAYERS"


class FasciaChangeRefused(EventRefused):
    """Art. 1.3: the text does not allow this promotion or demotion. Params: declared, to, players."""

    code = "FASCIA_CHANGE_REFUSED"


class FasciaReasonMissing(EventRefused):
    """Art. 1.3: a decision on the fascia carries its reason. Params: declared, to."""

    code = "FASCIA_REASON_MISSING"


class FasciaUndecided(EventRefused):
    """Art. 1.3: below its own minimum, an event waits for a demotion. Params: declared, players, minimum."""

    code = "FASCIA_UNDECIDED"


class RoundsOutOfRange(EventRefused):
    """Art. 1.5: 2 or 3 rounds. Params: rounds, minimum, maximum."""

    code, article = "ROUNDS_OUT_OF_RANGE", "1.5"


class AnnouncedInFuture(RuleError):
    """Art. 1.2: the notice is dated in the future. Params: announced, today."""

    code, article = "ANNOUNCED_IN_FUTURE", "1.2"


class AuthorisedLate(RuleError):
    """Art. 1.2: the authorisation is later than the event's last day (REQ-303). Params: day, last_day."""

    code, article = "AUTHORISED_LATE", "1.2"


class MinutesReasonMissing(RuleError):
    """Art. 1.5: the minutes differ from the regulation's, without a reason (REQ-905). Params: minutes, usual."""

    code, article = "MINUTES_REASON_MISSING", "1.5"


class FinalClockReasonMissing(RuleError):
    """Art. 1.5: the final has no clock, without a reason (REQ-907, AMB-34)."""

    code, article = "FINAL_CLOCK_REASON_MISSING", "1.5"


class DrawDayReasonMissing(RuleError):
    """Art. 1.5: a draw on another day than the event's, without a reason. Params: day, first_day, last_day."""

    code, article = "DRAW_DAY_REASON_MISSING", "1.5"


class RoundsReasonMissing(EventRefused):
    """Art. 1.5: the number of rounds differs from the default and needs a written reason. Params: rounds, default."""

    code, article = "ROUNDS_REASON_MISSING", "1.5"


class RoundsFixed(EventRefused):
    """Art. 1.7: the national final has a fixed number of rounds. Params: rounds, fixed."""

    code, article = "ROUNDS_FIXED", "1.7"


class TooManyCalled(EventRefused):
    """Art. 1.2: the national final does not admit that many players. Params: number, maximum."""

    code, article = "TOO_MANY_CALLED", "1.2"


class NoTablesForCalled(EventRefused):
    """Art. 1.7: this number of players cannot be seated at tables of 4 and 3. Params: number."""

    code, article = "NO_TABLES_FOR_CALLED", "1.7"


class BadCallUp(EventRefused):
    """Art. 1.7: this entry of the call-up list cannot take this answer. Params: player, state, to."""

    code, article = "BAD_CALL_UP", "1.7"


class LifecycleRefused(RuleError):
    """Base of the errors about the state of the event, or the person who acts."""

    article = "1.2"


class TransitionRefused(LifecycleRefused):
    """Art. 1.2: an event does not go from one state to the other. Params: state, to."""

    code = "TRANSITION_REFUSED"


class NotReferent(LifecycleRefused):
    """Art. 1.4: only the national referent does this. Params: state, to."""

    code, article = "NOT_REFERENT", "1.4"


class ReasonMissing(LifecycleRefused):
    """Art. 1.1: an exception of the referent carries its reason (AMB-16, AMB-18). Params: state, to."""

    code, article = "REASON_MISSING", "1.1"


class NotAuthorised(LifecycleRefused):
    """Art. 1.2: nothing is drawn before the referent's authorisation. Params: none."""

    code = "NOT_AUTHORISED"


class AnnouncedLate(LifecycleRefused):
    """Art. 1.2: the notice on the Forum comes before the event. Params: announced, first_day."""

    code = "ANNOUNCED_LATE"


class RoundNotComplete(LifecycleRefused):
    """Art. 1.5: every table of a round is closed before the next round is drawn. Params: round, tables."""

    code, article = "ROUND_NOT_COMPLETE", "1.5"


class RoundAlreadyDrawn(LifecycleRefused):
    """Art. 1.5: nothing is drawn twice. Params: round."""

    code, article = "ROUND_ALREADY_DRAWN", "1.5"


class EntriesClosed(LifecycleRefused):
    """Art. 1.5: after the draw of round 1 nobody enters (AMB-41). Params: none."""

    code, article = "ENTRIES_CLOSED", "1.5"


class OrganiserDisqualified(LifecycleRefused):
    """Art. 1.4: a disqualified organiser's events are not admitted. Params: none."""

    code, article = "ORGANISER_DISQUALIFIED", "1.4"


class ReportLate(LifecycleRefused):
    """Art. 1.2: the report came after the deadline. Params: deadline, received."""

    code = "REPORT_LATE"


class ReportIncomplete(LifecycleRefused):
    """Art. 1.4: the report lacks something. Params: missing (codes)."""

    code, article = "REPORT_INCOMPLETE", "1.4"


class BadEventFile(RuleError):
    """The file cannot be read as a ``tournament-event`` file. Params: path, problem, expected."""

    code, article = "BAD_EVENT_FILE", ""

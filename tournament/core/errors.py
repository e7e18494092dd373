"""What a service refuses, beyond what the regulation itself refuses (:mod:`tournament.regulation.errors`).

The tree::

    RuleError
        ServiceRefused
            AlreadyDone                   the button was pressed twice; nothing is wrong
            FieldWrong, FieldFrozen, ReasonMissing, WordMissing
            SeasonsOverlap, SeasonGameFixed, SeasonOfAnotherGame
            EventStateWrong, EventFull, EventFrozen, NotCalled, FinalFull
            SamePersonTwice, CardNumberTaken, PersonMerged, PersonsMeet, EntryStateWrong, EntrySeated
            RoundStateWrong, RoundHasSheets, AllRoundsDrawn, RoundsToPlay, NoFinal, FinalNotPlayed, TablesStillPossible,
            TooFewRounds
            TablesByHandWrong, DrawByHandWrong, DrawAlreadyMade, DrawAnnulled
            DrawRequestOpen, DrawRequestGone, AgreementOwn, AgreementNotYours, LotsByHandAlone
            ClockWrong
            SheetUnreadable, SheetKeyReused, SheetOutdated, TableClosed, TableNotClosed, SheetHasErrors,
            SheetUnusable, SheetHasWarnings, LotsNotAsDrawn, NoTie, NothingChanged, CorrectionChangesTables

Each carries its code, article and params; its sentence stands in :mod:`tournament.core.error_messages`.
"""

from __future__ import annotations

from typing import Any

from games.findings import Finding
from games.wording import filled
from tournament.core.error_messages import SENTENCES
from tournament.regulation.errors import RuleError


def _shown(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(item) for item in value)
    return "" if value is None else str(value)


class ServiceRefused(RuleError):
    """A service refuses, and nothing was written."""

    article = "1.5"

    def sentence(self, language: str = "it") -> str:
        """What is wrong and what would be right, in Italian or English."""
        return filled(SENTENCES[self.code][language], {name: _shown(value) for name, value in self.params.items()})


class AlreadyDone(ServiceRefused):
    """Asked twice: it was done the first time. Pages show it as news, not as an error. Params: what."""

    code, article = "ALREADY_DONE", ""


class FieldWrong(ServiceRefused):
    """A field that is missing or impossible. Params: field, value, right (what would be right)."""

    code, article = "FIELD_WRONG", ""


class FieldFrozen(ServiceRefused):
    """Art. 1.2: a fact that cannot change any more at this point of the event. Params: field, state."""

    code, article = "FIELD_FROZEN", "1.2"


class SeasonsOverlap(ServiceRefused):
    """Art. 1.3: a game has one season at a time. Params: season, game."""

    code, article = "SEASONS_OVERLAP", "1.3"


class SeasonGameFixed(ServiceRefused):
    """Art. 1.3: a season that holds events keeps its game. Params: game."""

    code, article = "SEASON_GAME_FIXED", "1.3"


class SeasonOfAnotherGame(ServiceRefused):
    """Art. 1.3: an event is of its season's game. Params: season, game (the season's)."""

    code, article = "SEASON_OF_ANOTHER_GAME", "1.3"


class ReasonMissing(ServiceRefused):
    """A decision that must say why. Params: none."""

    code, article = "DECISION_REASON_MISSING", ""


class WordMissing(ServiceRefused):
    """Art. 1.5: a draw joins in a word that somebody present calls out. Params: none."""

    code = "WORD_MISSING"


class EventStateWrong(ServiceRefused):
    """Art. 1.2: not at this point of the event's life. Params: state, needed (states)."""

    code, article = "EVENT_STATE_WRONG", "1.2"


class EventFull(ServiceRefused):
    """No place is left. Params: capacity."""

    code, article = "EVENT_FULL", ""


class NotCalled(ServiceRefused):
    """Art. 1.7: only who accepted the call plays the national final. Params: player."""

    code, article = "NOT_CALLED", "1.7"


class FinalFull(ServiceRefused):
    """Art. 1.7: the season says how many play the national final. Params: number."""

    code, article = "FINAL_FULL", "1.7"


class EventFrozen(ServiceRefused):
    """Art. 1.4: results are in the Referent's hands. Params: state."""

    code, article = "EVENT_FROZEN", "1.4"


class SamePersonTwice(ServiceRefused):
    """Art. 1.5: a person is in an event once (AMB-25). Params: person, number."""

    code = "SAME_PERSON_TWICE"


class CardNumberTaken(ServiceRefused):
    """Two people with one card number. Params: card_number, person."""

    code, article = "CARD_NUMBER_TAKEN", ""


class PersonMerged(ServiceRefused):
    """This record was joined to another. Params: person."""

    code, article = "PERSON_MERGED", ""


class PersonsMeet(ServiceRefused):
    """Both records played in one event: they are two people. Params: person, event."""

    code, article = "PERSONS_MEET", ""


class EntryStateWrong(ServiceRefused):
    """The player is not where this would make sense. Params: player, state, needed (states)."""

    code = "ENTRY_STATE_WRONG"


class EntrySeated(ServiceRefused):
    """The player already has a seat in an open round. Params: player, round, table."""

    code = "ENTRY_SEATED"


class RoundStateWrong(ServiceRefused):
    """Not at this point of the round. Params: round, state, needed (states)."""

    code = "ROUND_STATE_WRONG"


class RoundUndone(ServiceRefused):
    """Somebody undid the draw meanwhile: its tables are no more. Params: round."""

    code = "ROUND_UNDONE"


class EntryGone(ServiceRefused):
    """Somebody took the entry off the list meanwhile. Params: player."""

    code = "ENTRY_GONE"


class RoundHasSheets(ServiceRefused):
    """A round with a result is not undone. Params: round, tables."""

    code = "ROUND_HAS_SHEETS"


class AllRoundsDrawn(ServiceRefused):
    """All ordinary rounds are drawn: the final comes next. Params: rounds."""

    code = "ALL_ROUNDS_DRAWN"


class RoundsToPlay(ServiceRefused):
    """The final comes after all the ordinary rounds. Params: played, rounds."""

    code = "ROUNDS_TO_PLAY"


class NoFinal(ServiceRefused):
    """Fewer than three finalists present: the definitive standings are the result (AMB-33). Params: players."""

    code = "NO_FINAL"


class FinalNotPlayed(ServiceRefused):
    """The final decides the first places. Params: none."""

    code = "FINAL_NOT_PLAYED"


class FinalPlayed(ServiceRefused):
    """The final decides the places: there is nothing left to leave. Params: none."""

    code = "FINAL_PLAYED"


class TablesStillPossible(ServiceRefused):
    """The event goes on: tables can be formed (AMB-12). Params: players."""

    code = "TABLES_STILL_POSSIBLE"


class TooFewRounds(ServiceRefused):
    """Standings become definitive after at least two rounds (AMB-12). Params: played, minimum."""

    code = "TOO_FEW_ROUNDS"


class TablesByHandWrong(ServiceRefused):
    """Tables or seats written by hand that do not seat everybody as the article says. Params: expected, found."""

    code = "TABLES_BY_HAND_WRONG"


class DrawByHandWrong(ServiceRefused):
    """A draw made by hand that no draw can give. Params: reasons; ``findings`` holds them whole."""

    code = "DRAW_BY_HAND_WRONG"

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawAlreadyMade(ServiceRefused):
    """Nothing is drawn twice. Params: scope."""

    code = "DRAW_ALREADY_MADE"


class DrawAnnulled(ServiceRefused):
    """An annulled draw stays as evidence and gives nothing. Params: scope."""

    code = "DRAW_ANNULLED"


class DrawRequestOpen(ServiceRefused):
    """One request about a draw at a time. Params: what."""

    code = "DRAW_REQUEST_OPEN"


class DrawRequestGone(ServiceRefused):
    """The request was withdrawn, or the event has gone on. Params: what."""

    code = "DRAW_REQUEST_GONE"


class AgreementOwn(ServiceRefused):
    """Who asked does not agree to it: somebody else does. Params: none."""

    code = "AGREEMENT_OWN"


class AgreementNotYours(ServiceRefused):
    """Only a player who is present, and did not ask, agrees. Params: player."""

    code = "AGREEMENT_NOT_YOURS"


class LotsByHandAlone(ServiceRefused):
    """Art. 1.5 e: lots drawn by hand are recorded by two accounts, or by two players’ confirmations. Params: table."""

    code = "LOTS_BY_HAND_ALONE"


class ClockWrong(ServiceRefused):
    """The clock cannot do that now. Params: clock (running, paused, stopped, ended)."""

    code = "CLOCK_WRONG"


class SheetUnreadable(ServiceRefused):
    """What came is not a sheet of this table. Params: path, right."""

    code = "SHEET_UNREADABLE"


class SheetKeyReused(ServiceRefused):
    """The key of a sheet belongs to another table's. Params: table."""

    code = "SHEET_KEY_REUSED"


class SheetOutdated(ServiceRefused):
    """A newer version came in the meantime. Params: version, latest."""

    code = "SHEET_OUTDATED"


class TableClosed(ServiceRefused):
    """The table's result is confirmed: it takes a correction. Params: table."""

    code = "TABLE_CLOSED"


class TableNotClosed(ServiceRefused):
    """Only a confirmed result is corrected. Params: table."""

    code = "TABLE_NOT_CLOSED"


class SheetHasErrors(ServiceRefused):
    """Impossible by the rules: corrected, or closed all the same with a reason. Params: count."""

    code = "SHEET_HAS_ERRORS"

    def __init__(self, *, findings: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class SheetUnusable(SheetHasErrors):
    """Something is missing or cannot be read: corrected, whatever the reason. Params: count."""

    code = "SHEET_UNUSABLE"


class SheetHasWarnings(SheetHasErrors):
    """Possible but unlikely: to be confirmed. Params: count."""

    code = "SHEET_HAS_WARNINGS"


class LotsNotAsDrawn(ServiceRefused):
    """Art. 1.5 e: lots that differ from those drawn. Params: table."""

    code = "LOTS_NOT_AS_DRAWN"


class NoTie(ServiceRefused):
    """Art. 1.5 e: a lot decides only between players equal on everything. Params: table."""

    code = "NO_TIE"


class NothingChanged(ServiceRefused):
    """A correction that corrects nothing. Params: table."""

    code = "NOTHING_CHANGED"


class CorrectionChangesTables(ServiceRefused):
    """A correction after which tables already drawn would be others. Params: count; ``consequences`` lists them."""

    code = "CORRECTION_CHANGES_TABLES"

    def __init__(self, *, consequences: list[Any], **params: Any) -> None:
        super().__init__(**params)
        self.consequences = consequences

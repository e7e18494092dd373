"""Errors raised by services, besides those of the regulation itself (:mod:`tournament.regulation.errors`).

The tree::

    RuleError
        ServiceRefused
            AlreadyDone                   a repeated request; nothing is wrong
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

Each has a code, article and params; its message text is in :mod:`tournament.core.error_messages`.
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
    """Base of the errors raised by services. Nothing was written."""

    article = "1.5"

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], {name: _shown(value) for name, value in self.params.items()})


class AlreadyDone(ServiceRefused):
    """The operation was already performed; pages show it as information, not as an error. Params: what."""

    code, article = "ALREADY_DONE", ""


class FieldWrong(ServiceRefused):
    """A field is missing or impossible. Params: field, value, right (a valid value)."""

    code, article = "FIELD_WRONG", ""


class FieldFrozen(ServiceRefused):
    """Art. 1.2: the field cannot change any more in this state of the event. Params: field, state."""

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
    """The decision requires a reason. Params: none."""

    code, article = "DECISION_REASON_MISSING", ""


class WordMissing(ServiceRefused):
    """Art. 1.5: a draw includes a word that a person present calls out. Params: none."""

    code = "WORD_MISSING"


class EventStateWrong(ServiceRefused):
    """Art. 1.2: the event's state does not allow it. Params: state, needed (states)."""

    code, article = "EVENT_STATE_WRONG", "1.2"


class EventFull(ServiceRefused):
    """The event is full. Params: capacity."""

    code, article = "EVENT_FULL", ""


class NotCalled(ServiceRefused):
    """Art. 1.7: only players who accepted the call play the national final. Params: player."""

    code, article = "NOT_CALLED", "1.7"


class FinalFull(ServiceRefused):
    """Art. 1.7: the season sets how many play the national final. Params: number."""

    code, article = "FINAL_FULL", "1.7"


class EventFrozen(ServiceRefused):
    """Art. 1.4: the results are with the Referent. Params: state."""

    code, article = "EVENT_FROZEN", "1.4"


class SamePersonTwice(ServiceRefused):
    """Art. 1.5: a person is in an event once (AMB-25). Params: person, number."""

    code = "SAME_PERSON_TWICE"


class CardNumberTaken(ServiceRefused):
    """Two people have the same card number. Params: card_number, person."""

    code, article = "CARD_NUMBER_TAKEN", ""


class PersonMerged(ServiceRefused):
    """This record was merged into another. Params: person."""

    code, article = "PERSON_MERGED", ""


class PersonsMeet(ServiceRefused):
    """Both records played in one event, so they are two people. Params: person, event."""

    code, article = "PERSONS_MEET", ""


class EntryStateWrong(ServiceRefused):
    """The entry's state does not allow it. Params: player, state, needed (states)."""

    code = "ENTRY_STATE_WRONG"


class EntrySeated(ServiceRefused):
    """The player already has a seat in an open round. Params: player, round, table."""

    code = "ENTRY_SEATED"


class RoundStateWrong(ServiceRefused):
    """The round's state does not allow it. Params: round, state, needed (states)."""

    code = "ROUND_STATE_WRONG"


class RoundUndone(ServiceRefused):
    """The round's draw was undone concurrently, and its tables deleted. Params: round."""

    code = "ROUND_UNDONE"


class EntryGone(ServiceRefused):
    """The entry was deleted concurrently. Params: player."""

    code = "ENTRY_GONE"


class RoundHasSheets(ServiceRefused):
    """A round with a result cannot be undone. Params: round, tables."""

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
    """The final has not been played; it decides the first places. Params: none."""

    code = "FINAL_NOT_PLAYED"


class FinalPlayed(ServiceRefused):
    """Nobody can leave after the final has been played. Params: none."""

    code = "FINAL_PLAYED"


class TablesStillPossible(ServiceRefused):
    """The event goes on: tables can be formed (AMB-12). Params: players."""

    code = "TABLES_STILL_POSSIBLE"


class TooFewRounds(ServiceRefused):
    """Standings become definitive after at least two rounds (AMB-12). Params: played, minimum."""

    code = "TOO_FEW_ROUNDS"


class TablesByHandWrong(ServiceRefused):
    """Tables or seats entered manually do not seat everybody as the article requires. Params: expected, found."""

    code = "TABLES_BY_HAND_WRONG"


class DrawByHandWrong(ServiceRefused):
    """A manual draw with an outcome that no draw can give. Params: reasons; ``findings`` holds all of them."""

    code = "DRAW_BY_HAND_WRONG"

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawAlreadyMade(ServiceRefused):
    """The draw has already been made. Params: scope."""

    code = "DRAW_ALREADY_MADE"


class DrawAnnulled(ServiceRefused):
    """An annulled draw is kept as evidence and cannot be used. Params: scope."""

    code = "DRAW_ANNULLED"


class DrawRequestOpen(ServiceRefused):
    """An event has at most one open request about a draw. Params: what."""

    code = "DRAW_REQUEST_OPEN"


class DrawRequestGone(ServiceRefused):
    """The request was withdrawn, or the event has moved on. Params: what."""

    code = "DRAW_REQUEST_GONE"


class AgreementOwn(ServiceRefused):
    """The user who made a request cannot agree to it. Params: none."""

    code = "AGREEMENT_OWN"


class AgreementNotYours(ServiceRefused):
    """Only a player who is present, and did not make the request, can agree. Params: player."""

    code = "AGREEMENT_NOT_YOURS"


class LotsByHandAlone(ServiceRefused):
    """Art. 1.5 e: lots drawn manually are recorded by two accounts, or by two players’ confirmations. Params: table."""

    code = "LOTS_BY_HAND_ALONE"


class ClockWrong(ServiceRefused):
    """The clock's state does not allow it. Params: clock (running, paused, stopped, ended)."""

    code = "CLOCK_WRONG"


class SheetUnreadable(ServiceRefused):
    """The data is not a sheet of this table. Params: path, right."""

    code = "SHEET_UNREADABLE"


class SheetKeyReused(ServiceRefused):
    """The sheet's key was already used at another table. Params: table."""

    code = "SHEET_KEY_REUSED"


class SheetOutdated(ServiceRefused):
    """A newer version was stored concurrently. Params: version, latest."""

    code = "SHEET_OUTDATED"


class TableClosed(ServiceRefused):
    """The table's result is confirmed: it can only be corrected. Params: table."""

    code = "TABLE_CLOSED"


class TableNotClosed(ServiceRefused):
    """Only a confirmed result can be corrected. Params: table."""

    code = "TABLE_NOT_CLOSED"


class SheetHasErrors(ServiceRefused):
    """The sheet is impossible by the rules: it must be corrected, or closed with a reason. Params: count."""

    code = "SHEET_HAS_ERRORS"

    def __init__(self, *, findings: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class SheetUnusable(SheetHasErrors):
    """The sheet has a missing or unreadable value: it must be corrected, even with a reason. Params: count."""

    code = "SHEET_UNUSABLE"


class SheetHasWarnings(SheetHasErrors):
    """The sheet is possible but unlikely, and must be confirmed. Params: count."""

    code = "SHEET_HAS_WARNINGS"


class LotsNotAsDrawn(ServiceRefused):
    """Art. 1.5 e: the lots differ from those drawn. Params: table."""

    code = "LOTS_NOT_AS_DRAWN"


class NoTie(ServiceRefused):
    """Art. 1.5 e: a lot decides only between players equal on everything. Params: table."""

    code = "NO_TIE"


class NothingChanged(ServiceRefused):
    """The correction changes nothing. Params: table."""

    code = "NOTHING_CHANGED"


class CorrectionChangesTables(ServiceRefused):
    """The correction would change tables already drawn. Params: count; ``consequences`` lists them."""

    code = "CORRECTION_CHANGES_TABLES"

    def __init__(self, *, consequences: list[Any], **params: Any) -> None:
        super().__init__(**params)
        self.consequences = consequences

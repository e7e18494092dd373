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
"""

from __future__ import annotations

from typing import Any

from games.findings import Finding
from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop, ngettext_lazy


class ServiceRefused(RuleError):
    """Base of the errors raised by services. Nothing was written."""

    article = "1.5"


class AlreadyDone(ServiceRefused):
    """The operation was already performed; pages show it as information, not as an error. Params: what."""

    code, article = "ALREADY_DONE", ""
    message = gettext_noop("It has already been done: {what}.")


class FieldWrong(ServiceRefused):
    """A field is missing or impossible. Params: field, value, right (a valid value)."""

    code, article = "FIELD_WRONG", ""
    message = gettext_noop("The field “{field}” is not right (“{value}”): {right}.")


class FieldFrozen(ServiceRefused):
    """Art. 1.2: the field cannot change any more in this state of the event. Params: field, state."""

    code, article = "FIELD_FROZEN", "1.2"
    message = gettext_noop("The event is “{state}”: the field “{field}” can no longer be changed.")


class SeasonsOverlap(ServiceRefused):
    """Art. 1.3: a game has one season at a time. Params: season, game."""

    code, article = "SEASONS_OVERLAP", "1.3"
    message = gettext_noop(
        "On those days there is already the season “{season}” of {game}: a game has one season at a time."
    )


class SeasonGameFixed(ServiceRefused):
    """Art. 1.3: a season that holds events keeps its game. Params: game."""

    code, article = "SEASON_GAME_FIXED", "1.3"
    message = gettext_noop(
        "The season already holds events of {game}: its game can no longer be changed. Open another season."
    )


class SeasonOfAnotherGame(ServiceRefused):
    """Art. 1.3: an event is of its season's game. Params: season, game (the season's)."""

    code, article = "SEASON_OF_ANOTHER_GAME", "1.3"
    message = gettext_noop("The season “{season}” is of {game}: choose a season of this event’s game.")


class ReasonMissing(ServiceRefused):
    """The decision requires a reason. Params: none."""

    code, article = "DECISION_REASON_MISSING", ""
    message = gettext_noop("This decision needs a written reason.")


class WordMissing(ServiceRefused):
    """Art. 1.5: a draw includes a word that a person present calls out. Params: none."""

    code = "WORD_MISSING"
    message = gettext_noop("It takes the word called out by somebody present: it goes into the draw.")


class EventStateWrong(ServiceRefused):
    """Art. 1.2: the event's state does not allow it. Params: state, needed (states)."""

    code, article = "EVENT_STATE_WRONG", "1.2"
    message = gettext_noop("The event is “{state}”: this takes an event that is “{needed}”.")


class EventFull(ServiceRefused):
    """The event is full. Params: capacity."""

    code, article = "EVENT_FULL", ""
    message = ngettext_lazy(
        "The event is full: it has {capacity} place. Raise the number of places or free one.",
        "The event is full: it has {capacity} places. Raise the number of places or free one.",
        "capacity",
    )


class NotCalled(ServiceRefused):
    """Art. 1.7: only players who accepted the call play the national final. Params: player."""

    code, article = "NOT_CALLED", "1.7"
    message = gettext_noop(
        "{player} is not among those who accepted the call: only who is called and said yes plays the national "
        "final. The Referent writes the answers down."
    )


class FinalFull(ServiceRefused):
    """Art. 1.7: the season sets how many play the national final. Params: number."""

    code, article = "FINAL_FULL", "1.7"
    message = ngettext_lazy(
        "{number} is already entered in the national final: the season admits no more.",
        "{number} are already entered in the national final: the season admits no more.",
        "number",
    )


class EventFrozen(ServiceRefused):
    """Art. 1.4: the results are with the Referent. Params: state."""

    code, article = "EVENT_FROZEN", "1.4"
    message = gettext_noop("The event is “{state}”: results are not changed without the National Referent.")


class SamePersonTwice(ServiceRefused):
    """Art. 1.5: a person is in an event once (AMB-25). Params: person, number."""

    code = "SAME_PERSON_TWICE"
    message = gettext_noop("{person} is already entered in this event (number {number}): one enters once.")


class CardNumberTaken(ServiceRefused):
    """Two people have the same card number. Params: card_number, person."""

    code, article = "CARD_NUMBER_TAKEN", ""
    message = gettext_noop("Card {card_number} already belongs to {person}: choose that person or correct the number.")


class PersonMerged(ServiceRefused):
    """This record was merged into another. Params: person."""

    code, article = "PERSON_MERGED", ""
    message = gettext_noop("The record of {person} was joined to another: use that one.")


class PersonsMeet(ServiceRefused):
    """Both records played in one event, so they are two people. Params: person, event."""

    code, article = "PERSONS_MEET", ""
    message = gettext_noop("Both records of {person} played in “{event}”: they are two people.")


class EntryStateWrong(ServiceRefused):
    """The entry's state does not allow it. Params: player, state, needed (states)."""

    code = "ENTRY_STATE_WRONG"
    message = gettext_noop("{player} is “{state}”: this takes a player who is “{needed}”.")


class EntrySeated(ServiceRefused):
    """The player already has a seat in an open round. Params: player, round, table."""

    code = "ENTRY_SEATED"
    message = gettext_noop(
        "{player} already sits at table {table} of round {round}: undo the round’s draw, or mark the player as "
        "having abandoned the table."
    )


class RoundStateWrong(ServiceRefused):
    """The round's state does not allow it. Params: round, state, needed (states)."""

    code = "ROUND_STATE_WRONG"
    message = gettext_noop("Round {round} is “{state}”: this takes a round that is “{needed}”.")


class RoundUndone(ServiceRefused):
    """The round's draw was undone concurrently, and its tables deleted. Params: round."""

    code = "ROUND_UNDONE"
    message = gettext_noop("The draw of round {round} was undone meanwhile: its tables no longer stand.")


class EntryGone(ServiceRefused):
    """The entry was deleted concurrently. Params: player."""

    code = "ENTRY_GONE"
    message = gettext_noop("{player} is no longer entered: the name was taken off the list meanwhile.")


class RoundHasSheets(ServiceRefused):
    """A round with a result cannot be undone. Params: round, tables."""

    code = "ROUND_HAS_SHEETS"
    message = gettext_noop("Round {round} already has results at tables {tables}: its draw is no longer undone.")


class AllRoundsDrawn(ServiceRefused):
    """All ordinary rounds are drawn: the final comes next. Params: rounds."""

    code = "ALL_ROUNDS_DRAWN"
    message = gettext_noop("All {rounds} rounds have been played: the final comes next.")


class RoundsToPlay(ServiceRefused):
    """The final comes after all the ordinary rounds. Params: played, rounds."""

    code = "ROUNDS_TO_PLAY"
    message = ngettext_lazy(
        "{played} of {rounds} round has been played: the final comes after the last.",
        "{played} of {rounds} rounds have been played: the final comes after the last.",
        "rounds",
    )


class NoFinal(ServiceRefused):
    """Fewer than three finalists present: the definitive standings are the result (AMB-33). Params: players."""

    code = "NO_FINAL"
    message = ngettext_lazy(
        "{players} finalist is left: the final takes at least 3. The definitive standings are the result: "
        "conclude the event.",
        "{players} finalists are left: the final takes at least 3. The definitive standings are the result: "
        "conclude the event.",
        "players",
    )


class FinalNotPlayed(ServiceRefused):
    """The final has not been played; it decides the first places. Params: none."""

    code = "FINAL_NOT_PLAYED"
    message = gettext_noop("The final is not closed yet: it decides the first places.")


class FinalPlayed(ServiceRefused):
    """Nobody can leave after the final has been played. Params: none."""

    code = "FINAL_PLAYED"
    message = gettext_noop("The final has been played: the event is at its end, and nobody leaves it any more.")


class TablesStillPossible(ServiceRefused):
    """The event goes on: tables can be formed (AMB-12). Params: players."""

    code = "TABLES_STILL_POSSIBLE"
    message = ngettext_lazy(
        "{players} player can be seated: the event goes on.",
        "{players} players can be seated: the event goes on.",
        "players",
    )


class TooFewRounds(ServiceRefused):
    """Standings become definitive after at least two rounds (AMB-12). Params: played, minimum."""

    code = "TOO_FEW_ROUNDS"
    message = ngettext_lazy(
        "{played} round has been played: standings become definitive after at least {minimum}. The event can only "
        "be declared void.",
        "{played} rounds have been played: standings become definitive after at least {minimum}. The event can "
        "only be declared void.",
        "played",
    )


class TablesByHandWrong(ServiceRefused):
    """Tables or seats entered manually do not seat everybody as the article requires. Params: expected, found."""

    code = "TABLES_BY_HAND_WRONG"
    message = gettext_noop("The tables written by hand are not right: {expected} are needed, {found} were written.")


class DrawByHandWrong(ServiceRefused):
    """A manual draw with an outcome that no draw can give. Params: reasons; ``findings`` holds all of them."""

    code = "DRAW_BY_HAND_WRONG"
    message = gettext_noop("The draw made by hand is not possible: {reasons}")

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawAlreadyMade(ServiceRefused):
    """The draw has already been made. Params: scope."""

    code = "DRAW_ALREADY_MADE"
    message = gettext_noop("The draw “{scope}” has already been made: nothing is drawn twice.")


class DrawAnnulled(ServiceRefused):
    """An annulled draw is kept as evidence and cannot be used. Params: scope."""

    code = "DRAW_ANNULLED"
    message = gettext_noop("The draw “{scope}” was annulled: it stays as evidence only.")


class DrawRequestOpen(ServiceRefused):
    """An event has at most one open request about a draw. Params: what."""

    code = "DRAW_REQUEST_OPEN"
    message = gettext_noop("A request is open already (“{what}”): wait until it is agreed to, or withdraw it.")


class DrawRequestGone(ServiceRefused):
    """The request was withdrawn, or the event has moved on. Params: what."""

    code = "DRAW_REQUEST_GONE"
    message = gettext_noop("The request “{what}” no longer holds: it was withdrawn, or the event has gone on.")


class AgreementOwn(ServiceRefused):
    """The user who made a request cannot agree to it. Params: none."""

    code = "AGREEMENT_OWN"
    message = gettext_noop(
        "Who made the request cannot agree to it as well: it takes another account of the event, or two players on "
        "their own pages."
    )


class AgreementNotYours(ServiceRefused):
    """Only a player who is present, and did not make the request, can agree. Params: player."""

    code = "AGREEMENT_NOT_YOURS"
    message = gettext_noop(
        "{player} cannot agree to this request: it takes a player who is present and did not make it."
    )


class LotsByHandAlone(ServiceRefused):
    """Art. 1.5 e: lots drawn manually are recorded by two accounts, or by two players’ confirmations. Params: table."""

    code = "LOTS_BY_HAND_ALONE"
    message = gettext_noop(
        "The lots on the sheet of table {table} were drawn by hand: another account than the one that entered the "
        "sheet confirms it, or two players of the table confirm it first on their own pages. Or leave the lots out "
        "and draw them here with a word."
    )


class ClockWrong(ServiceRefused):
    """The clock's state does not allow it. Params: clock (running, paused, stopped, ended)."""

    code = "CLOCK_WRONG"
    message = gettext_noop("The clock is “{clock}”: this cannot be done now.")


class SheetUnreadable(ServiceRefused):
    """The data is not a sheet of this table. Params: path, right."""

    code = "SHEET_UNREADABLE"
    message = gettext_noop("The sheet cannot be read at “{path}”: {right}.")


class SheetKeyReused(ServiceRefused):
    """The sheet's key was already used at another table. Params: table."""

    code = "SHEET_KEY_REUSED"
    message = gettext_noop("This sheet has already been sent for table {table}: reload the page.")


class SheetOutdated(ServiceRefused):
    """A newer version was stored concurrently. Params: version, latest."""

    code = "SHEET_OUTDATED"
    message = gettext_noop("Version {latest} of the sheet came in the meantime: you were looking at version {version}.")


class TableClosed(ServiceRefused):
    """The table's result is confirmed: it can only be corrected. Params: table."""

    code = "TABLE_CLOSED"
    message = gettext_noop("The result of table {table} is already confirmed: it takes a correction with a reason.")


class TableNotClosed(ServiceRefused):
    """Only a confirmed result can be corrected. Params: table."""

    code = "TABLE_NOT_CLOSED"
    message = gettext_noop("The result of table {table} is not confirmed yet: just send a new sheet.")


class SheetHasErrors(ServiceRefused):
    """The sheet is impossible by the rules: it must be corrected, or closed with a reason. Params: count."""

    code = "SHEET_HAS_ERRORS"
    message = ngettext_lazy(
        "The sheet holds {count} value impossible by the rules: correct it, or write why the table is closed all "
        "the same.",
        "The sheet holds {count} values impossible by the rules: correct them, or write why the table is closed "
        "all the same.",
        "count",
    )

    def __init__(self, *, findings: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class SheetUnusable(SheetHasErrors):
    """The sheet has a missing or unreadable value: it must be corrected, even with a reason. Params: count."""

    code = "SHEET_UNUSABLE"
    message = ngettext_lazy(
        "{count} value is missing from the sheet or cannot be read: write or correct it. Without it the table "
        "cannot be closed.",
        "{count} values are missing from the sheet or cannot be read: write or correct them. Without them the "
        "table cannot be closed.",
        "count",
    )


class SheetHasWarnings(SheetHasErrors):
    """The sheet is possible but unlikely, and must be confirmed. Params: count."""

    code = "SHEET_HAS_WARNINGS"
    message = ngettext_lazy(
        "The sheet holds {count} unlikely value: look again, and confirm it.",
        "The sheet holds {count} unlikely values: look again, and confirm them.",
        "count",
    )


class LotsNotAsDrawn(ServiceRefused):
    """Art. 1.5 e: the lots differ from those drawn. Params: table."""

    code = "LOTS_NOT_AS_DRAWN"
    message = gettext_noop("The lots written for table {table} are not those drawn: nothing is drawn twice.")


class NoTie(ServiceRefused):
    """Art. 1.5 e: a lot decides only between players equal on everything. Params: table."""

    code = "NO_TIE"
    message = gettext_noop("At table {table} nobody is equal on everything: there is nothing to draw.")


class NothingChanged(ServiceRefused):
    """The correction changes nothing. Params: table."""

    code = "NOTHING_CHANGED"
    message = gettext_noop("The correction of table {table} changes nothing.")


class CorrectionChangesTables(ServiceRefused):
    """The correction would change tables already drawn. Params: count; ``consequences`` lists them."""

    code = "CORRECTION_CHANGES_TABLES"
    message = gettext_noop(
        "The correction would change tables already drawn: look at the consequences and confirm expressly."
    )

    def __init__(self, *, consequences: list[Any], **params: Any) -> None:
        super().__init__(**params)
        self.consequences = consequences

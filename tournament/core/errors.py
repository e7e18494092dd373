"""Errors raised by services, besides those of the regulation itself (:mod:`tournament.regulation.errors`).

The tree::

    RuleError
        ServiceRefused
            AlreadyDone                   a repeated request; nothing is wrong
            FieldWrong, FieldFrozen, ReasonMissing, WordMissing
            SeasonsOverlap, SeasonGameFixed, SeasonOfAnotherGame
            EventStateWrong, EventFull, EventFrozen, NotCalled, FinalFull
            SamePersonTwice, CardNumberTaken, PersonMerged, PersonsMeet, EntryStateWrong, EntrySeated,
            WithdrawAtDesk
            RoundStateWrong, RoundHasSheets, AllRoundsDrawn, RoundsToPlay, NoFinal, FinalNotPlayed, TablesStillPossible,
            TooFewRounds
            TablesByHandWrong, ClockWrong
            those of consents, reports, draws, rounds and sheets, in modules of their own
"""

from __future__ import annotations

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
    message = gettext_noop("The word called out by somebody present is needed: it goes into the draw.")


class EventStateWrong(ServiceRefused):
    """Art. 1.2: the event's state does not allow it. Params: state, needed (states)."""

    code, article = "EVENT_STATE_WRONG", "1.2"
    message = gettext_noop("The event is “{state}”: this is possible only when it is “{needed}”.")


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
        "{player} is not among those who accepted the call-up: only those who were called and said yes play the "
        "national final. The Referent writes the answers down."
    )


class FinalFull(ServiceRefused):
    """Art. 1.7: the season sets how many play the national final. Params: number."""

    code, article = "FINAL_FULL", "1.7"
    message = ngettext_lazy(
        "{number} player is already entered in the national final: the season admits no more.",
        "{number} players are already entered in the national final: the season admits no more.",
        "number",
    )


class EventFrozen(ServiceRefused):
    """Art. 1.4: the results are with the Referent. Params: state."""

    code, article = "EVENT_FROZEN", "1.4"
    message = gettext_noop("The event is “{state}”: results are not changed without the National Referent.")


class SamePersonTwice(ServiceRefused):
    """Art. 1.5: a person is in an event once (AMB-25). Params: person, number."""

    code = "SAME_PERSON_TWICE"
    message = gettext_noop("{person} is already entered in this event (number {number}): a player enters only once.")


class CardNumberTaken(ServiceRefused):
    """Two people have the same card number. Params: card_number, person."""

    code, article = "CARD_NUMBER_TAKEN", ""
    message = gettext_noop("Card {card_number} already belongs to {person}: choose that person or correct the number.")


class PersonMerged(ServiceRefused):
    """This record was merged into another. Params: person."""

    code, article = "PERSON_MERGED", ""
    message = gettext_noop("The record of {person} was joined to another: use that one.")


class PersonsMeet(ServiceRefused):
    """Both records sat at a table of one event, so they are two people. Params: person, event."""

    code, article = "PERSONS_MEET", ""
    message = gettext_noop("Both records of {person} played in “{event}”: they are two people.")


class EntryStateWrong(ServiceRefused):
    """The entry's state does not allow it. Params: player, state, needed (states)."""

    code = "ENTRY_STATE_WRONG"
    message = gettext_noop("{player} is “{state}”: this is possible only for a player who is “{needed}”.")


class WithdrawAtDesk(ServiceRefused):
    """Players withdraw by themselves until the check-in opens; then the desk takes them off. Params: none."""

    code = "WITHDRAW_AT_DESK"
    message = gettext_noop("The check-in is open, so the list is in use: tell the desk that you do not play.")


class EntrySeated(ServiceRefused):
    """The player already has a seat in an open round. Params: player, round, table."""

    code = "ENTRY_SEATED"
    message = gettext_noop(
        "{player} already sits at table {table} of round {round}: undo the round’s draw, or record that the player "
        "dropped out of the game."
    )


class RoundStateWrong(ServiceRefused):
    """The round's state does not allow it. Params: round, state, needed (states)."""

    code = "ROUND_STATE_WRONG"
    message = gettext_noop("Round {round} is “{state}”: this is possible only when it is “{needed}”.")


class RoundUndone(ServiceRefused):
    """The round's draw was undone concurrently, and its tables deleted. Params: round."""

    code = "ROUND_UNDONE"
    message = gettext_noop("The draw of round {round} was undone meanwhile: its tables no longer count.")


class EntryGone(ServiceRefused):
    """The entry was deleted concurrently. Params: player."""

    code = "ENTRY_GONE"
    message = gettext_noop("{player} is no longer entered: the name was removed from the list meanwhile.")


class RoundHasSheets(ServiceRefused):
    """A round with a result cannot be undone. Params: round, tables."""

    code = "ROUND_HAS_SHEETS"
    message = gettext_noop("Round {round} already has results at tables {tables}: its draw can no longer be undone.")


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


class KingdomOfTheDay(ServiceRefused):
    """A kingdom is written for a round of an event with one kingdom for the whole day (AMB-07). Params: none."""

    code = "KINGDOM_OF_THE_DAY"
    message = gettext_noop("This event plays the kingdom of round 1 all day: no other can be drawn or entered.")


class PracticeStaysApart(ServiceRefused):
    """A practice event is never announced, authorised or counted (AMB-46). Params: none."""

    code = "PRACTICE_STAYS_APART"
    message = gettext_noop("This is a practice event: it is not announced and never counts. Make a new event for that.")


class PracticeOnly(ServiceRefused):
    """Only a practice event is deleted; the others stay on record. Params: none."""

    code = "PRACTICE_ONLY"
    message = gettext_noop("Only a practice event can be deleted: this one stays on record.")


class ClockWrong(ServiceRefused):
    """The clock's state does not allow it. Params: clock (running, paused, stopped, ended)."""

    code = "CLOCK_WRONG"
    message = gettext_noop("The clock is “{clock}”: this cannot be done now.")

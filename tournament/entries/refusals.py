"""Refusals of entries: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "ENTRY_REQUESTS_CLOSED": (
        "1.5",
        gettext_noop("Players cannot enter this event now: its page says when they can, or who enters them."),
    ),
    "ENTRY_REQUEST_OVER": (
        "1.5",
        gettext_noop("It is too late, or it was decided otherwise: the request is “{state}”."),
    ),
    "ENTRY_REQUEST_STATE_WRONG": (
        "1.5",
        gettext_noop("The request of {player} is “{state}”: there is nothing to decide."),
    ),
    "GUARDIAN_ENTERS": (
        "1.6",
        gettext_noop(
            "The player is under 14 on the day of the event: a parent or guardian enters them on the event’s page, "
            "with their own name and mail."
        ),
    ),
    "ENTRIES_NOT_OPEN": (
        "1.2",
        gettext_noop("The Referent has not authorised the event yet: entries and links open after the authorisation."),
    ),
    "PERSON_OF_ANOTHER_CLUB": (
        "1.6",
        gettext_noop(
            "This person has never played in your events: to register them give name and card number, or have "
            "them ask from their own account."
        ),
    ),
    "CARD_UNKNOWN": (
        "1.6",
        gettext_noop("Nobody on the national list has card {card_number} and this name: check both."),
    ),
    "CARD_OF_ANOTHER": (
        "1.6",
        gettext_noop(
            "Card {card_number} already belongs to another record: if it is the same person, register them by "
            "name and card; else correct the number."
        ),
    ),
    "CARDS_ENOUGH": (
        "1.6",
        gettext_noop(
            "Too many card numbers did not match: no other is compared before {time}. Register the player without"
            " the number: the Referent joins the two records."
        ),
    ),
    "NAMES_ENOUGH": (
        "1.6",
        gettext_noop(
            "This list holds too many names of people of other clubs. Read it again after {time}, register them one "
            "by one with their cards, or ask the Referent to read the list."
        ),
    ),
    "EVENT_FULL": (
        "",
        ngettext_lazy(
            "The event is full: it has {capacity} place. Raise the number of places or free one.",
            "The event is full: it has {capacity} places. Raise the number of places or free one.",
            "capacity",
        ),
    ),
    "NOT_CALLED": (
        "1.7",
        gettext_noop(
            "{player} is not among those who accepted the call-up: only those who were called and said yes play"
            " the national final. The Referent writes the answers down."
        ),
    ),
    "FINAL_FULL": (
        "1.7",
        ngettext_lazy(
            "{number} player is already entered in the national final: the season admits no more.",
            "{number} players are already entered in the national final: the season admits no more.",
            "number",
        ),
    ),
    # A person is in an event once (AMB-25).
    "SAME_PERSON_TWICE": (
        "1.5",
        gettext_noop("{person} is already entered in this event (number {number}): a player enters only once."),
    ),
    "CARD_NUMBER_TAKEN": (
        "",
        gettext_noop("Card {card_number} already belongs to {person}: choose that person or correct the number."),
    ),
    "PERSON_MERGED": ("", gettext_noop("The record of {person} was joined to another: use that one.")),
    "PERSONS_MEET": ("", gettext_noop("Both records of {person} played in “{event}”: they are two people.")),
    "WITHDRAW_AT_DESK": (
        "1.5",
        gettext_noop("The check-in is open, so the list is in use: tell the desk that you do not play."),
    ),
    "ENTRY_SEATED": (
        "1.5",
        gettext_noop(
            "{player} already sits at table {table} of round {round}: undo the round’s draw, or record that the"
            " player dropped out of the game."
        ),
    ),
    "FINAL_PLAYED": (
        "1.5",
        gettext_noop("The final has been played: the event is at its end, and nobody leaves it any more."),
    ),
    "PLAYERS_ROWS_WRONG": (
        "",
        ngettext_lazy(
            "The file of players has {count} row to be put right: {rows}. Nothing was saved.",
            "The file of players has {count} rows to be put right: {rows}. Nothing was saved.",
            "count",
        ),
    ),
    "ENTRIES_CHANGED": (
        "",
        ngettext_lazy(
            "Since you looked at the list the entries have changed: there is {count} now. Look at it again "
            "before you confirm: nothing was saved.",
            "Since you looked at the list the entries have changed: they are {count} now. Look at it again "
            "before you confirm: nothing was saved.",
            "count",
        ),
    ),
    # After the draw of round 1 nobody enters (AMB-41).
    "ENTRIES_CLOSED": ("1.5", gettext_noop("Nobody enters after the draw of round 1.")),
}
add_rows(ROWS)


class CardUnknown(Caught):
    """No record of the national list has this card number and this name."""

    code = "CARD_UNKNOWN"


class CardOfAnother(Caught):
    """The card number is taken; the user may not learn who has it."""

    code = "CARD_OF_ANOTHER"


class CardNumberTaken(Caught):
    """Two people have the same card number."""

    code = "CARD_NUMBER_TAKEN"


class EntriesChanged(Caught):
    """An entry was added since the list was previewed, or it was sent twice."""

    code = "ENTRIES_CHANGED"

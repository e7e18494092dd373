"""What to do about a refusal: for each code the page that leads on, linked under the sentence.

A refusal without a row is corrected on the page where it appears.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refused import Refused

State = Event.State


@dataclass(frozen=True, slots=True)
class WayOut:
    """A page that leads on.

    Arguments:
        label: of the link; name: of the address, which takes the event's slug unless it is not ``of_event``.
        params: of the refusal that the address takes after the slug.
        states: of the event in which the page helps; all if empty.
    """

    label: Any
    name: str
    params: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    of_event: bool = True

    def path(self, event: Event, refusal: Refused) -> str:
        """Return the path of the page."""
        args = [event.slug] if self.of_event else []
        return reverse(self.name, args=[*args, *(refusal.params[name] for name in self.params)])


_DESK: Final = WayOut(_("What to do now"), "desk")
_ENTRIES: Final = WayOut(_("To the entries"), "entries")
_ENTER: Final = WayOut(_("Enter a player"), "entry_add")
_DETAILS: Final = WayOut(_("Change the details of the event"), "event_edit")
_ANNOUNCE: Final = WayOut(_("Announce the event"), "event_announce", states=(State.DRAFT,))
_ROUND: Final = WayOut(_("To the tables of the round"), "round_desk", ("round",))
_MOVE: Final = WayOut(_("Move to another day"), "event_move", states=(State.AUTHORISED, State.CHECK_IN))
_REFERENT: Final = WayOut(_("Write to the Referent"), "contact", of_event=False)
_REPORT: Final = WayOut(_("To the report"), "report")
_DRAW: Final = WayOut(_("To the draw"), "round_new")
_FINAL: Final = WayOut(_("To the final"), "final_new")

#: By code, the pages that lead on: the first whose states fit.
WAYS: Final[dict[Code, tuple[WayOut, ...]]] = {
    "ALL_ROUNDS_DRAWN": (_FINAL,),
    "CHECK_IN_EARLY": (WayOut(_("Open the check-in now"), "event_open_check_in"),),
    "CLOCK_WRONG": (_DESK,),
    "DRAW_ALREADY_MADE": (_DESK,),
    "DRAW_ANNULLED": (_DESK,),
    "DRAW_OPEN": (WayOut(_("To the draw that is open"), "open_draw"),),
    "ENTRIES_CLOSED": (_DESK,),
    "ENTRIES_NOT_OPEN": (_ANNOUNCE, _DESK),
    "ENTRY_GONE": (_ENTRIES,),
    "ENTRY_REQUEST_OVER": (_ENTRIES,),
    "ENTRY_REQUEST_STATE_WRONG": (_ENTRIES,),
    "ENTRY_SEATED": (_ROUND,),
    "ENTRY_STATE_WRONG": (_ENTRIES,),
    "EVENT_FROZEN": (_REFERENT,),
    "EVENT_FULL": (WayOut(_("Change the number of places"), "event_edit"),),
    "EVENT_STATE_WRONG": (_DESK,),
    "FIELD_FROZEN": (_MOVE, _REFERENT),
    "FINAL_NOT_PLAYED": (_FINAL,),
    "FINAL_PLAYED": (_DESK,),
    "IMPOSSIBLE_TABLES": (_ENTER, _DESK),
    "MOVE_WAITS": (WayOut(_("See the request"), "event_move"),),
    "NOT_AUTHORISED": (_ANNOUNCE, _DESK),
    "NOT_AT_TABLE": (_DESK,),
    "NOT_OFFICIAL": (_DESK,),
    "NO_FINAL": (_DESK,),
    "NO_SHOW_HAS_SHEET": (_DESK,),
    "NO_SHOW_IN_FINAL": (_DESK,),
    "NO_SHOW_TWO_LEFT": (_DESK,),
    "ORGANISER_DISQUALIFIED": (_REFERENT,),
    "PERSON_MERGED": (_ENTER,),
    "PHOTOS_ENOUGH_OF_EVENT": (_REPORT,),
    "PRACTICE_ONLY": (_DESK,),
    "PRACTICE_STAYS_APART": (WayOut(_("Make a new event"), "event_new", of_event=False),),
    "REPORT_INCOMPLETE": (_REPORT,),
    "REPORT_LATE": (_REFERENT,),
    "ROUNDS_FIXED": (_DETAILS,),
    "ROUNDS_NOT_CHOSEN": (_DETAILS,),
    "ROUNDS_OUT_OF_RANGE": (_DETAILS,),
    "ROUNDS_REASON_MISSING": (_DETAILS,),
    "ROUNDS_TO_PLAY": (_DRAW,),
    "ROUND_ALREADY_DRAWN": (_ROUND,),
    "ROUND_HAS_SHEETS": (_ROUND,),
    "ROUND_NOT_COMPLETE": (_ROUND,),
    "ROUND_STATE_WRONG": (_ROUND,),
    "ROUND_UNDONE": (_DESK,),
    "SAME_PERSON_TWICE": (_ENTRIES,),
    "STEP_CHANGED": (_DESK,),
    "TABLES_STILL_POSSIBLE": (_DRAW,),
    "TABLE_CLOSED": (_DESK,),
    "TABLE_NOT_CLOSED": (_DESK,),
    "TOO_FEW_PLAYERS": (WayOut(_("Play it without points"), "event_unofficial"),),
    "TOO_FEW_ROUNDS": (WayOut(_("End the event without a result"), "event_void"),),
    "TRANSITION_REFUSED": (_DESK,),
}


def way_out(refusal: Refused, event: Event) -> tuple[str, str] | None:
    """Return label and path of the page that leads on from a refusal in an event; None if it is corrected in place."""
    for way in WAYS.get(refusal.code, ()):
        if not way.states or event.state in way.states:
            return str(way.label), way.path(event, refusal)
    return None

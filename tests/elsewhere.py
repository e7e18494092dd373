"""An event that is played on another installation: the event at home, and the file of the copy that was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from django.db import transaction

from tests import factories as make
from tournament.entries import check_in
from tournament.entries import services as entries
from tournament.exchange.copies import event_open, event_to_copy
from tournament.exchange.export import event_to_file
from tournament.models import Event, Organiser
from tournament.results.conclusion import event_conclude

#: Who is entered at home, by number from 1; the last one does not come.
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Irene", "Luca", "Marta", "Nino", "Olga")
WALK_IN = ("Piero", "Porta")
CLUB = "Circolo di casa"


class _Undone(Exception):
    """Ends a transaction whose rows are not wanted."""


def home_event(**facts: Any) -> Event:
    """Create an authorised event with thirteen entries, the same at each call but for the rows' numbers."""
    # Its file is made before any row of the test is there.
    _played()
    return _home_event(**facts)


def _home_event(**facts: Any) -> Event:
    club = facts.pop("organiser", None) or Organiser.objects.filter(name=CLUB).first()
    event = make.authorised_event(organiser=club or make.make_organiser(name=CLUB), name="Torneo di sala", **facts)
    for name in NAMES:
        entries.entry_add_new(event=event, first_name=name, last_name="Di Casa", by=None)
    return Event.objects.get(pk=event.pk)


def play_copy(copy: Event) -> None:
    """Play an opened copy to its end, with one player who is not there and one who comes to the door."""
    check_in.all_check_in(event=copy, by=None)
    entries.entry_undo_check_in(entry=copy.entries.get(number=len(NAMES)), by=None)
    entries.walk_in(event=copy, first_name=WALK_IN[0], last_name=WALK_IN[1], consent=True, by=None)
    make.opened(make.draw_round(copy))
    make.play_round(copy)
    while not make.last_round(copy).is_final:
        make.next_round(copy)
        make.play_round(copy)
    event_conclude(event=copy, by=None)


@cache
def _played() -> str:
    """Return the text of a played file; what was made for it is undone."""
    content = {}
    try:
        with transaction.atomic():
            copy = event_open(data=json.dumps(event_to_copy(_home_event())).encode(), by=None)
            play_copy(copy)
            content = event_to_file(Event.objects.get(pk=copy.pk))
            raise _Undone
    except _Undone:
        return json.dumps(content)


def result_file(change: Callable[[dict[str, Any]], object] = lambda _content: None) -> bytes:
    """Return the file of the copy of a ``home_event`` that was played, changed as wanted."""
    content = json.loads(_played())
    change(content)
    return json.dumps(content, ensure_ascii=False).encode()


def entry_renamed(content: dict[str, Any]) -> None:
    """Give the first player another name, everywhere in the file."""
    for row in (content["event"]["entries"][0], content["players"][0]):
        row["last_name"] = "Altrui"


def result_changed(content: dict[str, Any]) -> None:
    """Let the last of a table win it."""
    rows = content["rounds"][0]["tables"][0]["results"]
    rows[0]["place"], rows[-1]["place"] = rows[-1]["place"], rows[0]["place"]


def links_added(content: dict[str, Any]) -> None:
    """Add private links, as an earlier file of an event on its way had them."""
    content["links"] = [{"kind": "participant", "entry": 1, "token_sha256": "0" * 64}]


def of_another_event(content: dict[str, Any]) -> None:
    """Let the file say that it is of another event."""
    content["event"]["home"] = content["event"]["home"].replace("torneo-di-sala", "torneo-altrui")


def many_megabytes() -> bytes:
    """Return a JSON file of 60 MB."""
    return b'{"format": "tournament-event/2", "rounds": [' + b"0," * (30 * 1024 * 1024) + b"0]}"

"""An event goes to a second installation as a file, is played there, and its result is ratified on its own site."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest

from tests.database import copy_migrated
from tests.integration.servers.installation import Installation, installation
from tests.releases import laptop

#: The event at home, and its file.
LEAVE = """
import json
from base64 import b64encode
from tests import elsewhere, factories as make
from tournament.exchange.copies import event_to_copy
from tournament.models import Event
user = make.make_user("organiser")
event = elsewhere.home_event(organiser=make.make_organiser(user, name=elsewhere.CLUB))
make.grant(event, user)
result = b64encode(json.dumps(event_to_copy(event)).encode()).decode()
"""
#: The copy, opened and played by the account of the laptop; the file of its result.
PLAY = """
import json
from base64 import b64decode, b64encode
from tests import elsewhere, factories as make
from tournament.exchange.copies import event_open
from tournament.exchange.export import event_to_file
from tournament.models import Event, Person
make.make_season()
copy = event_open(data=b64decode(FILE), by=make.make_user("portatile", superuser=True))
elsewhere.play_copy(copy)
result = b64encode(json.dumps(event_to_file(Event.objects.get(pk=copy.pk))).encode()).decode()
"""
TAKE = """
from base64 import b64decode
from tournament.exchange.results import result_take
from tournament.core.messages import sentence
from tournament.regulation.refused import Refused
try:
    taken = result_take(event=Event.objects.get(), data=b64decode(FILE), by=user)
    result = taken.state
except Refused as refused:
    result = refused.code
"""
RATIFY = """
from ranking.homologation.services import event_homologate
from ranking.models import LedgerEntry
from tests import reporting
reporting.submit(Event.objects.get(), by=user)
event_homologate(event=Event.objects.get(), by=None, reason="Va bene")
event = Event.objects.get()
walk_in = event.entries.get(number=14)
result = [
    event.state,
    [str(place.entry.person) for place in event.final_places.order_by("place")],
    LedgerEntry.objects.filter(event=event).count(),
    str(walk_in.person), walk_in.shows_name, walk_in.person.user_id,
]
"""
PLACES = 'result = [str(place.entry.person) for place in copy.final_places.order_by("place")]'


@pytest.fixture
def installations(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[list[Installation]]:
    """Return a site and a laptop, with a process and a database each."""
    folders = [tmp_path_factory.mktemp(name) for name in ("site", "laptop")]
    with django_db_blocker.unblock():
        for folder in folders:
            copy_migrated(folder / "fossato.sqlite3")
    with (
        installation("sqlite", folders[0], laptop(folders[0])) as site,
        installation("sqlite", folders[1], laptop(folders[1])) as other,
    ):
        yield [site, other]


def test_event_played_on_a_second_installation_is_uploaded_and_ratified(installations: list[Installation]) -> None:
    site, other = installations
    file = site.do(LEAVE)
    back = other.do(f"FILE = {file!r}\n{PLAY}")
    assert b"Porta" in base64.b64decode(back)
    assert site.do(f"FILE = {file!r}\n{TAKE}") == "FILE_REFUSED"
    assert site.do(f"FILE = {back!r}\n{TAKE}") == "concluded"
    state, places, entries, *walk_in = site.do(RATIFY)
    assert state == "homologated"
    assert places == other.do(PLACES)
    assert (len(places), entries) == (13, 13)
    assert walk_in == ["Piero Porta", False, None]

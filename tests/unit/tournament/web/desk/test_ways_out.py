"""Each refusal that an organiser meets leads to a page that helps: the walk presses the way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.entering import open_event
from tests.refusals import refuses
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.events.draw_preview import draw_preview
from tournament.events.moving import event_move_ask
from tournament.models import Entry, Event, EventMove, Round
from tournament.regulation.refused import Refused
from tournament.web.desk.event_forms import EventForm
from tournament.web.ways_out import WAYS, way_out

pytestmark = pytest.mark.django_db

WALK_IN = {"new": "1", "first_name": "Zoe", "last_name": "Conti", "city": "Ivrea"}


@dataclass(frozen=True)
class Walk:
    """A refusal of the desk and the way out of it.

    Arguments:
        event: in the state in which it is refused; refused: the address and the data of the act.
        way: name of the address of the way out; pressed: data posted there, None if the page itself is the help.
        helps: whether the event is as it should be afterwards; number: of the round whose page is the way out.
    """

    event: Callable[[], Event]
    refused: tuple[str, tuple[Any, ...], dict[str, Any]]
    way: str
    pressed: dict[str, Any] | None = None
    helps: Callable[[Event], bool] = lambda event: True
    number: int = 1


def _full() -> Event:
    event = open_event(capacity=3)
    for person in make.make_people(3):
        entries.entry_add(event=event, person=person, by=None)
    return event


def _moving() -> Event:
    event = open_event()
    day = event.first_day + timedelta(days=7)
    facts = {"announcement_url": "https://forum.example/2", "announced_on": timezone.localdate(), "reason": "Neve"}
    event_move_ask(event=event, first_day=day, last_day=day, by=None, **facts)
    return event


def _two_rounds() -> Event:
    return make.played_event(rounds_played=2)


def _one_sheet() -> Event:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[0])
    return event


def _two_players() -> Event:
    event = make.check_in_event(players=2)
    return lifecycle.event_make_unofficial(event=event, reason="Pochi", by=None)


def _has_final(event: Event) -> bool:
    return Round.objects.filter(event=event, is_final=True).exists()


def _details(event: Event, **changes: Any) -> dict[str, Any]:
    """Return what the form of the details posts, with these values changed."""
    facts = {
        **{"name": event.name, "city": event.city, "venue": event.venue, "season": event.season_id},
        **{"first_day": event.first_day, "last_day": event.last_day, "fascia_declared": event.fascia_declared},
        **{"clock_minutes": event.clock_minutes, "final_has_clock": "on", "entry_mode": event.entry_mode},
        **{"answer_hours": event.answer_hours, "language": "it", "card_names": "regulation"},
        "capacity": event.capacity or "",
    }
    return facts | changes


DRAWN = {"word": make.WORD, "dates_reason": "Prova"}
ANNOUNCED = {"announcement_url": "https://forum.example/1", "announced_on": "2009-06-02"}
MOVED = {"announcement_url": "https://forum.example/2", "announced_on": timezone.localdate(), "reason": "Neve"}

WALKS = {
    "ENTRIES_NOT_OPEN": Walk(
        lambda: make.make_event(),
        ("entry_add", (), WALK_IN),
        "event_announce",
        ANNOUNCED,
        lambda event: event.state == Event.State.ANNOUNCED,
    ),
    "NOT_AUTHORISED": Walk(
        lambda: make.make_event(),
        ("event_open_check_in", (), {}),
        "event_announce",
        ANNOUNCED,
        lambda event: event.state == Event.State.ANNOUNCED,
    ),
    "EVENT_FULL": Walk(_full, ("entry_add", (), WALK_IN), "event_edit", {"capacity": 4}, lambda e: e.capacity == 4),
    "TOO_FEW_PLAYERS": Walk(
        lambda: make.check_in_event(players=8),
        ("round_new", (), DRAWN),
        "event_unofficial",
        {"reason": "Siamo pochi"},
        lambda event: not event.is_official,
    ),
    "ROUND_NOT_COMPLETE": Walk(lambda: make.drawn_event(), ("round_new", (), DRAWN), "round_desk"),
    "TABLES_STILL_POSSIBLE": Walk(
        lambda: make.played_event(),
        ("event_stop", (), {"reason": "Basta"}),
        "round_new",
        DRAWN,
        lambda event: Round.objects.filter(event=event).count() == 2,
    ),
    "ROUNDS_TO_PLAY": Walk(lambda: make.played_event(), ("final_new", (), DRAWN), "round_new"),
    "EVENT_STATE_WRONG": Walk(lambda: make.concluded_event(), ("event_unofficial", (), {"reason": "Pochi"}), "desk"),
    "FIELD_FROZEN": Walk(
        open_event,
        ("event_edit", (), {"first_day": timezone.localdate() + timedelta(days=12)}),
        "event_move",
        MOVED | {"first_day": timezone.localdate() + timedelta(days=12)},
        lambda event: EventMove.objects.filter(event=event).exists(),
    ),
    "MOVE_WAITS": Walk(
        _moving, ("event_move", (), MOVED | {"first_day": timezone.localdate() + timedelta(days=13)}), "event_move"
    ),
    "ALL_ROUNDS_DRAWN": Walk(_two_rounds, ("round_new", (), DRAWN), "final_new", DRAWN, _has_final),
    "FINAL_NOT_PLAYED": Walk(_two_rounds, ("event_conclude", (), {}), "final_new", DRAWN, _has_final),
    "ROUND_ALREADY_DRAWN": Walk(make.concluded_event, ("final_new", (), DRAWN), "round_desk", number=3),
    "IMPOSSIBLE_TABLES": Walk(
        _two_players, ("round_new", (), DRAWN), "entry_add", WALK_IN, lambda event: event.entries.count() == 3
    ),
    "ENTRIES_CLOSED": Walk(make.drawn_event, ("entry_add", (), WALK_IN), "desk"),
    "ROUND_HAS_SHEETS": Walk(_one_sheet, ("round_undo", (1,), {"reason": "Errore"}), "round_desk"),
    "ROUND_STATE_WRONG": Walk(_two_rounds, ("round_undo", (1,), {"reason": "Errore"}), "round_desk"),
    "ROUNDS_OUT_OF_RANGE": Walk(
        make.check_in_event,
        ("event_edit", (), {"rounds_override": 9, "rounds_reason": "Molti"}),
        "event_edit",
        {"rounds_override": ""},
        lambda event: event.rounds_override is None,
    ),
    "REPORT_INCOMPLETE": Walk(make.concluded_event, ("report", (), {"send": "1"}), "report"),
    "PRACTICE_STAYS_APART": Walk(
        lambda: make.make_event(is_practice=True), ("event_announce", (), ANNOUNCED), "event_new"
    ),
}


def _way(page: str, path: str) -> bool:
    return f'href="{path}"' in page


@pytest.mark.parametrize("code", WALKS)
def test_way_out_of_a_refusal_is_linked_and_works(code: str) -> None:
    walk = WALKS[code]
    event, user, client = walk.event(), make.make_user(), Client()
    make.grant(event, user)
    Event.objects.filter(pk=event.pk).first()
    event.organiser.members.create(user=user)
    client.force_login(user)
    name, args, data = walk.refused
    data = _details(event, **data) if name == "event_edit" else data
    page = client.post(reverse(name, args=[event.slug, *args]), data, follow=True).content.decode()
    links = re.findall(r'href="([^"]+)"', page[page.index("<main") :])
    of_event = [] if walk.way == "event_new" else [event.slug]
    path = reverse(walk.way, args=[*of_event, walk.number] if walk.way == "round_desk" else of_event)
    assert path in links, code
    assert client.get(path).status_code == 200
    if walk.pressed is not None:
        pressed = _details(event, **walk.pressed) if walk.way == "event_edit" else walk.pressed
        client.post(path, pressed, follow=True)
        assert walk.helps(Event.objects.get(pk=event.pk))


def test_way_out_addresses_exist_and_open_for_the_organiser() -> None:
    event, user, client = make.drawn_event(), make.make_user(), Client()
    make.grant(event, user)
    event.organiser.members.create(user=user)
    client.force_login(user)
    paths = set()
    for code, ways in WAYS.items():
        for way in ways:
            paths.add(way.path(event, Refused(code, **dict.fromkeys(way.params, 1))))
    # A page that needs another state leads back to the desk.
    assert {client.get(path).status_code for path in paths} <= {200, 302}


def test_way_out_depends_on_the_state() -> None:
    refusal = Refused("ENTRIES_NOT_OPEN")
    for event, name in ((make.make_event(), "event_announce"), (make.announced_event(), "desk")):
        way = way_out(refusal, event)
        assert way is not None
        assert way[1] == reverse(name, args=[event.slug])


def test_way_out_is_not_shown_to_a_player() -> None:
    event = make.drawn_event()
    page = Client().post(reverse("entry_page", args=[event.slug]), {}, follow=True).content.decode()
    assert reverse("desk", args=[event.slug]) not in page


def test_practice_event_takes_entries_without_an_authorisation() -> None:
    event = make.make_event(is_practice=True)
    entry = entries.entry_add(event=event, person=make.make_person(), by=None)
    assert entry.state == Entry.State.REGISTERED
    assert lifecycle.event_open_check_in(event=event, by=None).entries.count() == 1


@pytest.mark.rule("AMB-01")
def test_event_details_name_the_numbers_of_their_version() -> None:
    number = make.regulation_published("9.8", minutes=50, rounds_threshold=20)
    event = make.make_event()
    Event.objects.filter(pk=event.pk).update(regulation=number)
    words = EventForm(instance=Event.objects.get(pk=event.pk)).fields
    assert "50" in str(words["clock_minutes"].help_text)
    assert "20" in str(words["rounds_override"].help_text)


@pytest.mark.rule("AMB-01")
def test_empty_event_says_one_number_of_rounds() -> None:
    event = open_event()
    for rounds in (2, 3):
        with refuses("ROUNDS_CHOICE_REASON_MISSING") as refused:
            lifecycle.event_update(event=event, by=None, rounds_override=rounds)
        assert (refused.value.least, refused.value.most, refused.value.threshold) == (2, 3, 16)
    Event.objects.filter(pk=event.pk).update(rounds_override=3)
    blocks = draw_preview(Event.objects.get(pk=event.pk)).blocks
    assert [block.code for block in blocks] == ["TOO_FEW_PLAYERS"]

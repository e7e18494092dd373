"""Test check-in by code: a participant's code, scanned or typed, marks its holder present, once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ops.middleware import PERMISSIONS_POLICY
from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.access import links
from tournament.core.tokens import code_token
from tournament.models import Entry, Event, PrivateLink, Seat

pytestmark = pytest.mark.django_db

AsOne = Callable[[Event], Client]
TOKEN = "Ab-_" + "x" * 18


@pytest.fixture
def event() -> Event:
    return make.check_in_event(present=0)


def _address(event: Event) -> str:
    return reverse("check_in", args=[event.slug])


def _code(entry: Entry) -> str:
    created_links = links.participant_links_make(event=entry.event, by=None)
    return str(links.link_address(next(link for link in created_links if link.entry_id == entry.pk)))


def _entry(event: Event) -> Entry:
    return Entry.objects.select_related("event", "person").filter(event=event).earliest("pk")


def _state(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).state


@pytest.mark.parametrize(
    ("text", "token"),
    [
        (TOKEN, TOKEN),
        (f"  https://fossato.example/g/{TOKEN}/ \n", TOKEN),
        (f"http://10.0.0.7:8000/g/{TOKEN}", TOKEN),
        (f"https://fossato.example/g/{TOKEN}/?da=1", TOKEN),
        (f"https://fossato.example/t/{TOKEN}/", TOKEN),
        ("httpsç--fossato.example-g-" + TOKEN.replace("-", "'").replace("_", "?") + "-", TOKEN),
        ("", None),
        ("Rossi", None),
        (TOKEN + "x", None),
        (f"https://fossato.example/h/{TOKEN}/", None),
    ],
    ids=[
        "token",
        "address",
        "no slash",
        "query",
        "table",
        "American scanner",
        "empty",
        "name",
        "too long",
        "other page",
    ],
)
def test_code_token_extracts_the_token(text: str, token: str | None) -> None:
    assert code_token(text) == token


@pytest.mark.parametrize("role", ["referee", "organiser", "referent"])
def test_check_in_code_marks_its_holder_present(event: Event, role: str, visitor: Callable[..., Client]) -> None:
    entry, client = _entry(event), visitor(role, event)
    answer = client.post(_address(event), {"code": _code(entry)})
    assert answer.status_code == 200
    assert answer.context["said"].kind == "in"
    assert str(entry.person) in text_of(answer)
    assert (answer.context["total"], answer.context["present"]) == (12, 1)
    assert _state(entry) == "checked_in"
    assert Entry.history.filter(id=entry.pk, history_user=client.user, state="checked_in").count() == 1


def test_check_in_repeated_scan_counts_once_and_is_reported(event: Event, referee: AsOne) -> None:
    entry, client = _entry(event), referee(event)
    client.post(_address(event), {"code": _code(entry)})
    before = Entry.history.filter(id=entry.pk).count()
    answer = client.post(_address(event), {"code": _code(entry)})
    assert answer.context["said"].kind == "again"
    assert "Era già presente" in text_of(answer)
    assert Entry.history.filter(id=entry.pk).count() == before


def test_check_in_undo_restores_the_registration(event: Event, referee: AsOne) -> None:
    entry, client = _entry(event), referee(event)
    client.post(_address(event), {"code": _code(entry)})
    answer = client.post(_address(event), {"undo": entry.pk})
    assert answer.context["said"].kind == "undone"
    assert str(entry.person) in text_of(answer)
    assert _state(entry) == "registered"


@pytest.mark.parametrize("wanted", ["", "x", "0"])
def test_check_in_undo_of_an_invalid_entry_answers_404(event: Event, referee: AsOne, wanted: str) -> None:
    assert referee(event).post(_address(event), {"undo": wanted}).status_code == 404


def test_check_in_undo_of_another_event_answers_404(event: Event, referee: AsOne) -> None:
    other = _entry(make.check_in_event())
    assert referee(event).post(_address(event), {"undo": other.pk}).status_code == 404
    assert _state(other) == "checked_in"


def _revoked(event: Event) -> str:
    code = _code(_entry(event))
    links.link_revoke(link=PrivateLink.objects.get(entry=_entry(event)), by=None)
    return code


def _expired(event: Event) -> str:
    code = _code(_entry(event))
    PrivateLink.objects.filter(event=event).update(expires_at=timezone.now() - timedelta(days=1))
    return code


def _of_table(event: Event) -> str:
    (first, *_others) = links.table_links_make(round=make.last_round(make.drawn_event()), by=None)
    return str(links.link_address(first))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (lambda event: _code(_entry(make.check_in_event(name="Torneo di domenica"))), "Torneo di domenica"),
        (_revoked, "è stato revocato"),
        (_expired, "è scaduto"),
        (_of_table, "il codice di un tavolo"),
        (lambda event: "Rossi", "non è di nessun iscritto"),
        (lambda event: TOKEN, "non è di nessun iscritto"),
        (lambda event: "", "non è di nessun iscritto"),
    ],
    ids=["another event", "revoked", "expired", "a table's", "a name", "unknown", "empty"],
)
def test_check_in_refused_code_shows_the_reason(
    event: Event, referee: AsOne, code: Callable[[Event], str], words: str
) -> None:
    client, scanned = referee(event), code(event)
    answer = client.post(_address(event), {"code": scanned})
    assert answer.status_code == 422
    assert answer.context["said"].kind == "refused"
    assert words in text_of(answer)
    assert not Entry.objects.filter(event=event, state="checked_in").exists()
    part = client.post(_address(event), {"code": scanned}, headers={"hx-request": "true"})
    assert part.status_code == 200
    assert words in text_of(part)
    assert "<html" not in text_of(part)


def test_check_in_outside_its_phase_accepts_no_code(referee: AsOne) -> None:
    event = make.concluded_event()
    client = referee(event)
    page = text_of(client.get(_address(event)))
    assert "I codici si leggono dal check-in alla fine del torneo." in page
    assert 'name="code"' not in page
    answer = client.post(_address(event), {"code": _code(_entry(event))})
    assert answer.status_code == 422
    assert _state(_entry(event)) == "playing"


def test_check_in_page_alone_allows_the_camera(event: Event, organiser: AsOne) -> None:
    client = organiser(event)
    answer = client.get(_address(event))
    assert answer["Permissions-Policy"] == PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
    assert "no-store" in answer["Cache-Control"]
    entries = client.get(reverse("entries", args=[event.slug]))
    assert entries["Permissions-Policy"] == PERMISSIONS_POLICY
    assert _address(event) in text_of(entries)


def test_referee_home_links_to_the_check_in(event: Event, referee: AsOne) -> None:
    assert _address(event) in text_of(referee(event).get(reverse("referee_home")))
    other = make.drawn_event()
    assert _address(other) not in text_of(referee(other).get(reverse("referee_home")))


@pytest.mark.parametrize("role", ["anonymous", "player", "other_organiser"])
def test_check_in_is_refused_to_other_roles(event: Event, role: str, visitor: Callable[..., Client]) -> None:
    answer = visitor(role).post(_address(event), {"code": _code(_entry(event))})
    assert answer.status_code == (302 if role == "anonymous" else 404)
    assert _state(_entry(event)) == "registered"


def test_case_20_code_after_the_draw_says_table_and_seat(organiser: AsOne) -> None:
    """The case 20-code-after-the-draw: where a player sits, in the round drawn last; nothing is changed."""
    event = make.drawn_event(players=13)
    seat = Seat.objects.filter(table__round__event=event, table__number=2, position=1).get()
    entry = Entry.objects.select_related("event", "person").get(pk=seat.entry_id)
    answer = organiser(event).post(_address(event), {"code": _code(entry)})
    assert answer.status_code == 200
    page = text_of(answer)
    assert str(entry) in page
    assert "Tavolo 2, sedia 1" in page
    assert _state(entry) == "playing"


def test_code_after_the_draw_of_somebody_without_a_seat_says_so(organiser: AsOne) -> None:
    event = make.check_in_event(players=13, present=12)
    absent = Entry.objects.select_related("event", "person").get(event=event, state="registered")
    code = _code(absent)
    event = make.opened(make.draw_round(event))
    assert "Non gioca in questo turno." in text_of(organiser(event).post(_address(event), {"code": code}))

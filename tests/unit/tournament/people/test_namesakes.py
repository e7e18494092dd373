"""AMB-25: players of an event with equal names are told apart by the same text wherever they meet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from tests import factories
from tests.unit.tournament.printing import papers
from tournament.entries import services as entries
from tournament.models import Entry, EventRole, Organiser
from tournament.printing import documents
from tournament.rounds import hand_draws

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-25")]

ROOT = Path(__file__).parents[4]
NAME = {"first_name": "Niccolò", "last_name": "D’Angelo"}
OTHER = {"first_name": "NICCOLO'", "last_name": "D' Angelo"}


def _entered(event: Any, **facts: Any) -> Entry:
    entry = entries.entry_add(event=event, person=factories.make_person(**facts), by=None)
    return entries.entry_check_in(entry=entry, by=None)


def _beside(event: Any) -> list[str]:
    with translation.override("it"):
        return [entry.told_apart for entry in event.entries.order_by("number") if entry.told_apart]


def test_cities_tell_equal_names_apart() -> None:
    event = factories.check_in_event(players=1)
    _entered(event, **NAME, city="Forlì")
    assert _beside(event) == []
    _entered(event, **OTHER, city="Cesena")
    assert _beside(event) == ["(Forlì)", "(Cesena)"]
    with translation.override("en"):
        last = event.entries.order_by("number").last()
        assert last is not None
        assert (str(last), last.listed_name) == ("NICCOLO' D' Angelo (Cesena)", "D' Angelo NICCOLO' (Cesena)")


@pytest.mark.parametrize("city", ["", "FORLI"])
def test_clubs_tell_equal_names_of_one_city_apart_else_the_numbers(city: str) -> None:
    event = factories.check_in_event(players=1)
    one = _entered(event, **NAME, city="Forlì").person
    clubs = [Organiser.objects.create(name=name, city="Forlì") for name in ("Il Dado", "La Torre")]
    earlier = [factories.authorised_event(organiser=club) for club in clubs]
    entries.entry_add(event=earlier[0], person=one, by=None)
    other = factories.make_person(**OTHER, city=city)
    entries.entry_add(event=event, person=other, by=None)
    assert _beside(event) == ["(n.\u00a02)", "(n.\u00a03)"]
    entries.entry_add(event=earlier[1], person=other, by=None)
    factories.change_person(other, city="")
    assert _beside(event) == ["(Il Dado)", "(La Torre)"]


def test_nothing_stands_beside_a_name_that_is_no_longer_equal() -> None:
    event = factories.check_in_event(players=1)
    one, other = _entered(event, **NAME, city="Forlì"), _entered(event, **OTHER, city="Forlì")
    factories.change_person(other.person, first_name="Nicola")
    assert _beside(event) == []
    factories.change_person(other.person, first_name="nicolo")
    factories.change_person(one.person, first_name="Nicolò", city="Faenza")
    assert _beside(event) == ["(Faenza)", "(Forlì)"]
    entries.entry_undo_check_in(entry=other, by=None)
    entries.entry_remove(entry=other, by=None)
    assert _beside(event) == []


def test_equal_names_are_told_apart_on_every_page_and_paper(client: Client) -> None:
    """Case 13-homonyms: one hides the name, and is told apart where names are seen; the page shows the number."""
    event = factories.check_in_event(players=10)
    shown = _entered(event, **NAME, city="Forlì")
    hidden = _entered(event, **OTHER, city="Cesena", consent=False)
    round_ = factories.draw_round(event)
    factories.opened(round_)
    referee = factories.make_user()
    factories.grant(event, referee, EventRole.Role.ORGANISER)
    names = [str(Entry.objects.get(pk=entry.pk)) for entry in (shown, hidden)]
    assert [name.rpartition(" ")[2] for name in names] == ["(Forlì)", "(Cesena)"]

    def page(name: str, *args: object) -> str:
        answer = client.get(reverse(name, args=[event.slug, *args]))
        assert answer.status_code == 200
        text = re.sub(r"<[^>]*>", "", answer.content.decode())
        return " ".join(text.split())

    public = page("event")
    assert escape(names[0]) in public
    wall = page("board")
    assert "(Forlì)" in wall
    assert "(Cesena)" not in public + wall
    client.force_login(referee)
    pages = [page("round_desk", 1)]
    for entry in (shown, hidden):
        table = Entry.objects.get(pk=entry.pk).seats.get().table
        pages.append(page("sheet", 1, table.number))
    for name in names:
        assert escape(name) in pages[0]
        assert any(escape(name) in sheet for sheet in pages[1:])
    listed = [escape(Entry.objects.get(pk=entry.pk).listed_name) for entry in (shown, hidden)]
    assert all(name in page("entries") for name in listed)
    paper = "".join(papers.pages(documents.table_list(round_))[0][1].split())
    for entry in (shown, hidden):
        fresh = Entry.objects.get(pk=entry.pk)
        assert "".join(str(fresh).split()) in paper
        assert "".join(fresh.listed_name.split()) in paper


def test_witness_of_an_equal_name_is_the_player_told_apart() -> None:
    event = factories.check_in_event(players=2)
    _entered(event, **NAME, city="Forlì")
    other = Entry.objects.get(pk=_entered(event, **OTHER, city="Cesena").pk)
    named = hand_draws._named(event, [str(other), "Niccolò D’Angelo"])
    assert named == [{"player": "p04"}, {"name": "Niccolò D’Angelo"}]


def test_a_name_in_an_event_is_written_by_one_function() -> None:
    """No template or module writes the names of an entry's person beside ``Entry``; mails and records are their own."""
    code = re.compile(r"str\([^()]*\.person\)|\{[^{}]*\.person\}|entry\.person\.first_name\b")
    page = re.compile(r"entry\.person (%|\}\})|entry\.person\.(first|last)_name|=[\w.]*entry\.person ")
    allowed = {
        "templates/web/desk/door_row.html",  # the surname in bold, with ``told_apart``
        "tournament/events/acts.py",  # of an entry that is gone
        "tournament/exchange/export.py",  # the names as data
        "tournament/exchange/results.py",
        "tournament/models/entering.py",
        "tournament/models/people.py",  # the function
        "tournament/pages/event.py",  # the open data, beside the number
        "tournament/printing/diplomas.py",  # one player's own
    }
    found = set()
    for folder, pattern, suffix in (("templates", page, "html"), ("tournament", code, "py")):
        for path in (ROOT / folder).rglob(f"*.{suffix}"):
            about_one = {"delivery", "access", "records"} & set(path.parts)
            if not about_one and pattern.search(path.read_text()):
                found.add(str(path.relative_to(ROOT)))
    assert found <= allowed

"""A tournament of each game that is not Dominion: the same application, its own sheet, forms, chain and file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from games import registry
from tests import factories as make
from tournament.models import Event, Round, Table
from tournament.printing import documents
from tournament.rules.event_file import parse, verify
from tournament.services import files, lifecycle
from tournament.sheet_page import form_of, sheet_page

pytestmark = pytest.mark.django_db

GAMES = [slug for slug in registry.slugs() if slug != "dominion"]


def _concluded(game: str, players: int = 12) -> Event:
    event = make.drawn_event(players=players, game=game)
    make.play_round(event, sheet=make.real_sheet)
    make.next_round(event)
    make.play_round(event, sheet=lambda table: make.real_sheet(table, f"second {table.number}"))
    make.next_round(event)
    make.play_round(event, sheet=lambda table: make.real_sheet(table, "final"))
    lifecycle.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("game", GAMES)
def test_from_the_draw_to_the_file(game: str) -> None:
    event = _concluded(game)
    assert [round_.is_final for round_ in Round.objects.filter(event=event).order_by("number")] == [False, False, True]
    assert event.final_places.count() == 12
    chain = {criterion.name for criterion in registry.get(game).chain}
    for table in Table.objects.filter(round__event=event):
        assert sorted(seat.place for seat in table.seats.all()) == [1, 2, 3, 4]
        assert all(chain <= set(seat.values) for seat in table.seats.all())
    written = json.dumps(files.event_to_file(event))
    report = verify(parse(written))
    assert [one for one in report.findings if one.is_error] == []


@pytest.mark.parametrize("game", GAMES)
def test_pages_and_papers(game: str, client: Client) -> None:
    event = _concluded(game)
    referee = make.make_user()
    make.grant(event, referee)
    client.force_login(referee)
    for language in ("it", "en"):
        client.cookies["django_language"] = language
        pages = [
            reverse("event", args=[event.slug]),
            reverse("table_result", args=[event.slug, 1, 1]),
            reverse("sheet", args=[event.slug, 1, 1]),
            reverse("desk", args=[event.slug]),
            reverse("round_desk", args=[event.slug, 1]),
            reverse("history", args=[event.slug]),
        ]
        for page in pages:
            assert client.get(page).status_code == 200, page
    round_ = event.round_set.get(number=1)
    forms = PdfReader(_file(documents.table_forms(round_)))
    assert len(forms.pages) == round_.tables.count()
    text = forms.pages[0].extract_text()
    for seat in round_.tables.earliest("number").seats.all():
        assert seat.entry.person.last_name in text
    assert client.get(reverse("print_kingdom", args=[event.slug, 1])).status_code == 404
    assert reverse("print_kingdom", args=[event.slug, 1]).encode() not in client.get(pages[4]).content
    for paper in (documents.table_list(round_), documents.standings(round_), documents.report(event)):
        assert len(PdfReader(_file(paper)).pages) >= 1


def _file(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_by_its_fields(game: str) -> None:
    """What a played game gives goes through the form's fields and comes back without a finding that is an error."""
    event = make.drawn_event(players=12, game=game)
    table = Table.objects.select_related("round__event").filter(round__event=event).earliest("number")
    values = form_of(table).to_values(make.real_sheet(table))
    page = sheet_page(table, values, delivering=True)
    assert (page.errors, page.complete) == (0, True)
    one = next(one for one in page.seats[0].written if one["name"].endswith("_points"))
    wrong = sheet_page(table, {**values, one["name"]: str(int(one["value"]) + 7)}, delivering=True)
    assert wrong.errors > 0
    assert any(finding["sentence"] for seat in wrong.seats for finding in seat.findings)

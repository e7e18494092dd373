"""Test the data of an event that the Referent reviews before deciding on its report (articles 1.3, 1.4 and 1.6)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from ranking.homologation import services as homologation_services
from ranking.homologation.review import ranking_change, review
from ranking.national import selectors as national_selectors
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Event, FinalPlace, Person, Table
from tournament.rounds import notes

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.soak(
        gate="tests/unit/ranking/web/test_homologation.py::test_decision_requires_a_reason_and_is_stored_once"
    ),
]


def _address(event: Event) -> str:
    return reverse("homologation", args=[event.slug])


def _section(page: str, heading: str) -> str:
    """Return the section of the page with this heading id."""
    return page.partition(f'aria-labelledby="{heading}"')[2].partition("</section>")[0]


def _players(event: Event) -> list[Person]:
    places = FinalPlace.objects.filter(event=event).select_related("entry__person").order_by("place")
    return [place.entry.person for place in places]


def test_review_shows_photos_links_places_points_and_pdf(referent: Client) -> None:
    event = reporting.reported_event(players=13)
    page = text_of(referent.get(_address(event)))
    photo = event.photos.get()
    assert page.count(reverse("photo", args=[event.slug, photo.pk])) == 2
    assert "La finale" in page
    for address in ("https://forum.example/avviso/1", reporting.FORUM, reverse("print_report", args=[event.slug])):
        assert f'href="{address}"' in page
    places = _section(page, "h-places")
    assert all(str(person) in places for person in _players(event))
    assert "41,5" in places
    picture = referent.get(reverse("photo", args=[event.slug, photo.pk]))
    assert b"".join(picture.streaming_content).startswith(b"\xff\xd8")
    picture.close()


def test_review_notes_and_forced_sheets_show_table_and_reason(referent: Client) -> None:
    event = reporting.reported_event()
    first, second = Table.objects.filter(round__event=event, round__number=1).order_by("number")[:2]
    notes.table_note(table=first, note="Orologio fermo per due minuti", by=None)
    sheet = second.sheets.get()
    sheet.forced_reason = "Foglio bagnato, letto in due"
    sheet.findings = [{"code": "F2", "severity": "error", "path": "end", "params": {"field": "end"}}]
    sheet.save()
    page = text_of(referent.get(_address(event)))
    assert "Orologio fermo per due minuti" in _section(page, "h-notes")
    forced = _section(page, "h-forced")
    assert "Foglio bagnato, letto in due" in forced
    assert reverse("table_result", args=[event.slug, 1, second.number]) in forced


def test_ranking_change_equals_the_effect_of_the_homologation(referent: Client) -> None:
    season = make.make_season(finalists=12)
    before = make.make_people(12)
    for position, person in enumerate(before):
        credit(season, person, 40 - 3 * position)
    event = reporting.reported_event(players=12, season=season)
    change = ranking_change(event)
    assert change is not None
    was = {row.person_id: row.rank for row in national_selectors.national_ranking(season)}
    homologation_services.event_homologate(event=event, by=None)
    rows = {row.person_id: row for row in national_selectors.national_ranking(season)}
    played = {person.pk for person in _players(event)}
    assert {move.person.pk for move in change.moves} >= played
    for move in change.moves:
        row = rows[move.person.pk]
        assert (move.after, move.total) == (row.rank, row.half_points)
        assert move.before == was.get(move.person.pk)
        assert (move.half_points is not None) == (move.person.pk in played)
    entered = [move.person.pk for move in change.enters]
    assert entered
    assert set(entered) <= played
    assert {move.person.pk for move in change.leaves} <= {person.pk for person in before}
    assert ranking_change(Event.objects.get(pk=event.pk)) is None


def test_review_shows_who_enters_and_who_leaves_the_finalists(referent: Client) -> None:
    season = make.make_season(finalists=3)
    people = make.make_people(3)
    for person, half in zip(people, (50, 40, 5), strict=True):
        credit(season, person, half)
    event = reporting.reported_event(players=12, season=season)
    winner = _players(event)[0]
    page = text_of(referent.get(_address(event)))
    change = _section(page, "h-change")
    with override("it"):
        assert gettext("Enter the first %(n)s:") % {"n": 3} in change
        assert gettext("Leave them:") in change
    head = change.split("<table")[0]
    assert str(winner) in head
    assert str(people[2]) in head
    assert str(people[0]) not in head


@pytest.mark.soak(
    gate="tests/unit/ranking/web/test_homologation.py::test_decision_requires_a_reason_and_is_stored_once"
)
def test_ranking_change_reports_a_tie_at_the_line_and_no_moves_in_a_short_ranking() -> None:
    season = make.make_season(finalists=12)
    event = reporting.reported_event(players=13, season=season)
    change = ranking_change(event)
    assert change is not None
    # The last three of thirteen have equal points; whether they tie on every criterion depends on the random event.
    assert change.tied in (0, 2, 3)
    short = reporting.reported_event(players=12, season=make.make_season(finalists=24))
    change = ranking_change(short)
    assert change is not None
    assert (change.enters, change.leaves, change.tied) == ([], [], 0)


def test_ranking_change_of_the_national_final_is_none(referent: Client) -> None:
    event = make.check_in_event(is_national_final=True)
    assert ranking_change(event) is None
    assert referent.get(_address(event)).status_code == 200


def test_review_queries_are_independent_of_the_players(referent: Client) -> None:
    """Queries grow with the rounds that the recomputation reads, so two events of two rounds are compared.

    The second time the evidence is kept: nothing has changed.
    """
    few = reporting.reported_event(players=12, season=make.make_season())
    many = reporting.reported_event(players=15, season=make.make_season())
    assert queries_of(referent, "homologation", many.slug) == queries_of(referent, "homologation", few.slug) <= 53
    assert queries_of(referent, "homologation", many.slug) == queries_of(referent, "homologation", few.slug) <= 13


def test_review_kept_is_computed_again_after_any_change(referent: Client) -> None:
    event = reporting.reported_event(players=12)
    address, winner = _address(event), _players(event)[0]
    assert str(winner) in text_of(referent.get(address))
    winner.first_name = "Zenobia"
    winner.save()
    assert "Zenobia" in text_of(referent.get(address))
    table = Table.objects.filter(round__event=event).earliest("pk")
    notes.table_note(table=table, note="Orologio fermo", by=None)
    assert "Orologio fermo" in text_of(referent.get(address))
    sheet = table.sheets.get()
    sheet.data = {**sheet.data, "end": "nothing"}
    sheet.save()
    assert referent.get(address).context["differences"] != []


def test_review_names_the_readings_that_decided_something(referent: Client) -> None:
    season = make.make_season(regulation=make.regulation_published("2.1", kingdoms="per_event"))
    event = reporting.reported_event(season=season)
    page = text_of(referent.get(_address(event)))
    with override("it"):
        assert gettext("The kingdom of round 1 is played all day.") in page
    assert f'href="{reverse("regulation_version", args=["2.1"])}#amb-07"' in page


def test_review_takes_seventeen_queries(django_assert_max_num_queries: Any) -> None:
    event = reporting.reported_event(players=16)
    event = Event.objects.select_related("season", "organiser").get(pk=event.pk)
    with django_assert_max_num_queries(17):
        review(event)


@pytest.mark.soak(
    gate="tests/unit/ranking/web/test_homologation.py::test_decision_requires_a_reason_and_is_stored_once"
)
def test_review_shows_points_and_ranking_of_another_fascia_without_changing_it(referent: Client) -> None:
    """Art. 1.3: with enough players the Referent may promote an event; before, the page says what it would make."""
    event = reporting.reported_event(players=27)
    now = text_of(referent.get(_address(event)))
    preview = text_of(referent.get(_address(event), {"fascia": "II"}))
    assert 'href="?fascia=II#h-change"' in now
    assert "Come sarebbe in Fascia II" in preview
    assert "Come sarebbe" not in now
    winner = [_section(page, "h-change").partition("+")[2].partition("<")[0] for page in (now, preview)]
    assert winner[0] != winner[1]
    # The buttons state the same points in both: those that the decision would give.
    decisions = [_section(page, "h-e").partition("fo-decisions")[2] for page in (now, preview)]
    assert decisions[0] == decisions[1] != ""
    event.refresh_from_db()
    assert event.fascia_effective == "I"
    assert "Come sarebbe" not in text_of(referent.get(_address(event), {"fascia": "IV"}))


def test_review_leads_to_the_next_report(referent: Client) -> None:
    season = make.make_season()
    first, second = (reporting.reported_event(season=season) for _ in range(2))
    page = referent.get(_address(first))
    assert (page.context["position"], page.context["next_item"].event) == (1, second)
    assert f'href="{_address(second)}"' in text_of(page)
    homologation_services.event_homologate(event=second, by=None)
    assert referent.get(_address(first)).context["next_item"] is None
    decided = referent.get(_address(second))
    assert (decided.context["position"], decided.context["next_item"].event) == (None, first)

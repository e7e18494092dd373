"""Test the end of a season: the final Ranking as a numbered, signed document (art. 1.6)."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.call_up import services as call_up_services
from ranking.closing.reading import final_document
from ranking.closing.selectors import closing_of, standing_document
from ranking.closing.services import season_close, season_reopen
from ranking.homologation import services as homologation_services
from ranking.models import FinalRanking
from tests import factories, reporting
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Event, Person, Season

pytestmark = pytest.mark.django_db


def _season(number: int = 6) -> tuple[Season, list[Person]]:
    season = factories.make_season(finalists=4)
    people = factories.make_people(number)
    for position, person in enumerate(people):
        credit(season, person, 40 - 2 * position, wins=1)
    return season, people


def test_season_close_publishes_a_numbered_signed_document() -> None:
    season, people = _season()
    document = season_close(season=season, by=None)
    content = json.loads(document.content)
    assert (document.number, content["number"], content["season"]) == (1, 1, season.name)
    assert [row["half_points"] for row in content["rows"]] == [40, 38, 36, 34, 32, 30]
    shown = final_document(document)
    assert shown.intact
    assert [line.person for line in shown.lines] == [person.pk if person.consent else None for person in people]
    assert not any(str(person) in document.content for person in people)
    assert season_close(season=_season()[0], by=None).number == 2


def test_season_close_is_refused_twice_before_the_end_and_with_undecided_events() -> None:
    season, _people = _season()
    with refuses("SEASON_NOT_CLOSED"):
        season_reopen(season=season, reason="Errore", by=None)
    waiting = factories.make_event(season=season, name="Torneo del Borgo")
    Event.objects.filter(pk=waiting.pk).update(state=Event.State.REPORTED)
    with refuses("EVENTS_UNDECIDED", match="Torneo del Borgo"):
        season_close(season=season, by=None)
    assert [event.pk for event in closing_of(season).undecided] == [waiting.pk]
    Event.objects.filter(pk=waiting.pk).update(state=Event.State.NOT_HOMOLOGATED)
    document = season_close(season=season, by=None)
    assert [event["name"] for event in json.loads(document.content)["events_without_points"]] == ["Torneo del Borgo"]
    with refuses("SEASON_CLOSED_ALREADY"):
        season_close(season=season, by=None)


def test_season_close_during_the_season_is_refused() -> None:
    today = timezone.localdate()
    season = factories.make_season(first_day=today - timedelta(days=9), last_day=today)
    with refuses("SEASON_NOT_OVER"):
        season_close(season=season, by=None)


def test_closed_season_keeps_its_points_until_it_is_reopened() -> None:
    event = reporting.homologated_event()
    document = season_close(season=event.season, by=None)
    before = document.content
    with refuses("SEASON_CLOSED"):
        homologation_services.homologation_revoke(event=event, by=None, reason="Errore")
    with refuses("REASON_NEEDED"):
        season_reopen(season=event.season, reason=" ", by=None)
    season_reopen(season=event.season, reason="Un referto sbagliato", by=None)
    assert standing_document(event.season) is None
    homologation_services.homologation_revoke(event=event, by=None, reason="Errore")
    again = season_close(season=event.season, by=None)
    assert again.number == document.number + 1
    assert json.loads(again.content)["rows"] == []
    assert FinalRanking.objects.get(pk=document.pk).content == before


def test_call_up_closes_the_season_and_keeps_it_closed_while_players_are_called() -> None:
    season, _people = _season()
    call_up_services.call_up(season=season, by=None)
    document = standing_document(season)
    assert document is not None
    with refuses("SEASON_CALLED"):
        season_reopen(season=season, reason="Errore", by=None)
    call_up_services.call_up_withdraw(season=season, reason="Errore", by=None)
    season_reopen(season=season, reason="Errore", by=None)
    call_up_services.call_up(season=season, by=None)
    assert standing_document(season).number == document.number + 1


def test_final_ranking_page_file_and_paper(anybody: Client, tmp_path: Path) -> None:
    season, people = _season()
    Person.objects.filter(pk=people[1].pk).update(consent=False)
    document = season_close(season=season, by=None)
    page = text_of(anybody.get(reverse("final_ranking", args=[document.number])))
    assert document.sha256 in page
    assert str(people[0]) in page
    assert str(people[1]) not in page
    ranking_page = anybody.get(reverse("ranking_season", args=[season.slug]))
    assert reverse("final_ranking", args=[document.number]) in ranking_page.content.decode()
    paper = anybody.get(reverse("final_ranking_pdf", args=[document.number]))
    assert paper.content.startswith(b"%PDF")
    file = tmp_path / "file.json"
    file.write_bytes(anybody.get(reverse("final_ranking_file", args=[document.number])).content)
    out = StringIO()
    call_command("ranking_verify", str(file), stdout=out)
    assert "6 rows" in out.getvalue()
    file.write_text(file.read_text(encoding="utf-8").replace("40", "42", 1), encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("ranking_verify", str(file))
    assert anybody.get(reverse("final_ranking", args=[99])).status_code == 404


def test_final_ranking_of_a_reopened_season_says_that_it_no_longer_holds(anybody: Client) -> None:
    season, _people = _season()
    first = season_close(season=season, by=None)
    season_reopen(season=season, reason="Un referto sbagliato", by=None)
    second = season_close(season=season, by=None)
    page = anybody.get(reverse("final_ranking", args=[first.number]))
    assert "Un referto sbagliato" in text_of(page)
    assert reverse("final_ranking", args=[second.number]) in page.content.decode()


def test_final_ranking_queries_are_independent_of_its_rows(anybody: Client) -> None:
    few, many = (season_close(season=_season(number)[0], by=None).number for number in (2, 12))
    queries_of(anybody, "final_ranking", few)
    assert queries_of(anybody, "final_ranking", many) == queries_of(anybody, "final_ranking", few)


def test_season_end_closes_and_reopens(referent: Client) -> None:
    season, _people = _season()
    address = reverse("season_end", args=[season.slug])
    assert referent.get(address).context["closing"].ready
    assert referent.post(address, {"do": "close"}).status_code == 302
    document = standing_document(season)
    assert document.by == referent.user
    assert reverse("final_ranking", args=[document.number]) in referent.get(address).content.decode()
    refused = referent.post(address, {"do": "close"}, follow=True)
    assert "no. 1" in text_of(refused) or "n. 1" in text_of(refused)
    assert referent.post(address, {"do": "reopen", "reason": ""}).status_code == 422
    assert referent.post(address, {"do": "reopen", "reason": "Un referto"}).status_code == 302
    assert standing_document(season) is None
    assert referent.post(address, {"do": "reopen", "reason": "Un referto"}).status_code == 422

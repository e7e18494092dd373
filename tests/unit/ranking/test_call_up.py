"""Test the services of the call-up to the national final (art. 1.7)."""

from __future__ import annotations

from datetime import date

import pytest

from ranking.call_up import final
from ranking.call_up import selectors as call_up_selectors
from ranking.call_up import services as call_up_services
from ranking.homologation import services as homologation_services
from ranking.models import CallUp, LedgerEntry
from ranking.national import selectors as national_selectors
from ranking.refusals import RankingLotMissing
from tests import factories, reporting
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tournament.draws.selectors import draw_findings, promised_lots
from tournament.draws.services import draw_reveal, ranking_lots_commit
from tournament.events import lifecycle
from tournament.events.seasons import season_create
from tournament.models import Draw, Event, Season
from tournament.regulation.refusal_codes import Code
from tournament.reports import services as reports
from tournament.results import conclusion

pytestmark = pytest.mark.django_db

State = CallUp.State


def _ranked(number: int, *, equal: range | None = None, finalists: int = 24) -> Season:
    """Return a season with a Ranking of ``number`` people; positions (from 1) in ``equal`` tie on every criterion."""
    season = factories.make_season(finalists=finalists)
    for position, person in enumerate(factories.make_people(number), start=1):
        first = equal.start if equal is not None and position in equal else position
        credit(season, person, 500 - 2 * first)
    return season


def _states(season: Season) -> list[str]:
    return list(CallUp.objects.filter(season=season).order_by("order").values_list("state", flat=True))


@pytest.mark.rule("REQ-1506")
def test_ex_49_24_called_declined_seventh_is_replaced_by_the_25th_and_stays_listed() -> None:
    season = _ranked(30)
    calls = call_up_services.call_up(season=season, by=None)
    assert [call.order for call in calls] == list(range(1, 25))
    seventh = calls[6]
    call_up_services.call_answer(call=seventh, state=State.DECLINED, by=None, note="Impegni")
    new = call_up_services.call_substitutes(season=season, by=None)
    assert [(call.order, call.rank, call.state) for call in new] == [(25, 25, State.CALLED)]
    seventh.refresh_from_db()
    assert (seventh.state, seventh.order, seventh.rank) == (State.REPLACED, 7, 7)
    assert len(_states(season)) == 25
    assert call_up_selectors.call_up_state(season).coming == 24
    assert national_selectors.national_ranking(season)[6].call == State.REPLACED


@pytest.mark.rule("REQ-1502")
def test_ex_49_finalists_reduced_to_20_withdraws_the_last_calls() -> None:
    season = _ranked(30)
    call_up_services.call_up(season=season, by=None)
    with refuses("REASON_NEEDED"):
        call_up_services.season_finalists_set(season=season, number=20, reason="", by=None)
    call_up_services.season_finalists_set(season=season, number=20, reason="Meno tornei", by=None)
    assert _states(season) == [State.CALLED] * 20 + [State.WITHDRAWN] * 4
    season.refresh_from_db()
    assert season.finalists == 20


@pytest.mark.rule("AMB-21")
@pytest.mark.parametrize(
    ("number", "error"), [(25, "TOO_MANY_CALLED"), (5, "NO_TABLES_FOR_CALLED"), (1, "NO_TABLES_FOR_CALLED")]
)
def test_amb_21_impossible_number_of_finalists_is_refused(number: int, error: Code) -> None:
    season = _ranked(30)
    with refuses(error):
        call_up_services.season_finalists_set(season=season, number=number, reason="Prova", by=None)
    season.refresh_from_db()
    assert season.finalists == 24


@pytest.mark.rule("AMB-20")
def test_amb_20_tie_above_the_line_draws_no_lots() -> None:
    season = _ranked(30, equal=range(5, 9))
    call_up_services.call_up(season=season, by=None)
    assert not Draw.objects.filter(season=season, drawn_at__isnull=False).exists()


@pytest.mark.rule("REQ-1406")
def test_req_1406_tie_across_the_line_is_drawn_once_and_verifiable() -> None:
    season = _ranked(30, equal=range(23, 27))
    state = call_up_selectors.call_up_state(season)
    assert len(state.lots_among) == 4
    with pytest.raises(RankingLotMissing):
        call_up_services.call_up(season=season, by=None)
    assert not CallUp.objects.exists()
    committed = call_up_services.call_up_commit(season=season, by=None)
    assert committed is not None
    assert call_up_selectors.call_up_state(season).commitment == committed.commitment
    calls = call_up_services.call_up(season=season, word="melograno", by=None)
    draw = Draw.objects.get(season=season, drawn_at__isnull=False)
    assert (draw.pk, draw.commitment, draw.word) == (committed.pk, committed.commitment, "melograno")
    assert draw_findings(draw) == []
    assert [str(call.person_id) for call in calls[22:]] == draw.outcome[:2]
    assert [(call.rank, call.lot) for call in calls[22:]] == [(23, 1), (23, 2)]
    rows = national_selectors.national_ranking(season)
    assert [row.person_id for row in rows[22:26]] == [int(person_id) for person_id in draw.outcome]
    for call in calls[:2]:
        call_up_services.call_answer(call=call, state=State.NO_ANSWER, by=None)
    assert [call.person_id for call in call_up_services.call_substitutes(season=season, by=None)] == [
        int(person_id) for person_id in draw.outcome[2:]
    ]
    assert Draw.objects.filter(season=season, drawn_at__isnull=False).count() == 1


def test_call_substitutes_tied_substitutes_draw_lots() -> None:
    season = _ranked(30, equal=range(25, 28))
    calls = call_up_services.call_up(season=season, by=None)
    call_up_services.call_answer(call=calls[0], state=State.DECLINED, by=None)
    with pytest.raises(RankingLotMissing):
        call_up_services.call_substitutes(season=season, by=None)
    new = call_up_services.call_substitutes(season=season, word="zattera", by=None)
    draw, following = Draw.objects.filter(season=season).order_by("pk")
    assert [str(call.person_id) for call in new] == draw.outcome[:1]
    assert following.drawn_at is None


def test_lots_of_the_ranking_are_promised_when_the_season_opens_and_at_each_draw_the_next() -> None:
    """Nobody who sees who is equal can still choose the seed: it is promised before."""
    dates = {"first_day": date(2031, 9, 1), "last_day": date(2032, 6, 30)}
    season = season_create(name="Campionato 2032", by=None, **dates)
    first = Draw.objects.get(season=season)
    assert (first.purpose, first.drawn_at, promised_lots(season)) == ("ranking_lots", None, first.commitment)
    assert ranking_lots_commit(season, by=None) == first
    draw_reveal(draw=first, inputs=["1", "2"], word="zattera", by=None)
    second = ranking_lots_commit(season, by=None)
    assert second.scope != first.scope
    assert promised_lots(season) == second.commitment


def test_call_up_short_ranking_calls_everybody() -> None:
    season = _ranked(10)
    assert len(call_up_services.call_up(season=season, by=None)) == 10
    assert call_up_selectors.call_up_state(season).free == 14


def test_call_up_is_refused_twice_or_without_a_ranking() -> None:
    season = _ranked(12)
    call_up_services.call_up(season=season, by=None)
    with refuses("CALL_UP_DONE"):
        call_up_services.call_up(season=season, by=None)
    with refuses("RANKING_EMPTY"):
        call_up_services.call_up(season=factories.make_season(), by=None)
    with refuses("CALL_UP_MISSING"):
        call_up_services.call_substitutes(season=factories.make_season(), by=None)


@pytest.mark.parametrize("state", ["replaced", "withdrawn", "called", "forse"])
def test_call_answer_state_not_available_to_players_is_refused(state: str) -> None:
    season = _ranked(12)
    call = call_up_services.call_up(season=season, by=None)[0]
    with refuses("BAD_CALL_UP"):
        call_up_services.call_answer(call=call, state=state, by=None)
    call.refresh_from_db()
    assert call.state == State.CALLED


def _national_final(season: Season) -> Event:
    return final.national_final_create(
        season=season,
        organiser=factories.make_organiser(),
        by=None,
        name="Finale nazionale",
        venue="Padiglione",
        city="Lucca",
        first_day=date(2009, 10, 31),
        last_day=date(2009, 10, 31),
    )


@pytest.mark.rule("REQ-1507")
def test_req_1507_national_final_is_played_and_gives_no_points() -> None:
    season = _ranked(16)
    calls = call_up_services.call_up(season=season, by=None)
    with refuses("CALL_UP_MISSING"):
        _national_final(season)
    for call in calls[:12]:
        call_up_services.call_answer(call=call, state=State.ACCEPTED, by=None)
    event = _national_final(season)
    with refuses("NATIONAL_FINAL_EXISTS"):
        _national_final(season)
    assert (event.is_national_final, event.entries.count()) == (True, 12)
    before = LedgerEntry.objects.count()
    event = _played(event)
    assert event.rounds == 3
    at = reporting.NEXT_DAY.replace(month=11, day=1)
    reporting.submit(event, at=at)
    decision = homologation_services.event_homologate(event=event, by=None, reason="Finale regolare")
    assert decision.fascia == ""
    assert not [finding for finding in decision.findings if finding["severity"] == "error"]
    assert LedgerEntry.objects.count() == before
    assert reports.reports_sweep(now=at.replace(month=12)) == []


def _played(event: Event) -> Event:
    from tournament.entries import services as entries

    lifecycle.event_announce(
        event=event, announcement_url="https://forum.example/finale", announced_on=date(2009, 10, 20), by=None
    )
    homologation_services.event_authorise(event=event, by=None, reason="È la finale", at=factories.in_time(event))
    lifecycle.event_open_check_in(event=event, by=None, early=True)
    for entry in event.entries.all():
        entries.entry_check_in(entry=entry, by=None)
    factories.draw_round(event)
    factories.play_round(event)
    for _ in range(3):
        factories.next_round(Event.objects.get(pk=event.pk))
        factories.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)

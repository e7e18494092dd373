"""Test deadlines of the call-up, the answers by link, and the next names that are called by themselves (art. 1.7)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.call_up import services as call_up_services
from ranking.call_up.sweep import GRACE, calls_sweep
from ranking.models import CallUp
from ranking.rules.call_up import substitute_answer_by
from ranking.tasks import sweep_calls
from tests import factories
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import text_of
from tournament.delivery.mail import call_token
from tournament.models import Person, Season

pytestmark = pytest.mark.django_db

State = CallUp.State
#: When the players are called, and the last day for the answer.
CALLED_AT = timezone.make_aware(datetime(2009, 10, 22, 12))
ANSWER_BY = date(2009, 10, 27)
FINAL_DAY = date(2009, 10, 30)


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Run what waits for the commit at the end of the block."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def _season(number: int = 7, *, equal: tuple[int, ...] = ()) -> Season:
    season = factories.make_season(finalists=4, final_place="Modena", final_day=FINAL_DAY)
    for position in range(1, number + 1):
        person = factories.make_person(email=f"posto{position}@example.org")
        credit(season, person, 500 - 2 * (equal[0] if position in equal else position))
    return season


def _called(season: Season) -> list[CallUp]:
    return call_up_services.call_up(season=season, by=None, at=CALLED_AT, answer_by=ANSWER_BY)


def _states(season: Season) -> list[str]:
    return list(CallUp.objects.filter(season=season).order_by("order").values_list("state", flat=True))


def _link(call: CallUp) -> str:
    return reverse("own_call", args=[call_token(call.pk, call.person.email)])


@pytest.mark.parametrize("day", [date(2009, 10, 22), FINAL_DAY])
def test_call_up_answer_day_outside_call_and_final_is_refused(day: date) -> None:
    season = _season()
    with refuses("ANSWER_DAY_WRONG"):
        call_up_services.call_up(season=season, by=None, at=CALLED_AT, answer_by=day)
    assert _states(season) == []


@pytest.mark.rule("REQ-1505")
def test_substitute_answer_by_is_before_the_final() -> None:
    first = date(2009, 10, 27)
    assert substitute_answer_by(first, today=date(2009, 10, 23), final_day=FINAL_DAY) == first
    assert substitute_answer_by(first, today=date(2009, 10, 27), final_day=None) == date(2009, 10, 30)
    assert substitute_answer_by(first, today=date(2009, 10, 28), final_day=FINAL_DAY) == date(2009, 10, 29)


def test_sweep_calls_the_next_name_after_a_refusal_and_its_grace() -> None:
    season = _season()
    calls = _called(season)
    call_up_services.call_answer(call=calls[1], state=State.DECLINED, by=None, at=CALLED_AT)
    assert calls_sweep(CALLED_AT + GRACE / 2)["called"] == 0
    assert calls_sweep(CALLED_AT + GRACE * 2)["called"] == 1
    assert _states(season) == [State.CALLED, State.REPLACED, State.CALLED, State.CALLED, State.CALLED]
    substitute = CallUp.objects.get(season=season, order=5)
    assert (substitute.instead_of.pk, substitute.answer_by) == (calls[1].pk, ANSWER_BY)
    assert calls_sweep(CALLED_AT + GRACE * 3)["called"] == 0


def test_sweep_closes_late_calls_and_goes_on_to_the_next_names() -> None:
    season = _season()
    calls = _called(season)
    call_up_services.call_answer(call=calls[0], state=State.ACCEPTED, by=None, at=CALLED_AT)
    last_day = CALLED_AT + timedelta(days=5)
    assert calls_sweep(last_day)["lapsed"] == 0
    counts = calls_sweep(last_day + timedelta(days=1))
    assert (counts["lapsed"], counts["called"]) == (3, 3)
    assert _states(season) == [State.ACCEPTED, *[State.REPLACED] * 3, *[State.CALLED] * 3]
    assert calls_sweep(last_day + timedelta(days=2)) == {"lapsed": 0, "called": 0, "reminded": 0}
    assert set(CallUp.objects.filter(order__gt=4).values_list("answer_by", flat=True)) == {date(2009, 10, 29)}


def test_sweep_leaves_a_tie_among_the_next_names_to_the_referent() -> None:
    season = _season(equal=(5, 6))
    calls = _called(season)
    call_up_services.call_answer(call=calls[0], state=State.DECLINED, by=None, at=CALLED_AT)
    assert calls_sweep(CALLED_AT + GRACE * 2)["called"] == 0
    assert len(call_up_services.call_substitutes(season=season, word=factories.WORD, by=None)) == 1


def test_sweep_ignores_calls_without_a_day_and_the_final_once_it_begins() -> None:
    season = _season()
    calls = call_up_services.call_up(season=season, by=None, at=CALLED_AT)
    call_up_services.call_answer(call=calls[0], state=State.DECLINED, by=None, at=CALLED_AT)
    assert calls_sweep(CALLED_AT + timedelta(days=1)) == {"lapsed": 0, "called": 0, "reminded": 0}
    other = _season()
    _called(other)
    assert calls_sweep(timezone.make_aware(datetime(2009, 10, 30, 9)))["lapsed"] == 0
    assert sweep_calls()["lapsed"] == 0


def test_call_mails_name_the_day_and_link_and_a_reminder_comes_once(
    committed: Callable[..., Any],
) -> None:
    season = _season()
    with committed():
        calls = _called(season)
    body = next(message.body for message in mail.outbox if message.to == ["posto1@example.org"])
    assert _link(calls[0]) in body
    assert "27 ottobre 2009" in body
    mail.outbox.clear()
    for _ in range(2):
        with committed():
            calls_sweep(CALLED_AT + timedelta(days=3))
    assert sorted(message.to[0] for message in mail.outbox) == [f"posto{place}@example.org" for place in range(1, 5)]
    mail.outbox.clear()
    with committed():
        calls_sweep(CALLED_AT + timedelta(days=6))
    assert {message.to[0] for message in mail.outbox} == {f"posto{place}@example.org" for place in range(1, 8)}


@pytest.mark.parametrize("language", ["it", "en"])
def test_own_call_answers_without_an_account(language: str, anybody: Client) -> None:
    season = _season()
    call = _called(season)[0]
    page = anybody.get(_link(call), headers={"accept-language": language})
    assert str(call.person) in text_of(page)
    call.refresh_from_db()
    assert call.state == State.CALLED
    anybody.post(_link(call), {})
    assert _states(season)[0] == State.CALLED
    anybody.post(_link(call), {"answer": "no", "note": "Lavoro quel sabato"})
    call.refresh_from_db()
    assert (call.state, call.note) == (State.DECLINED, "Lavoro quel sabato")
    anybody.post(_link(call), {"answer": "yes"})
    assert _states(season)[0] == State.ACCEPTED
    repeated = anybody.post(_link(call), {"answer": "yes"}, follow=True)
    assert repeated.status_code == 200


def test_own_call_link_ends_with_the_address_and_the_call(anybody: Client) -> None:
    season = _season()
    call = _called(season)[0]
    address = _link(call)
    assert anybody.get(address[:-2] + "x/").status_code == 404
    Person.objects.filter(pk=call.person_id).update(email="nuova@example.org")
    assert anybody.get(address).status_code == 404
    call_up_services.call_up_withdraw(season=season, reason="Errore", by=None)
    assert anybody.get(address).status_code == 404


def test_call_up_page_sets_the_day_filters_and_reminds(referent: Client) -> None:
    season = _season()
    Season.objects.filter(pk=season.pk).update(final_day=timezone.localdate() + timedelta(days=30))
    address = reverse("call_up", args=[season.slug])
    proposed = referent.get(address).context["call_form"].initial["answer_by"]
    assert proposed == timezone.localdate() + timedelta(days=7)
    data = {"do": "call", "call-typed": "convoca 4", "call-answer_by": proposed.isoformat()}
    assert referent.post(address, data).status_code == 302
    assert set(CallUp.objects.filter(season=season).values_list("answer_by", flat=True)) == {proposed}
    first = CallUp.objects.get(season=season, order=1)
    referent.post(address, {"answer": first.pk, "state": State.DECLINED})
    assert len(referent.get(address).context["shown_rows"]) == 4
    assert len(referent.get(address, {"mostra": "attesa"}).context["shown_rows"]) == 3
    assert len(referent.get(address, {"mostra": "no"}).context["shown_rows"]) == 1
    assert referent.post(address, {"do": "remind"}).status_code == 302

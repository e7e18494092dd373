"""Test the call-up page: list, answers, substitutes, number, lots at the line, the national final (art. 1.7)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, override

from ranking.call_up import services as call_up_services
from ranking.homologation import services as homologation_services
from ranking.models import CallUp
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, shown_messages, text_of
from tests.volume import one_in
from tournament.models import Draw, Event, Job, Season

pytestmark = pytest.mark.django_db

State = CallUp.State


def _season(number: int = 6, *, finalists: int = 4, equal: tuple[int, ...] = ()) -> Season:
    """Return a season with a Ranking of ``number`` people; the positions (from 1) in ``equal`` are tied."""
    season = make.make_season(finalists=finalists, final_place="Modena")
    for position, person in enumerate(make.make_people(number), start=1):
        credit(season, person, 500 - 2 * (equal[0] if position in equal else position))
    return season


#: The form data of a call of four players, with the confirmation that the Referent types.
CALL = {"do": "call", "call-typed": "convoca 4"}


def _called(season: Season) -> list[CallUp]:
    call_up_services.call_up(season=season, by=None)
    return list(season.call_ups.order_by("order"))


def _address(season: Season) -> str:
    return reverse("call_up", args=[season.slug])


def _states(season: Season) -> list[str]:
    return list(CallUp.objects.filter(season=season).order_by("order").values_list("state", flat=True))


@pytest.mark.rule("REQ-1502")
def test_req_1502_call_requires_the_typed_word_and_runs_once(referent: Client) -> None:
    season = _season()
    for typed in ("", "sì", "convoca 5", "convoca"):
        refused = referent.post(_address(season), {"do": "call", "call-typed": typed, "confirmed": "1"})
        assert refused.status_code == 422
        assert list(refused.context["call_form"].errors) == ["typed"]
    assert _states(season) == []
    answer = referent.post(_address(season), CALL | {"call-typed": " Convoca  4 "}, follow=True)
    assert _states(season) == [State.CALLED] * 4
    with override("it"):
        assert shown_messages(answer) == [
            ngettext("%(n)s player is called.", "%(n)s players are called.", 4) % {"n": 4}
        ]
    repeated = referent.post(_address(season), CALL)
    assert repeated.status_code == 422
    refusal = "".join(repeated.context["call_form"].non_field_errors())
    assert "art. 1.7" in refusal
    assert refusal in text_of(repeated)
    assert len(_states(season)) == 4


@pytest.mark.parametrize("language", ["it", "en"])
def test_call_from_an_empty_ranking_is_refused(language: str, referent: Client) -> None:
    season = make.make_season()
    data = {"do": "call", "call-typed": "call 0"}
    answer = referent.post(_address(season), data, headers={"accept-language": language})
    assert answer.status_code == 422
    message = "".join(answer.context["call_form"].non_field_errors())
    assert "art. 1.7" in message
    assert message in text_of(answer)


@pytest.mark.rule("AMB-20")
def test_amb_20_lots_at_the_line_need_a_commitment_and_a_word(referent: Client) -> None:
    season = _season(equal=(4, 5))
    page = referent.get(_address(season))
    among = page.context["state"].lots_among
    assert len(among) == 2
    assert all(str(person) in text_of(page) for person in among)
    assert 'for="id_call-word">Parola detta ad alta voce</label>' in text_of(page)
    without_word = referent.post(_address(season), CALL)
    assert without_word.status_code == 422
    assert without_word.context["call_form"].errors["word"] == ["Scrivi la parola: senza non si sorteggia."]
    assert (_states(season), Draw.objects.count()) == ([], 0)

    assert referent.post(_address(season), {"do": "commit"}).status_code == 302
    draw = Draw.objects.get()
    assert (draw.drawn_at, draw.drawn_by) == (None, None)
    assert draw.commitment in text_of(referent.get(_address(season)))
    data = CALL | {"call-word": "carciofo"}
    assert referent.post(_address(season), data).status_code == 302
    draw.refresh_from_db()
    assert (draw.word, draw.drawn_by) == ("carciofo", referent.user)
    assert sorted(map(int, draw.outcome)) == sorted(person.pk for person in among)
    last = CallUp.objects.get(season=season, order=4)
    assert (str(last.person_id), last.lot) == (draw.outcome[0], 1)


def test_call_keeps_the_word_after_a_wrong_confirmation(referent: Client) -> None:
    season = _season(equal=(4, 5))
    response = referent.post(_address(season), {"do": "call", "call-word": "carciofo", "call-typed": "sì"})
    assert response.status_code == 422
    assert 'name="call-word" value="carciofo"' in text_of(response)


def test_commit_without_a_tie_at_the_line_publishes_nothing(referent: Client) -> None:
    season = _season()
    answer = referent.post(_address(season), {"do": "commit"}, follow=True)
    with override("it"):
        assert shown_messages(answer) == [gettext("The line divides nobody: no lot is needed.")]
    assert not Draw.objects.exists()


@pytest.mark.rule("REQ-1506")
def test_req_1506_declined_call_with_note_is_replaced_by_a_substitute(referent: Client) -> None:
    season = _season()
    calls = _called(season)
    data = {"answer": str(calls[1].pk), "state": State.DECLINED, "note": "Matrimonio"}
    answer = referent.post(_address(season), data, follow=True)
    assert str(calls[1].person) in shown_messages(answer)[0]
    assert "Matrimonio" in text_of(answer)
    with override("it"):
        message = "%(n)s place to give to the next name of the Ranking."
        assert ngettext(message, message, 1) % {"n": 1} in text_of(answer)
    calls[1].refresh_from_db()
    assert (calls[1].state, calls[1].note, calls[1].history.latest().history_user) == (
        State.DECLINED,
        "Matrimonio",
        referent.user,
    )
    answer = referent.post(_address(season), {"do": "substitutes"}, follow=True)
    fifth = CallUp.objects.get(season=season, order=5)
    assert str(fifth.person) in shown_messages(answer)[0]
    assert _states(season) == ["called", "replaced", "called", "called", "called"]
    repeated = referent.post(_address(season), {"do": "substitutes"}, follow=True)
    with override("it"):
        assert shown_messages(repeated) == [gettext("Nobody else can be called: the Ranking has no further name.")]
    assert len(_states(season)) == 5


def test_call_answer_impossible_state_shows_an_error_in_the_row(referent: Client) -> None:
    season = _season()
    calls = _called(season)
    for state in ("replaced", "niente", ""):
        answer = referent.post(_address(season), {"answer": str(calls[0].pk), "state": state})
        assert answer.status_code == 422
        row = next(row for row in answer.context["rows"] if row["call"].pk == calls[0].pk)
        assert list(row["form"].errors) == ["state"]
    data = {"answer": str(calls[0].pk), "state": State.ACCEPTED}
    assert [referent.post(_address(season), data).status_code for _ in range(2)] == [302, 422]
    assert _states(season)[0] == State.ACCEPTED
    assert calls[0].history.count() == 2


@pytest.mark.parametrize("which", ["999999", "x", ""])
def test_call_answer_unknown_or_of_another_season_answers_404(which: str, referent: Client) -> None:
    season, other = _season(), _season()
    stranger = _called(other)[0]
    for pk in (which, str(stranger.pk)):
        answer = referent.post(_address(season), {"answer": pk, "state": State.ACCEPTED})
        assert answer.status_code == 404
    assert _states(other)[0] == State.CALLED


@pytest.mark.rule("AMB-21")
def test_amb_21_number_change_requires_a_reason(referent: Client) -> None:
    season = _season()
    _called(season)
    for form_data, field in (({"number": "3"}, "reason"), ({"number": "", "reason": "Meno tornei"}, "number")):
        wrong = referent.post(_address(season), {"do": "number", **form_data})
        assert wrong.status_code == 422
        assert list(wrong.context["number_form"].errors) == [field]
        assert f'id="id_{field}_error"' in text_of(wrong)
    data = {"do": "number", "number": "3", "reason": "Meno tornei"}
    assert referent.post(_address(season), data).status_code == 302
    season.refresh_from_db()
    assert (season.finalists, _states(season)) == (3, ["called"] * 3 + ["withdrawn"])
    version = season.history.latest()
    assert (version.history_user, version.history_verb, version.history_change_reason) == (
        referent.user,
        "season_finalists_set",
        "Meno tornei",
    )


@pytest.mark.rule("REQ-1502")
@pytest.mark.parametrize(
    ("number", "article"), [("25", "1.2"), ("5", "1.7")], ids=["more than the regulation admits", "no tables for five"]
)
def test_req_1502_impossible_number_is_refused_with_the_article(number: str, article: str, referent: Client) -> None:
    season = _season()
    answer = referent.post(_address(season), {"do": "number", "number": number, "reason": "Prova"})
    assert answer.status_code == 422
    assert f"art. {article}" in "".join(answer.context["number_form"].non_field_errors())
    season.refresh_from_db()
    assert season.finalists == 4


FINAL = {
    "do": "final",
    "name": "Finale nazionale",
    "city": "Modena",
    "venue": "Palazzo",
    "first_day": "2009-11-14",
    "last_day": "2009-11-15",
}


@pytest.mark.rule("REQ-1503")
def test_req_1503_final_is_created_once_from_accepted_calls(referent: Client) -> None:
    season, club = _season(), make.make_organiser()
    calls = _called(season)
    data = FINAL | {"organiser": str(club.pk)}
    early = referent.post(_address(season), data)
    assert early.status_code == 422
    assert "art. 1.7" in "".join(early.context["final_form"].non_field_errors())
    for call in calls[:2]:
        call_up_services.call_answer(call=call, state=State.ACCEPTED, by=None)
    answer = referent.post(_address(season), data, follow=True)
    final = Event.objects.get(season=season, is_national_final=True)
    assert [entry.person_id for entry in final.entries.order_by("number")] == [call.person_id for call in calls[:2]]
    assert final.name in shown_messages(answer)[0]
    assert reverse("desk", args=[final.slug]) in text_of(answer)
    repeated = referent.post(_address(season), data)
    assert repeated.status_code == 422
    assert Event.objects.filter(season=season, is_national_final=True).count() == 1


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("venue", ""), ("first_day", "31/11/2009"), ("organiser", "0")]
)
def test_final_create_wrong_field_shows_its_error(field: str, value: str, referent: Client) -> None:
    season, club = _season(), make.make_organiser()
    call_up_services.call_answer(call=_called(season)[0], state=State.ACCEPTED, by=None)
    answer = referent.post(_address(season), FINAL | {"organiser": str(club.pk), field: value})
    assert answer.status_code == 422
    assert list(answer.context["final_form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert not Event.objects.filter(season=season, is_national_final=True).exists()


@pytest.mark.parametrize("deed", ["", "niente"])
def test_call_up_unknown_action_changes_nothing(deed: str, referent: Client) -> None:
    season = _season()
    answer = referent.post(_address(season), {"do": deed}, follow=True)
    with override("it"):
        assert shown_messages(answer) == [
            gettext("Nothing was chosen, so nothing has changed: choose an action and try again.")
        ]
    assert _states(season) == []


def test_call_up_page_shows_candidates_and_next_names(referent: Client) -> None:
    season = _season(12, equal=(4, 5))
    ready = referent.get(_address(season)).context["ready"]
    rows = [(candidate.rank, candidate.called, candidate.open_lot) for candidate in ready.candidates]
    assert rows[:5] == [(1, True, False), (2, True, False), (3, True, False), (4, True, True), (4, False, True)]
    assert len(rows) == 4 + 4
    assert (ready.tied, ready.number, ready.ready, ready.undecided) == (2, 4, True, [])
    page = text_of(referent.get(_address(season)))
    assert all(str(candidate.person) in page for candidate in ready.candidates)
    assert not Draw.objects.exists()


@pytest.mark.parametrize(
    "make_open",
    one_in(
        3, [make.announced_event, make.authorised_event, make.check_in_event, make.drawn_event, make.concluded_event]
    ),
    ids=["announced", "authorised", "check-in", "running", "concluded"],
)
def test_call_up_is_blocked_by_an_open_event(make_open: Callable[..., Event], referent: Client) -> None:
    season = _season()
    event = make_open(season=season)
    page = text_of(referent.get(_address(season)))
    assert event.name in page
    assert 'name="call-typed"' not in page
    answer = referent.post(_address(season), CALL)
    assert answer.status_code == 422
    assert event.name in "".join(answer.context["call_form"].non_field_errors())
    assert _states(season) == []
    Event.objects.filter(pk=event.pk).update(state=Event.State.VOID)
    assert referent.post(_address(season), CALL).status_code == 302


@pytest.mark.soak(gate="tests/unit/ranking/web/test_call_up.py::test_call_up_is_blocked_by_an_open_event")
def test_call_up_is_blocked_by_an_undecided_report_not_by_an_unofficial_event(referent: Client) -> None:
    season = _season()
    event = reporting.reported_event(season=season)
    page = text_of(referent.get(_address(season)))
    assert reverse("homologation", args=[event.slug]) in page
    homologation_services.event_refuse(event=event, by=None, reason="Prova")
    Event.objects.filter(pk=make.concluded_event(season=season).pk).update(is_official=False)
    assert referent.get(_address(season)).context["ready"].ready


def test_call_up_before_the_season_ends_is_refused(referent: Client) -> None:
    season = _season()
    today = timezone.localdate()
    Season.objects.filter(pk=season.pk).update(last_day=today)
    assert not referent.get(_address(season)).context["ready"].ready
    answer = referent.post(_address(season), CALL)
    assert answer.status_code == 422
    assert today.strftime("%d/%m/%Y") in "".join(answer.context["call_form"].non_field_errors())
    Season.objects.filter(pk=season.pk).update(last_day=today - timedelta(days=1))
    assert referent.post(_address(season), CALL).status_code == 302


def test_call_up_withdrawn_with_a_reason_can_be_repeated(referent: Client) -> None:
    season = _season()
    person = _called(season)[0].person
    person.email = "ada@example.org"
    person.save()
    assert referent.post(_address(season), {"do": "withdraw", "back-reason": " "}).status_code == 422
    assert len(_states(season)) == 4
    reason = "Un rapporto era sbagliato"
    answer = referent.post(_address(season), {"do": "withdraw", "back-reason": reason}, follow=True)
    assert _states(season) == []
    assert reason in text_of(answer)
    deleted_calls = CallUp.history.filter(season=season, history_type="-")
    assert deleted_calls.count() == 4
    assert {row.history_user for row in deleted_calls} == {referent.user}
    mail = Job.objects.get(kind="mail", args__name="call_up_withdrawn")
    assert (mail.args["to"], mail.args["context"]["reason"]) == ("ada@example.org", reason)
    assert referent.post(_address(season), CALL).status_code == 302
    assert len(_states(season)) == 4
    assert Job.objects.filter(kind="mail", args__name="call_up", args__to="ada@example.org").count() == 1


@pytest.mark.parametrize("state", [State.ACCEPTED, State.DECLINED, State.NO_ANSWER])
def test_call_up_withdraw_after_an_answer_is_refused(state: str, referent: Client) -> None:
    season = _season()
    call_up_services.call_answer(call=_called(season)[0], state=state, by=None)
    assert 'value="withdraw"' not in text_of(referent.get(_address(season)))
    answer = referent.post(_address(season), {"do": "withdraw", "back-reason": "Prova"})
    assert answer.status_code == 422
    assert "art. 1.7" in "".join(answer.context["withdraw_form"].non_field_errors())
    assert len(_states(season)) == 4


def test_call_up_page_queries_are_independent_of_the_ranking(referent: Client) -> None:
    few, many = _season(6), _season(12, finalists=9)
    counted = queries_of(referent, "call_up", few.slug)
    assert queries_of(referent, "call_up", many.slug) == counted <= 26


def test_call_up_counts_answers_and_marks_the_one_given(referent: Client) -> None:
    season = _season()
    first, second, *others = _called(season)
    call_up_services.call_answer(call=first, state=State.ACCEPTED, by=None)
    call_up_services.call_answer(call=second, state=State.DECLINED, by=None)
    answer = referent.get(_address(season))
    counts = answer.context["answers"]
    assert (counts["accepted"], counts["no"], counts["waiting"]) == (1, 1, len(others))
    answers = {row["call"].pk: row["answers"] for row in answer.context["rows"]}
    chosen = [[item["value"] for item in answers[call.pk] if item["chosen"]] for call in (first, second)]
    assert chosen == [[State.ACCEPTED], [State.DECLINED]]
    assert text_of(answer).count('<span aria-current="true">') == 2

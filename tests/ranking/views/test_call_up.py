"""The page of the call-up: list, answers, substitutes, number, lots at the line, the national final (art. 1.7)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from ranking import services
from ranking.models import CallUp
from tests import factories as make
from tests.ranking.credit import credit
from tests.ranking.pages import text_of, told
from tournament.models import Draw, Event, Season

pytestmark = pytest.mark.django_db

State = CallUp.State


def _season(number: int = 6, *, finalists: int = 4, equal: tuple[int, ...] = ()) -> Season:
    """A season with a Ranking of so many people; those at the positions (from 1) of ``equal`` are equal."""
    season = make.make_season(finalists=finalists, final_place="Modena")
    for position, person in enumerate(make.make_people(number), start=1):
        credit(season, person, 500 - 2 * (equal[0] if position in equal else position))
    return season


def _called(season: Season) -> list[CallUp]:
    services.call_up(season=season, by=None)
    return list(season.call_ups.order_by("order"))


def _address(season: Season) -> str:
    return reverse("call_up", args=[season.slug])


def _states(season: Season) -> list[str]:
    return list(CallUp.objects.filter(season=season).order_by("order").values_list("state", flat=True))


@pytest.mark.rule("REQ-1502")
def test_req_1502_the_first_are_called_after_a_question_and_once(referent: Client) -> None:
    season = _season()
    asked = referent.post(_address(season), {"do": "call"})
    assert asked.status_code == 200
    with override("it"):
        assert gettext("Call the first %(n)s of the Ranking?") % {"n": 4} in text_of(asked)
    assert _states(season) == []
    answer = referent.post(_address(season), {"do": "call", "confirmed": "1"}, follow=True)
    assert _states(season) == [State.CALLED] * 4
    with override("it"):
        assert told(answer) == [ngettext("%(n)s player is called.", "%(n)s players are called.", 4) % {"n": 4}]
    again = referent.post(_address(season), {"do": "call", "confirmed": "1"})
    assert again.status_code == 422
    assert "art. 1.7" in "".join(again.context["call_form"].non_field_errors())
    assert len(_states(season)) == 4


@pytest.mark.parametrize("language", ["it", "en"])
def test_nobody_is_called_from_an_empty_ranking(language: str, referent: Client) -> None:
    season = make.make_season()
    answer = referent.post(_address(season), {"do": "call", "confirmed": "1"}, headers={"accept-language": language})
    assert answer.status_code == 422
    words = "".join(answer.context["call_form"].non_field_errors())
    assert "art. 1.7" in words
    assert words in text_of(answer)


@pytest.mark.rule("AMB-20")
def test_amb_20_lots_at_the_line_want_a_fingerprint_and_a_word(referent: Client) -> None:
    season = _season(equal=(4, 5))
    page = referent.get(_address(season))
    among = page.context["state"].lots_among
    assert len(among) == 2
    assert all(str(person) in text_of(page) for person in among)
    without = referent.post(_address(season), {"do": "call", "confirmed": "1"})
    assert without.status_code == 422
    assert "art. 1.6" in "".join(without.context["call_form"].non_field_errors())
    assert (_states(season), Draw.objects.count()) == ([], 0)

    assert referent.post(_address(season), {"do": "commit"}).status_code == 302
    draw = Draw.objects.get()
    assert (draw.drawn_at, draw.drawn_by) == (None, None)
    assert draw.commitment in text_of(referent.get(_address(season)))
    data = {"do": "call", "call-word": "carciofo", "confirmed": "1"}
    assert referent.post(_address(season), data).status_code == 302
    draw.refresh_from_db()
    assert (draw.word, draw.drawn_by) == ("carciofo", referent.user)
    assert sorted(map(int, draw.outcome)) == sorted(person.pk for person in among)
    last = CallUp.objects.get(season=season, order=4)
    assert (str(last.person_id), last.lot) == (draw.outcome[0], 1)


def test_the_word_survives_the_question(referent: Client) -> None:
    season = _season(equal=(4, 5))
    asked = referent.post(_address(season), {"do": "call", "call-word": "carciofo"})
    assert 'name="call-word" value="carciofo"' in text_of(asked)


def test_no_fingerprint_is_published_where_the_line_divides_nobody(referent: Client) -> None:
    season = _season()
    answer = referent.post(_address(season), {"do": "commit"}, follow=True)
    with override("it"):
        assert told(answer) == [gettext("The line divides nobody: no lot is needed.")]
    assert not Draw.objects.exists()


@pytest.mark.rule("REQ-1506")
def test_req_1506_answers_with_a_note_substitutes_and_the_list_keeps_both(referent: Client) -> None:
    season = _season()
    calls = _called(season)
    data = {"answer": str(calls[1].pk), "state": State.DECLINED, "note": "Matrimonio"}
    answer = referent.post(_address(season), data, follow=True)
    assert str(calls[1].person) in told(answer)[0]
    assert "Matrimonio" in text_of(answer)
    with override("it"):
        words = "%(n)s place to give to the next name of the Ranking."
        assert ngettext(words, words, 1) % {"n": 1} in text_of(answer)
    calls[1].refresh_from_db()
    assert (calls[1].state, calls[1].note, calls[1].history.latest().history_user) == (
        State.DECLINED,
        "Matrimonio",
        referent.user,
    )
    answer = referent.post(_address(season), {"do": "substitutes"}, follow=True)
    fifth = CallUp.objects.get(season=season, order=5)
    assert str(fifth.person) in told(answer)[0]
    assert _states(season) == ["called", "replaced", "called", "called", "called"]
    again = referent.post(_address(season), {"do": "substitutes"}, follow=True)
    with override("it"):
        assert told(again) == [gettext("Nobody else can be called: the Ranking has no further name.")]
    assert len(_states(season)) == 5


def test_an_impossible_answer_is_refused_beside_the_player(referent: Client) -> None:
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
def test_an_answer_of_nobody_or_of_another_season_is_not_found(which: str, referent: Client) -> None:
    season, other = _season(), _season()
    stranger = _called(other)[0]
    for pk in (which, str(stranger.pk)):
        answer = referent.post(_address(season), {"answer": pk, "state": State.ACCEPTED})
        assert answer.status_code == 404
    assert _states(other)[0] == State.CALLED


@pytest.mark.rule("AMB-21")
def test_amb_21_the_number_changes_with_a_reason(referent: Client) -> None:
    season = _season()
    _called(season)
    for facts, field in (({"number": "3"}, "reason"), ({"number": "", "reason": "Meno tornei"}, "number")):
        wrong = referent.post(_address(season), {"do": "number", **facts})
        assert wrong.status_code == 422
        assert list(wrong.context["number_form"].errors) == [field]
        assert f'id="id_{field}_error"' in text_of(wrong)
    data = {"do": "number", "number": "3", "reason": "Meno tornei"}
    assert referent.post(_address(season), data).status_code == 302
    season.refresh_from_db()
    assert (season.finalists, _states(season)) == (3, ["called"] * 3 + ["withdrawn"])
    version = season.history.latest()
    assert (version.history_user, version.history_change_reason) == (
        referent.user,
        "season_finalists_set|Meno tornei",
    )


@pytest.mark.rule("REQ-1502")
@pytest.mark.parametrize(
    ("number", "article"), [("25", "1.2"), ("5", "1.7")], ids=["more than the regulation admits", "no tables for five"]
)
def test_req_1502_a_number_that_cannot_be_is_refused_with_the_article(
    number: str, article: str, referent: Client
) -> None:
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
def test_req_1503_the_final_is_made_once_with_those_who_accepted(referent: Client) -> None:
    season, club = _season(), make.make_organiser()
    calls = _called(season)
    data = FINAL | {"organiser": str(club.pk)}
    early = referent.post(_address(season), data)
    assert early.status_code == 422
    assert "art. 1.7" in "".join(early.context["final_form"].non_field_errors())
    for call in calls[:2]:
        services.call_answer(call=call, state=State.ACCEPTED, by=None)
    answer = referent.post(_address(season), data, follow=True)
    final = Event.objects.get(season=season, is_national_final=True)
    assert [entry.person_id for entry in final.entries.order_by("number")] == [call.person_id for call in calls[:2]]
    assert final.name in told(answer)[0]
    assert reverse("desk", args=[final.slug]) in text_of(answer)
    again = referent.post(_address(season), data)
    assert again.status_code == 422
    assert Event.objects.filter(season=season, is_national_final=True).count() == 1


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("venue", ""), ("first_day", "31/11/2009"), ("organiser", "0")]
)
def test_a_wrong_fact_of_the_final_stands_beside_its_field(field: str, value: str, referent: Client) -> None:
    season, club = _season(), make.make_organiser()
    services.call_answer(call=_called(season)[0], state=State.ACCEPTED, by=None)
    answer = referent.post(_address(season), FINAL | {"organiser": str(club.pk), field: value})
    assert answer.status_code == 422
    assert list(answer.context["final_form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert not Event.objects.filter(season=season, is_national_final=True).exists()


@pytest.mark.parametrize("deed", ["", "niente"])
def test_a_step_that_is_not_there_changes_nothing(deed: str, referent: Client) -> None:
    season = _season()
    answer = referent.post(_address(season), {"do": deed}, follow=True)
    with override("it"):
        assert told(answer) == [gettext("Nothing was chosen: nothing has been changed.")]
    assert _states(season) == []

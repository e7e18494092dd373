"""Test a whole event through the API: from its draft to the homologation, by programs alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ranking.models import LedgerEntry
from tests import factories as make
from tests.relays import QUICKNET, beacon, published
from tests.reporting import picture
from tests.unit.tournament.api.conftest import Program
from tournament import tasks
from tournament.access.api_tokens import token_issue
from tournament.models import ApiToken, Event, Job
from tournament.rounds import presses

pytestmark = pytest.mark.django_db

EVERY = tuple(ApiToken.Scope.values)


@pytest.fixture
def club_program() -> Program:
    """Return a program with the token of who acts for a club."""
    organiser = make.make_organiser(user=make.make_user())
    return Program(token_issue(user=organiser.user, name="prova", days=30, scopes=EVERY)[1], organiser.user)


def _good(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def _play(program: Program, path: str, number: int) -> None:
    """Start the clock of a round and deliver and confirm the sheets of its tables, as its public data gives them."""
    clock = _good(program.post(f"{path}/rounds/{number}/clock", {"act": "start"}))
    assert (clock["round_state"], clock["clock"]) == ("running", "running")
    shown = next(one for one in _good(program.get(path))["rounds"] if one["number"] == number)
    for table in shown["tables"]:
        seats = [{**make.NUMBERS[index], "turns": 20} for index in range(len(table["seats"]))]
        sheet = {"end": "provinces", "ended_by": len(seats), "seats": seats}
        where = f"{path}/rounds/{number}/tables/{table['number']}"
        sent = program.post(f"{where}/sheets", {"sheet": sheet}, Idempotency_Key=f"k-{number}-{table['number']}")
        confirmed = {"version": _good(sent, 201)["version"], "accept_warnings": True}
        _good(program.post(f"{where}/confirm", confirmed))


def test_thirteen_player_event_by_programs_alone(club_program: Program, program: Callable[..., Program]) -> None:
    facts, referent = make.around_today(), program("referent", scopes=["decisions"])
    draft = {name: str(facts[name]) for name in ("first_day", "last_day")} | {"season": facts["season"].slug}
    made = club_program.post("/drafts", draft | {"name": "Coppa del Borgo", "city": "Forlì", "venue": "Sala grande"})
    slug = _good(made, 201)["event"]
    path = f"/events/{slug}"
    notice = {"address": "https://forum.example/1", "day": str(timezone.localdate() - timedelta(days=20))}
    assert _good(club_program.post(f"{path}/announcement", notice))["state"] == "announced"
    assert _good(club_program.post(f"{path}/announcement", notice))["state"] == "announced"
    assert _good(referent.post(f"{path}/decision", {"decision": "authorise"}))["state"] == "authorised"
    assert _good(club_program.post(f"{path}/check-in", {}))["state"] == "checkin"
    for number in range(1, 14):
        person = {"first_name": "Anna", "last_name": f"Prova {number}", "consent": True}
        entry = _good(club_program.post(f"{path}/entries", person), 201)["entry"]
        here = {"present": True}
        assert _good(club_program.post(f"{path}/entries/{entry}/presence", here))["state"] == "checked_in"
        assert _good(club_program.post(f"{path}/entries/{entry}/presence", here))["state"] == "checked_in"
    while not (state := _good(club_program.post(f"{path}/rounds", {"word": "ombrello"}), 201))["is_final"]:
        _play(club_program, path, state["round"])
        closed = _good(club_program.post(f"{path}/rounds/{state['round']}/close", {"word": "ombrello"}))
        assert closed["round_state"] == "closed"
    _play(club_program, path, state["round"])
    _good(club_program.post(f"{path}/rounds/{state['round']}/close", {"word": "ombrello"}))
    assert _good(club_program.post(f"{path}/conclusion", {}))["state"] == "concluded"
    _good(club_program.post(f"{path}/photos", picture(kind="JPEG").getvalue()), 201)
    report = {"forum_report": "https://forum.example/2", "note": "Tutto bene"}
    assert _good(club_program.post(f"{path}/report", report))["state"] == "reported"
    homologated = _good(referent.post(f"{path}/decision", {"decision": "homologate"}))
    assert homologated["state"] == "homologated"
    assert LedgerEntry.objects.filter(event__slug=slug).count() == 13
    assert len(_good(Program().get(path))["final_places"]) == 13


def test_desk_api_draws_without_a_word_by_the_beacon(
    program: Callable[..., Program], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "next_round", lambda: QUICKNET["round"])
    monkeypatch.setattr(presses, "round_time", lambda _number: timezone.now())
    event = make.check_in_event(**make.around_today())
    organiser = program("organiser", event, scopes=["desk"])
    with beacon(settings, published):
        started = organiser.post(f"/events/{event.slug}/rounds", {})
        assert (started.status_code, started.json()["draw_is_open"]) == (202, True)
        address = started.json()["draw"].removeprefix("/api/v1")
        waiting = _good(organiser.get(address))
        assert (waiting["state"], waiting["step"], waiting["beacon_round"]) == ("waiting", "round-1", 1000)
        refused = organiser.post(f"/events/{event.slug}/rounds", {"word": "ombrello"})
        assert (refused.status_code, refused.json()["code"]) == (409, "DRAW_OPEN")
        tasks.run(Job.objects.get(kind="draw").pk)
    assert _good(organiser.get(address))["state"] == "drawn"
    assert event.round_set.get().number == 1
    assert Program().get(address).status_code == 401


def test_desk_api_without_a_word_and_a_beacon_is_refused(program: Callable[..., Program]) -> None:
    event = make.check_in_event(**make.around_today())
    refused = program("organiser", event, scopes=["desk"]).post(f"/events/{event.slug}/rounds", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "WORD_MISSING")


def test_desk_api_moves_the_clock(program: Callable[..., Program]) -> None:
    event = make.drawn_event(start=False, **make.around_today())
    organiser = program("organiser", event, scopes=["desk"])
    clock = f"/events/{event.slug}/rounds/1/clock"
    assert _good(organiser.post(clock, {"act": "start", "minutes": 30}))["clock"] == "running"
    assert _good(organiser.post(clock, {"act": "pause"}))["clock"] == "paused"
    assert _good(organiser.post(clock, {"act": "pause"}))["clock"] == "paused"
    longer = _good(organiser.post(clock, {"act": "extend", "minutes": 10, "reason": "Un tavolo in ritardo"}))
    assert longer["clock_left"] > 30 * 60
    assert _good(organiser.post(clock, {"act": "resume"}))["clock"] == "running"


def test_desk_api_records_who_leaves(program: Callable[..., Program]) -> None:
    event = make.played_event(**make.around_today())
    organiser = program("organiser", event, scopes=["desk"])
    entry = event.entries.earliest("number")
    for _again in range(2):
        left = _good(organiser.post(f"/events/{event.slug}/entries/{entry.number}/leave", {"reason": "Treno"}))
        assert left["state"] == "left"


@pytest.mark.parametrize("role", ["", "referee", "referent"])
def test_desk_api_is_for_who_runs_the_event(program: Callable[..., Program], role: str) -> None:
    event = make.check_in_event()
    answer = program(role, event, scopes=["desk"]).post(f"/events/{event.slug}/conclusion", {})
    assert answer.status_code == (409 if role == "referent" else 404)


def test_token_does_only_what_it_was_made_for(program: Callable[..., Program]) -> None:
    event = make.check_in_event()
    organiser = program("organiser", event)
    refused = organiser.post(f"/events/{event.slug}/rounds", {"word": "ombrello"})
    assert (refused.status_code, refused.json()["code"]) == (403, "SCOPE_MISSING")
    assert _good(organiser.get("/me"))["scopes"] == ["results"]
    desk_only = program("organiser", event, scopes=["desk"])
    assert desk_only.get(f"/events/{event.slug}/rounds/1/tables/1/sheets").status_code == 403
    assert not Event.objects.get(pk=event.pk).round_set.exists()


def test_decision_api_is_for_the_referent(program: Callable[..., Program]) -> None:
    event = make.announced_event(**make.around_today())
    organiser = program("organiser", event, scopes=["decisions"])
    answer = organiser.post(f"/events/{event.slug}/decision", {"decision": "authorise"})
    assert answer.status_code == 404
    referent = program("referent", scopes=["decisions"])
    refused = referent.post(f"/events/{event.slug}/decision", {"decision": "refuse_authorisation"})
    assert (refused.status_code, refused.json()["code"]) == (409, "REASON_NEEDED")


def test_draft_api_without_a_club_answers_404(program: Callable[..., Program]) -> None:
    facts = make.around_today()
    draft = {name: str(facts[name]) for name in ("first_day", "last_day")} | {"season": facts["season"].slug}
    content = draft | {"name": "Coppa", "city": "Forlì", "venue": "Sala"}
    assert program("", scopes=["desk"]).post("/drafts", content).status_code == 404


def test_refused_report_leaves_no_address_behind(program: Callable[..., Program]) -> None:
    event = make.drawn_event()
    desk = program("organiser", event=event, scopes=EVERY)
    assert desk.post(f"/events/{event.slug}/report", {"forum_report": "https://forum.example/2"}).status_code == 409
    event.refresh_from_db()
    assert event.forum_report_url == ""

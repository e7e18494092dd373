"""Results by a program with a token: the rules of the phone, and who it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories as make
from tests.unit.tournament.api.conftest import Program, table_path
from tournament.models import Event, Sheet, Table
from tournament.sheets.services import sheet_submit

pytestmark = pytest.mark.django_db


def _wrong(table: Table) -> dict[str, Any]:
    sheet = make.simple_sheet(table)
    sheet["seats"][0]["coins"] = 1
    return sheet


def _submit(who: Program, table: Table, sheet: Any = None, key: str = "chiave-1") -> Any:
    body = {"sheet": make.simple_sheet(table) if sheet is None else sheet}
    return who.post(table_path(table.round.event, act="/sheets"), body, Idempotency_Key=key)


def _confirm(who: Program, table: Table, **content: Any) -> Any:
    return who.post(table_path(table.round.event, act="/confirm"), content)


def test_a_sheet_is_stored_as_a_version_of_its_user(referee: Program, table: Table) -> None:
    answer = _submit(referee, table)
    assert answer.status_code == 201
    stored = Sheet.objects.get()
    assert (stored.table, stored.version, stored.state, stored.entered_by) == (table, 1, "submitted", referee.user)
    told = answer.json()
    assert (told["version"], told["state"], told["findings"]) == (1, "submitted", [])
    assert told["sheet"] == stored.data
    assert told["entered_by"] == referee.user.username
    assert stored.history.get().history_user == referee.user


def test_the_same_key_is_one_version(referee: Program, table: Table) -> None:
    first, again = _submit(referee, table), _submit(referee, table)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = _submit(referee, table, key="chiave-2")
    assert (other.status_code, other.json()["version"]) == (201, 2)
    assert Sheet.objects.count() == 2


def test_the_same_key_answers_also_after_the_table_is_closed(referee: Program, table: Table) -> None:
    _submit(referee, table)
    assert _confirm(referee, table, version=1).status_code == 200
    again = _submit(referee, table)
    assert (again.status_code, again.json()["state"]) == (200, "confirmed")
    refused = _submit(referee, table, key="chiave-2")
    assert (refused.status_code, refused.json()["code"]) == (409, "TABLE_CLOSED")


def test_a_key_of_another_table_is_refused(referee: Program, event: Event, table: Table) -> None:
    other = make.tables_of(make.last_round(event))[1]
    sheet_submit(table=other, data=make.simple_sheet(other), by=None, key="chiave-1")
    refused = _submit(referee, table)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHEET_KEY_REUSED")
    assert not table.sheets.exists()


@pytest.mark.parametrize("key", ["", "x" * 41, "con spazi", "è"])
def test_a_sheet_without_a_right_key_is_refused(referee: Program, table: Table, key: str) -> None:
    answer = _submit(referee, table, key=key)
    assert answer.status_code == 422
    assert [one["path"] for one in answer.json()["fields"]] == ["Idempotency-Key"]
    assert not Sheet.objects.exists()


def test_a_preview_says_everything_and_writes_nothing(referee: Program, table: Table) -> None:
    answer = referee.post(table_path(table.round.event, act="/preview"), {"sheet": _wrong(table)})
    assert answer.status_code == 200
    told = answer.json()
    assert not told["can_be_confirmed"]
    finding = told["findings"][0]
    assert set(finding) == {"code", "severity", "path", "params", "article", "sentence", "proof"}
    assert (finding["severity"], bool(finding["params"]), bool(finding["sentence"])) == ("error", True, True)
    assert [one["place"] for one in told["places"]] == [1, 2, 3, 4]
    assert not Sheet.objects.exists()
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING


def test_a_preview_of_equals_says_that_a_lot_must_decide(referee: Program, table: Table) -> None:
    told = referee.post(table_path(table.round.event, act="/preview"), {"sheet": make.tied_sheet(table)}).json()
    assert (told["places"], told["tied"], told["problem"]) == (None, [[1, 2]], "LOT_MISSING")
    assert told["message"]


def test_findings_come_in_the_language_asked_for(referee: Program, table: Table) -> None:
    italian, english = (
        referee.post(
            table_path(table.round.event, act="/preview"), {"sheet": _wrong(table)}, Accept_Language=language
        ).json()["findings"][0]["sentence"]
        for language in ("it", "en")
    )
    assert italian != english


def test_a_confirmation_closes_the_table_and_asked_again_says_the_same(referee: Program, table: Table) -> None:
    _submit(referee, table)
    first, again = _confirm(referee, table, version=1), _confirm(referee, table, version=1)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert [one["position"] for one in first.json()["places"]] == [1, 2, 3, 4]
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED
    assert table.sheets.get().confirmed_by == referee.user


def test_a_newer_version_refuses_the_confirmation_of_an_older_one(referee: Program, table: Table) -> None:
    _submit(referee, table)
    _submit(referee, table, key="chiave-2")
    refused = _confirm(referee, table, version=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHEET_OUTDATED")
    assert "2" in refused.json()["message"]
    assert _confirm(referee, table, version=3).status_code == 404
    assert not table.sheets.filter(state="confirmed").exists()


def test_errors_and_warnings_close_a_table_with_a_word_alone(referee: Program, table: Table) -> None:
    _submit(referee, table, _wrong(table))
    refused = _confirm(referee, table, version=1)
    told = refused.json()
    assert (refused.status_code, told["code"]) == (422, "SHEET_HAS_ERRORS")
    assert told["findings"][0]["sentence"]
    assert _confirm(referee, table, version=1, forced_reason="Contato due volte").status_code == 200
    assert table.sheets.get().forced_reason == "Contato due volte"


def test_equals_wait_for_a_lot(referee: Program, table: Table) -> None:
    _submit(referee, table, make.tied_sheet(table))
    refused = _confirm(referee, table, version=1)
    assert (refused.status_code, refused.json()["code"], refused.json()["article"]) == (422, "LOT_MISSING", "1.5")


def test_a_closed_round_takes_no_sheet(program: Callable[..., Program]) -> None:
    event = make.drawn_event()
    round_ = make.play_round(event)
    refused = _submit(program("referee", event), make.tables_of(round_)[0])
    assert (refused.status_code, refused.json()["code"]) == (409, "TABLE_CLOSED")


def test_sheets_are_listed_newest_first_in_few_queries(referee: Program, table: Table) -> None:
    counts = []
    for key in range(4):
        _submit(referee, table, key=f"chiave-{key}")
        with CaptureQueriesContext(connection) as caught:
            told = referee.get(table_path(table.round.event, act="/sheets")).json()
        counts.append(len(caught))
    assert [one["version"] for one in told["items"]] == [4, 3, 2, 1]
    assert told["count"] == 4
    assert counts[1] == counts[3] <= 10


@pytest.mark.parametrize("game", ["megalomania", "era_of_kingdoms"])
def test_the_other_games_have_the_same_door(program: Callable[..., Program], game: str) -> None:
    event = make.drawn_event(game=game)
    table = make.tables_of(make.last_round(event))[0]
    who = program("referee", event)
    sheet = make.real_sheet(table)
    seen = who.post(table_path(event, act="/preview"), {"sheet": sheet})
    assert (seen.status_code, seen.json()["problem"]) == (200, "")
    assert _submit(who, table, sheet).status_code == 201
    wrong = who.post(table_path(event, act="/preview"), {"sheet": {**sheet, "seats": []}})
    assert wrong.status_code == 200
    assert wrong.json()["findings"][0]["sentence"]


DOORS = [("POST", "/preview", {"sheet": {}}), ("GET", "/sheets", None), ("POST", "/sheets", {"sheet": {}})]
DOORS += [("POST", "/confirm", {"version": 1})]
LATER = [("POST", "/lots", {"word": "luna"}), ("POST", "/correct", {"version": 1, "sheet": {}, "reason": "Scambiate"})]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: f"{door[0]} {door[1]}")
def test_a_token_may_what_its_user_may(program: Callable[..., Program], event: Event, door: Any) -> None:
    """As the rows ``sheet_preview``, ``sheet`` and ``sheet_confirm`` of docs/access.md."""
    method, act, body = door
    foreign = make.make_event()
    whose = {
        "nobody": program(),
        "referee": program("referee", event),
        "another's organiser": program("organiser", foreign),
        "organiser": program("organiser", event),
        "referent": program("referent"),
    }
    told = {
        role: who.ask(method, table_path(event, act=act), body, Idempotency_Key=f"chiave-{role[:3]}").status_code
        for role, who in whose.items()
    }
    assert {role for role, status in told.items() if status == 404 and act != "/confirm"} <= {
        "nobody",
        "another's organiser",
    }
    strangers = {told["nobody"], told["another's organiser"]}
    assert strangers == {404}
    if act != "/confirm":
        assert {told["referee"], told["organiser"], told["referent"]} <= {200, 201}


def test_a_role_taken_away_is_gone_for_the_token_too(referee: Program, event: Event, table: Table) -> None:
    assert referee.get(table_path(event, act="/sheets")).status_code == 200
    event.roles.all().delete()
    assert referee.get(table_path(event, act="/sheets")).status_code == 404
    assert _submit(referee, table).status_code == 404


@pytest.mark.parametrize("door", [*DOORS, *LATER, ("GET", "/me", None)], ids=lambda door: f"{door[0]} {door[1]}")
def test_a_session_is_no_key(event: Event, door: Any) -> None:
    method, act, body = door
    user = make.make_user(referent=True)
    who = Program()
    who.client.force_login(user)
    path = "/me" if act == "/me" else table_path(event, act=act)
    answer = who.ask(method, path, body, Idempotency_Key="chiave")
    assert (answer.status_code, answer.json()["code"]) == (401, "TOKEN_NEEDED")
    assert answer["WWW-Authenticate"] == 'Bearer realm="fossato"'


def test_a_token_opens_no_page(program: Callable[..., Program], event: Event) -> None:
    who = program("organiser", event)
    answer = Client().get(f"/organizza/{event.slug}/", headers={"Authorization": f"Bearer {who.token}"})
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")


def test_a_program_can_ask_whom_it_stands_for(program: Callable[..., Program], event: Event) -> None:
    who = program("referee", event)
    over = make.announced_event()
    make.grant(over, who.user)
    Event.objects.filter(pk=over.pk).update(state=Event.State.VOID)
    told = who.get("/me")
    assert told["Cache-Control"] == "private, no-cache"
    assert told.json()["user"] == who.user.username
    assert told.json()["prefix"] == who.token[:8]
    assert told.json()["roles"] == [{"event": event.slug, "role": "referee"}]
    assert told.json()["is_referent"] is False
    assert program("referent").get("/me").json()["is_referent"] is True

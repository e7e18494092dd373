"""Test results through the API: same rules as the phone, with the permissions of the token's user."""

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


def test_sheets_api_stores_a_version_of_the_user(referee: Program, table: Table) -> None:
    answer = _submit(referee, table)
    assert answer.status_code == 201
    stored = Sheet.objects.get()
    assert (stored.table, stored.version, stored.state, stored.entered_by) == (table, 1, "submitted", referee.user)
    sheet = answer.json()
    assert (sheet["version"], sheet["state"], sheet["findings"]) == (1, "submitted", [])
    assert sheet["sheet"] == stored.data
    assert sheet["entered_by"] == referee.user.username
    assert stored.history.get().history_user == referee.user


def test_sheets_api_repeated_key_is_one_version(referee: Program, table: Table) -> None:
    first, again = _submit(referee, table), _submit(referee, table)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = _submit(referee, table, key="chiave-2")
    assert (other.status_code, other.json()["version"]) == (201, 2)
    assert Sheet.objects.count() == 2


def test_sheets_api_repeated_key_is_answered_after_the_table_is_closed(referee: Program, table: Table) -> None:
    _submit(referee, table)
    assert _confirm(referee, table, version=1).status_code == 200
    again = _submit(referee, table)
    assert (again.status_code, again.json()["state"]) == (200, "confirmed")
    refused = _submit(referee, table, key="chiave-2")
    assert (refused.status_code, refused.json()["code"]) == (409, "TABLE_CLOSED")


def test_sheets_api_key_of_another_table_is_refused(referee: Program, event: Event, table: Table) -> None:
    other = make.tables_of(make.last_round(event))[1]
    sheet_submit(table=other, data=make.simple_sheet(other), by=None, key="chiave-1")
    refused = _submit(referee, table)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHEET_KEY_REUSED")
    assert not table.sheets.exists()


@pytest.mark.parametrize("key", ["", "x" * 41, "con spazi", "è"])
def test_sheets_api_without_a_valid_key_is_refused(referee: Program, table: Table, key: str) -> None:
    answer = _submit(referee, table, key=key)
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["fields"]] == ["Idempotency-Key"]
    assert not Sheet.objects.exists()


def test_preview_api_returns_findings_and_places_without_writing(referee: Program, table: Table) -> None:
    answer = referee.post(table_path(table.round.event, act="/preview"), {"sheet": _wrong(table)})
    assert answer.status_code == 200
    preview = answer.json()
    assert not preview["can_be_confirmed"]
    finding = preview["findings"][0]
    assert set(finding) == {"code", "severity", "path", "params", "article", "sentence", "proof"}
    assert (finding["severity"], bool(finding["params"]), bool(finding["sentence"])) == ("error", True, True)
    assert [place["place"] for place in preview["places"]] == [1, 2, 3, 4]
    assert not Sheet.objects.exists()
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING


def test_preview_api_of_a_tie_reports_a_missing_lot(referee: Program, table: Table) -> None:
    preview = referee.post(table_path(table.round.event, act="/preview"), {"sheet": make.tied_sheet(table)}).json()
    assert (preview["places"], preview["tied"], preview["problem"]) == (None, [[1, 2]], "LOT_MISSING")
    assert preview["message"]


def test_preview_api_findings_use_the_requested_language(referee: Program, table: Table) -> None:
    italian, english = (
        referee.post(
            table_path(table.round.event, act="/preview"), {"sheet": _wrong(table)}, Accept_Language=language
        ).json()["findings"][0]["sentence"]
        for language in ("it", "en")
    )
    assert italian != english


def test_confirm_api_closes_the_table_and_is_idempotent(referee: Program, table: Table) -> None:
    _submit(referee, table)
    first, again = _confirm(referee, table, version=1), _confirm(referee, table, version=1)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert [place["position"] for place in first.json()["places"]] == [1, 2, 3, 4]
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED
    assert table.sheets.get().confirmed_by == referee.user


def test_confirm_api_outdated_version_is_refused(referee: Program, table: Table) -> None:
    _submit(referee, table)
    _submit(referee, table, key="chiave-2")
    refused = _confirm(referee, table, version=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHEET_OUTDATED")
    assert "2" in refused.json()["message"]
    assert _confirm(referee, table, version=3).status_code == 404
    assert not table.sheets.filter(state="confirmed").exists()


def test_confirm_api_errors_need_a_reason(referee: Program, table: Table) -> None:
    _submit(referee, table, _wrong(table))
    refused = _confirm(referee, table, version=1)
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (422, "SHEET_HAS_ERRORS")
    assert problem["findings"][0]["sentence"]
    assert _confirm(referee, table, version=1, forced_reason="Contato due volte").status_code == 200
    assert table.sheets.get().forced_reason == "Contato due volte"


def test_confirm_api_tie_without_lots_is_refused(referee: Program, table: Table) -> None:
    _submit(referee, table, make.tied_sheet(table))
    refused = _confirm(referee, table, version=1)
    assert (refused.status_code, refused.json()["code"], refused.json()["article"]) == (422, "LOT_MISSING", "1.5")


def test_sheets_api_closed_round_is_refused(program: Callable[..., Program]) -> None:
    event = make.drawn_event()
    round_ = make.play_round(event)
    refused = _submit(program("referee", event), make.tables_of(round_)[0])
    assert (refused.status_code, refused.json()["code"]) == (409, "TABLE_CLOSED")


def test_sheets_api_lists_newest_first_in_constant_queries(referee: Program, table: Table) -> None:
    counts = []
    for key in range(4):
        _submit(referee, table, key=f"chiave-{key}")
        with CaptureQueriesContext(connection) as caught:
            page = referee.get(table_path(table.round.event, act="/sheets")).json()
        counts.append(len(caught))
    assert [sheet["version"] for sheet in page["items"]] == [4, 3, 2, 1]
    assert page["count"] == 4
    assert counts[1] == counts[3] <= 10


@pytest.mark.parametrize("game", ["megalomania", "era_of_kingdoms"])
def test_results_api_accepts_the_other_games(program: Callable[..., Program], game: str) -> None:
    event = make.drawn_event(game=game)
    table = make.tables_of(make.last_round(event))[0]
    who = program("referee", event)
    sheet = make.real_sheet(table)
    preview = who.post(table_path(event, act="/preview"), {"sheet": sheet})
    assert (preview.status_code, preview.json()["problem"]) == (200, "")
    assert _submit(who, table, sheet).status_code == 201
    wrong = who.post(table_path(event, act="/preview"), {"sheet": {**sheet, "seats": []}})
    assert wrong.status_code == 200
    assert wrong.json()["findings"][0]["sentence"]


ENDPOINTS = [("POST", "/preview", {"sheet": {}}), ("GET", "/sheets", None), ("POST", "/sheets", {"sheet": {}})]
ENDPOINTS += [("POST", "/confirm", {"version": 1})]
LATER = [("POST", "/lots", {"word": "luna"}), ("POST", "/correct", {"version": 1, "sheet": {}, "reason": "Scambiate"})]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint[0]} {endpoint[1]}")
def test_results_api_follows_the_roles_of_the_user(
    program: Callable[..., Program], event: Event, endpoint: Any
) -> None:
    """Checks the rows ``sheet_preview``, ``sheet`` and ``sheet_confirm`` of docs/access.md."""
    method, act, body = endpoint
    foreign = make.make_event()
    whose = {
        "nobody": program(),
        "referee": program("referee", event),
        "another's organiser": program("organiser", foreign),
        "organiser": program("organiser", event),
        "referent": program("referent"),
    }
    statuses = {
        role: who.ask(method, table_path(event, act=act), body, Idempotency_Key=f"chiave-{role[:3]}").status_code
        for role, who in whose.items()
    }
    assert {role for role, status in statuses.items() if status == 404 and act != "/confirm"} <= {
        "nobody",
        "another's organiser",
    }
    strangers = {statuses["nobody"], statuses["another's organiser"]}
    assert strangers == {404}
    if act != "/confirm":
        assert {statuses["referee"], statuses["organiser"], statuses["referent"]} <= {200, 201}


def test_results_api_revoked_role_is_effective_for_the_token(referee: Program, event: Event, table: Table) -> None:
    assert referee.get(table_path(event, act="/sheets")).status_code == 200
    event.roles.all().delete()
    assert referee.get(table_path(event, act="/sheets")).status_code == 404
    assert _submit(referee, table).status_code == 404


@pytest.mark.parametrize(
    "endpoint", [*ENDPOINTS, *LATER, ("GET", "/me", None)], ids=lambda endpoint: f"{endpoint[0]} {endpoint[1]}"
)
def test_api_ignores_the_session(event: Event, endpoint: Any) -> None:
    method, act, body = endpoint
    user = make.make_user(referent=True)
    who = Program()
    who.client.force_login(user)
    path = "/me" if act == "/me" else table_path(event, act=act)
    answer = who.ask(method, path, body, Idempotency_Key="chiave")
    assert (answer.status_code, answer.json()["code"]) == (401, "TOKEN_NEEDED")
    assert answer["WWW-Authenticate"] == 'Bearer realm="fossato"'


def test_token_gives_no_access_to_pages(program: Callable[..., Program], event: Event) -> None:
    who = program("organiser", event)
    answer = Client().get(f"/organizza/{event.slug}/", headers={"Authorization": f"Bearer {who.token}"})
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")


def test_me_api_returns_user_and_roles(program: Callable[..., Program], event: Event) -> None:
    who = program("referee", event)
    over = make.announced_event()
    make.grant(over, who.user)
    Event.objects.filter(pk=over.pk).update(state=Event.State.VOID)
    response = who.get("/me")
    assert response["Cache-Control"] == "private, no-cache"
    assert response.json()["user"] == who.user.username
    assert response.json()["prefix"] == who.token[:8]
    assert response.json()["roles"] == [{"event": event.slug, "role": "referee"}]
    assert response.json()["is_referent"] is False
    assert program("referent").get("/me").json()["is_referent"] is True

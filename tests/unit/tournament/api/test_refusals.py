"""Test the errors of the API: JSON with a code and a sentence; invalid input is refused and never a server error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client

from ops.api_error_handlers import server_error
from tests import factories as make
from tests.unit.tournament.api.conftest import Program, table_path
from tournament.models import ApiToken, Event, Sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make.drawn_event()


def _problem(answer: Any) -> dict[str, Any]:
    """Return the problem; its fields are the same for every error."""
    assert answer["Content-Type"] == "application/problem+json; charset=utf-8"
    problem: dict[str, Any] = dict(answer.json())
    named = {"type": f"urn:fossato:problem:{problem['code']}", "status": answer.status_code}
    assert {name: problem.pop(name) for name in named} == named
    assert problem.pop("detail") == problem["message"]
    assert problem.pop("title")
    assert set(problem) == {"code", "message", "article", "fields", "findings", "consequences"}
    assert problem["code"]
    assert problem["message"]
    return problem


@pytest.mark.parametrize("path", ["/nessuno", "/events/", "/draws/x", "/events/a/b", "/players/-1", "/v2"])
def test_api_unknown_path_answers_404(anybody: Program, path: str) -> None:
    answer = anybody.get(path)
    assert (answer.status_code, _problem(answer)["code"]) == (404, "NOT_FOUND")


def test_site_unknown_path_answers_a_page() -> None:
    answer = Client().get("/non-esiste/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_api_unsupported_method_answers_405(anybody: Program, method: str) -> None:
    answer = anybody.ask(method, "/events")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    assert _problem(answer)["code"] == "METHOD_NOT_ALLOWED"


@pytest.mark.parametrize(
    "body",
    [
        *("{", "", "[1,]", "{'a': 1}", '{"sheet": NaN}', '{"sheet": {"a": Infinity}}', '{"a": -Infinity}'),
        *("[" * 100_000, '{"sheet": ' + "9" * 5000 + "}", b"\xff\xfe{}", b'{"sheet": "\xc3\x28"}'),
    ],
    ids=lambda body: str(body)[:20],
)
def test_api_invalid_json_is_refused(program: Callable[..., Program], event: Event, body: Any) -> None:
    answer = program("referee", event).post(table_path(event, act="/preview"), body)
    problem = _problem(answer)
    if body == "":
        assert (answer.status_code, problem["code"]) == (422, "FIELDS_WRONG")
    else:
        assert (answer.status_code, problem["code"]) == (400, "JSON_WRONG")


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


#: What is sent as the sheet, the path of the error, its code.
WRONG: list[tuple[Any, str, str]] = [
    ("testo", "sheet", "dict_type"),
    ([], "sheet", "dict_type"),
    (None, "sheet", "dict_type"),
    ({"end": "a\0b"}, "sheet.end", "TEXT_WRONG"),
    ({"end": "\ud800"}, "sheet.end", "TEXT_WRONG"),
    ({"a\0b": 1}, "sheet", "TEXT_WRONG"),
    ({"end": "x" * 2001}, "sheet.end", "TEXT_TOO_LONG"),
    ({"seats": [{"points": 10**10}]}, "sheet.seats.0.points", "NUMBER_TOO_LARGE"),
    ({"seats": [{}, {"points": -(10**400)}]}, "sheet.seats.1.points", "NUMBER_TOO_LARGE"),
    ({"seats": _deep(30)}, "sheet.seats.0.0.0.0.0.0.0.0.0.0.0", "TOO_DEEP"),
]


@pytest.mark.parametrize(("sheet", "path", "code"), WRONG, ids=[f"{code}-{path}" for _, path, code in WRONG])
@pytest.mark.parametrize("act", ["/preview", "/sheets"])
def test_api_unstorable_sheet_is_refused_with_the_path(
    program: Callable[..., Program], event: Event, sheet: Any, path: str, code: str, act: str
) -> None:
    answer = program("referee", event).post(table_path(event, act=act), {"sheet": sheet}, Idempotency_Key="chiave")
    problem = _problem(answer)
    assert (answer.status_code, problem["code"]) == (422, "FIELDS_WRONG")
    assert [(field["path"], field["code"]) for field in problem["fields"]] == [(path, code)]
    assert problem["fields"][0]["message"]
    assert not Sheet.objects.exists()


def test_api_infinite_number_is_refused(program: Callable[..., Program], event: Event) -> None:
    answer = program("referee", event).post(table_path(event, act="/preview"), '{"sheet": {"a": 1e999}}')
    assert (answer.status_code, _problem(answer)["fields"][0]["path"]) == (422, "sheet.a")


def test_api_reports_all_wrong_fields_together(program: Callable[..., Program], event: Event) -> None:
    body = {"version": "due", "accept_warnings": "forse", "forced_reason": "x" * 501, "altro": 1}
    answer = program("referee", event).post(table_path(event, act="/confirm"), body)
    codes = {field["path"]: field["code"] for field in _problem(answer)["fields"]}
    assert codes == {
        "version": "int_parsing",
        "accept_warnings": "bool_parsing",
        "forced_reason": "string_too_long",
        "altro": "extra_forbidden",
    }


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "offset=-1",
        f"offset={10**30}",
        "season=%00",
        "game=a%20b",
        "season=%ED%A0%80",
    ],
)
def test_api_invalid_query_parameter_is_refused(anybody: Program, query: str) -> None:
    answer = anybody.get(f"/events?{query}")
    assert (answer.status_code, _problem(answer)["code"]) == (422, "FIELDS_WRONG")
    assert _problem(answer)["fields"][0]["path"] == query.partition("=")[0]


@pytest.mark.parametrize("pk", [10**18, 10**30, 0])
def test_draw_api_impossible_number_is_refused(anybody: Program, pk: int) -> None:
    assert anybody.get(f"/draws/{pk}").status_code == (404 if pk == 10**18 else 422)


def test_api_too_large_body_answers_413(program: Callable[..., Program], event: Event, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = program("referee", event).post(table_path(event, act="/preview"), {"sheet": {"a": "x" * 1500}})
    assert (answer.status_code, _problem(answer)["code"]) == (413, "BODY_TOO_LARGE")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer fst_sbagliato", "Basic YTpi", "fst_x", "Bearer a b c"])
def test_api_wrong_token_answers_401(header: str, event: Event) -> None:
    answer = Program().get("/me", Authorization=header)
    assert (answer.status_code, _problem(answer)["code"]) == (401, "TOKEN_WRONG")
    assert "Bearer" in answer["WWW-Authenticate"]


def test_api_rule_error_names_its_article(program: Callable[..., Program], event: Event) -> None:
    table = make.tables_of(make.last_round(event))[0]
    who = program("referee", event)
    who.post(table_path(event, act="/sheets"), {"sheet": make.tied_sheet(table)}, Idempotency_Key="chiave")
    problem = _problem(who.post(table_path(event, act="/confirm"), {"version": 1}, Accept_Language="en"))
    assert (problem["code"], problem["article"]) == ("LOT_MISSING", "1.5")
    assert "lot" in problem["message"].lower()


def test_server_error_is_json_under_the_api_and_a_page_elsewhere(rf: Any) -> None:
    for path, kind in (("/api/v1/events", "application/problem+json"), ("/eventi/", "text/html")):
        answer = server_error(rf.get(path))
        assert answer.status_code == 500
        assert answer["Content-Type"].startswith(kind)
    assert json.loads(server_error(rf.get("/api/v1/events")).content)["code"] == "SERVER_ERROR"


def _rates(settings: Any, **rates: str | None) -> None:
    settings.FOSSATO_API_RATES = {"anonymous": None, "token": None, "wrong": None, **rates}


def test_throttle_without_token_answers_429_with_retry_after(anybody: Program, settings: Any) -> None:
    _rates(settings, anonymous="3/m")
    with time_machine.travel("2009-07-04T10:00:15+00:00", tick=False) as clock:
        statuses = [anybody.get("/seasons").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        answer = anybody.get("/packs")
        assert (answer["Retry-After"], _problem(answer)["code"]) == ("45", "TOO_MANY_REQUESTS")
        assert "45" in _problem(answer)["message"]
        other = anybody.client.get("/api/v1/seasons", REMOTE_ADDR="192.0.2.7")
        assert other.status_code == 200
        clock.shift(45)
        assert anybody.get("/seasons").status_code == 200


def test_throttle_counts_each_token_separately(program: Callable[..., Program], settings: Any) -> None:
    _rates(settings, token="2/m", anonymous="1/m")
    first, second = program(), program()
    with time_machine.travel("2009-07-04T10:00:00+00:00", tick=False):
        ApiToken.objects.update(expires_at="2010-01-01T00:00Z")
        assert [first.get("/me").status_code for _ in range(3)] == [200, 200, 429]
        assert first.get("/me")["Retry-After"] == "60"
        assert second.get("/me").status_code == 200


def test_throttle_counts_wrong_tokens_and_never_a_right_one(program: Callable[..., Program], settings: Any) -> None:
    _rates(settings, wrong="3/h")
    with time_machine.travel("2009-07-04T10:20:00+00:00", tick=False):
        right, wrong = program(), Program("fst_" + "A" * 43)
        assert [wrong.get("/me").status_code for _ in range(5)] == [401, 401, 401, 429, 429]
        assert wrong.get("/me")["Retry-After"] == "2401"
        assert right.get("/me").status_code == 200


def test_throttle_ignores_forwarded_addresses(anybody: Program, settings: Any) -> None:
    """The server decides which proxy is trusted and sets the client's address before the application reads it."""
    _rates(settings, anonymous="1/h", wrong="1/h")
    wrong = Program("fst_" + "A" * 43)

    def get_status(who: Program, path: str, address: str) -> int:
        return int(who.get(path, X_Forwarded_For=address).status_code)

    with time_machine.travel("2009-07-04T10:20:00+00:00", tick=False):
        assert [
            get_status(anybody, "/seasons", forwarded_for) for forwarded_for in ("192.0.2.1", "192.0.2.2, 192.0.2.3")
        ] == [200, 429]
        assert [get_status(wrong, "/me", forwarded_for) for forwarded_for in ("192.0.2.1", "192.0.2.2, 192.0.2.3")] == [
            401,
            429,
        ]

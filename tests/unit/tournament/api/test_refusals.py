"""Every error of the API is JSON with a code and a sentence; what cannot be kept is refused and never a failure."""

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
from tournament.api.sentences import FIELDS, SENTENCES
from tournament.models import ApiToken, Event, Sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make.drawn_event()


def _problem(answer: Any) -> dict[str, Any]:
    """The problem, which has the same fields whatever went wrong."""
    assert answer["Content-Type"].startswith("application/json")
    told: dict[str, Any] = answer.json()
    assert set(told) == {"code", "message", "article", "fields", "findings", "consequences"}
    assert told["code"]
    assert told["message"]
    return told


@pytest.mark.parametrize("table", [SENTENCES, FIELDS], ids=["problems", "fields"])
def test_every_code_has_both_sentences(table: dict[str, dict[str, str]]) -> None:
    assert all(set(words) == {"it", "en"} and all(words.values()) for words in table.values())


@pytest.mark.parametrize("path", ["/nessuno", "/events/", "/draws/x", "/events/a/b", "/players/-1", "/v2"])
def test_an_address_that_does_not_exist(anybody: Program, path: str) -> None:
    answer = anybody.get(path)
    assert (answer.status_code, _problem(answer)["code"]) == (404, "NOT_FOUND")


def test_a_page_that_does_not_exist_stays_a_page() -> None:
    answer = Client().get("/non-esiste/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_method_that_an_address_does_not_have(anybody: Program, method: str) -> None:
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
def test_what_is_no_json(program: Callable[..., Program], event: Event, body: Any) -> None:
    answer = program("referee", event).post(table_path(event, act="/preview"), body)
    told = _problem(answer)
    if body == "":
        assert (answer.status_code, told["code"]) == (422, "FIELDS_WRONG")
    else:
        assert (answer.status_code, told["code"]) == (400, "JSON_WRONG")


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


#: What is sent as the sheet -> where it is wrong, and how.
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
def test_what_no_sheet_can_hold_is_refused_with_its_place(
    program: Callable[..., Program], event: Event, sheet: Any, path: str, code: str, act: str
) -> None:
    answer = program("referee", event).post(table_path(event, act=act), {"sheet": sheet}, Idempotency_Key="chiave")
    told = _problem(answer)
    assert (answer.status_code, told["code"]) == (422, "FIELDS_WRONG")
    assert [(one["path"], one["code"]) for one in told["fields"]] == [(path, code)]
    assert told["fields"][0]["message"]
    assert not Sheet.objects.exists()


def test_a_number_that_is_no_number_in_the_end(program: Callable[..., Program], event: Event) -> None:
    answer = program("referee", event).post(table_path(event, act="/preview"), '{"sheet": {"a": 1e999}}')
    assert (answer.status_code, _problem(answer)["fields"][0]["path"]) == (422, "sheet.a")


def test_wrong_fields_are_told_all_at_once(program: Callable[..., Program], event: Event) -> None:
    body = {"version": "due", "accept_warnings": "forse", "forced_reason": "x" * 501, "altro": 1}
    answer = program("referee", event).post(table_path(event, act="/confirm"), body)
    told = {one["path"]: one["code"] for one in _problem(answer)["fields"]}
    assert told == {
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
def test_a_query_that_cannot_be_asked(anybody: Program, query: str) -> None:
    answer = anybody.get(f"/events?{query}")
    assert (answer.status_code, _problem(answer)["code"]) == (422, "FIELDS_WRONG")
    assert _problem(answer)["fields"][0]["path"] == query.partition("=")[0]


@pytest.mark.parametrize("pk", [10**18, 10**30, 0])
def test_a_number_that_no_table_can_have(anybody: Program, pk: int) -> None:
    assert anybody.get(f"/draws/{pk}").status_code == (404 if pk == 10**18 else 422)


def test_content_that_is_too_large(program: Callable[..., Program], event: Event, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = program("referee", event).post(table_path(event, act="/preview"), {"sheet": {"a": "x" * 1500}})
    assert (answer.status_code, _problem(answer)["code"]) == (413, "BODY_TOO_LARGE")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer fst_sbagliato", "Basic YTpi", "fst_x", "Bearer a b c"])
def test_a_wrong_token_is_told_so(header: str, event: Event) -> None:
    answer = Program().get("/me", Authorization=header)
    assert (answer.status_code, _problem(answer)["code"]) == (401, "TOKEN_WRONG")
    assert "Bearer" in answer["WWW-Authenticate"]


def test_a_refusal_of_the_rules_names_its_article(program: Callable[..., Program], event: Event) -> None:
    table = make.tables_of(make.last_round(event))[0]
    who = program("referee", event)
    who.post(table_path(event, act="/sheets"), {"sheet": make.tied_sheet(table)}, Idempotency_Key="chiave")
    told = _problem(who.post(table_path(event, act="/confirm"), {"version": 1}, Accept_Language="en"))
    assert (told["code"], told["article"]) == ("LOT_MISSING", "1.5")
    assert "lot" in told["message"].lower()


def test_a_failure_of_ours_is_json_for_programs_and_a_page_for_people(rf: Any) -> None:
    for path, kind in (("/api/v1/events", "application/json"), ("/eventi/", "text/html")):
        answer = server_error(rf.get(path))
        assert answer.status_code == 500
        assert answer["Content-Type"].startswith(kind)
    assert json.loads(server_error(rf.get("/api/v1/events")).content)["code"] == "SERVER_ERROR"


def _rates(settings: Any, **rates: str | None) -> None:
    settings.FOSSATO_API_RATES = {"anonymous": None, "token": None, "wrong": None, **rates}


def test_who_asks_too_often_without_a_token_waits(anybody: Program, settings: Any) -> None:
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


def test_tokens_are_counted_each_for_itself(program: Callable[..., Program], settings: Any) -> None:
    _rates(settings, token="2/m", anonymous="1/m")
    first, second = program(), program()
    with time_machine.travel("2009-07-04T10:00:00+00:00", tick=False):
        ApiToken.objects.update(expires_at="2010-01-01T00:00Z")
        assert [first.get("/me").status_code for _ in range(3)] == [200, 200, 429]
        assert first.get("/me")["Retry-After"] == "60"
        assert second.get("/me").status_code == 200


def test_wrong_tokens_are_counted_and_a_right_one_opens_all_the_same(
    program: Callable[..., Program], settings: Any
) -> None:
    _rates(settings, wrong="3/h")
    with time_machine.travel("2009-07-04T10:20:00+00:00", tick=False):
        right, wrong = program(), Program("fst_" + "A" * 43)
        assert [wrong.get("/me").status_code for _ in range(5)] == [401, 401, 401, 429, 429]
        assert wrong.get("/me")["Retry-After"] == "2401"
        assert right.get("/me").status_code == 200


def test_a_forwarded_address_is_no_other_visitor(anybody: Program, settings: Any) -> None:
    """Which proxy is believed is the server's to say: it puts the address in its place before anything is asked."""
    _rates(settings, anonymous="1/h", wrong="1/h")
    wrong = Program("fst_" + "A" * 43)

    def asked(who: Program, path: str, address: str) -> int:
        return int(who.get(path, X_Forwarded_For=address).status_code)

    with time_machine.travel("2009-07-04T10:20:00+00:00", tick=False):
        assert [asked(anybody, "/seasons", one) for one in ("192.0.2.1", "192.0.2.2, 192.0.2.3")] == [200, 429]
        assert [asked(wrong, "/me", one) for one in ("192.0.2.1", "192.0.2.2, 192.0.2.3")] == [401, 429]

"""The log: one JSON object a line, without names, mail addresses, tokens or network addresses."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import ResolverMatch

from ops.logging import JsonFormatter, redact, request_id
from ops.request_log import RequestLogMiddleware

TOKEN = "Zx81-qWertY_0plmNko9iu"


def _line(logger: str, message: str, *args: Any, error: BaseException | None = None) -> dict[str, Any]:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(logger, logging.WARNING, "/somewhere.py", 1, message, args, info)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    return json.loads(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("mail to giocatrice@example.org failed", "mail to … failed"),
        (f"Not Found: /t/{TOKEN}/conferma/", "Not Found: /t/…/conferma/"),
        (f"Not Found: /g/{TOKEN}/", "Not Found: /g/…/"),
        ("/accounts/password/reset/key/2x-cz3k5m-0123456789abcdef0123456789abcdef/", "/accounts/password/reset/key/…/"),
        (f"Bearer {TOKEN}", "Bearer …"),
        ("from 203.0.113.7 and 203.0.113.7:5123", "from … and …:5123"),
        ("from 2001:db8::17", "from …"),
        ("http://127.0.0.1:8000 (Press CTRL+C to quit)", "http://127.0.0.1:8000 (Press CTRL+C to quit)"),
        ("job 12 at 12:34:56 took 0.25 s", "job 12 at 12:34:56 took 0.25 s"),
        ("Task tournament.run_job[0f0cf1a8-8d0f-4e6e-9b7e-0123456789ab] received",) * 2,
    ],
)
def test_personal_data_redacted(text: str, left: str) -> None:
    assert redact(text) == left


def test_foreign_messages_logged_as_template() -> None:
    assert _line("axes.attempts", "AXES: failure by %s", "Giulia Esempio")["message"] == "AXES: failure by %s"
    assert _line("celery.worker", "Task %(name)s: %(exc)s", {"name": "a", "exc": "Giulia"})["message"] == (
        "Task %(name)s: %(exc)s"
    )
    assert _line("tournament.tasks", "job %s failed", 12)["message"] == "job 12 failed"


def test_exception_logged_without_text() -> None:
    try:
        raise ValueError("Key (email)=(giulia@example.org) already exists")
    except ValueError as error:
        line = _line("tournament.tasks", "job %s failed", "Giulia", error=error)
    assert line["exception"] == "ValueError"
    assert [frame.split(":")[0] for frame in line["frames"]] == ["tests/unit/ops/test_logs.py"]
    assert "iulia" not in json.dumps(line)


def _answered(request: HttpRequest, caplog: pytest.LogCaptureFixture, name: str) -> tuple[HttpResponse, dict[str, Any]]:
    def view(asked: HttpRequest) -> HttpResponse:
        asked.resolver_match = ResolverMatch(lambda: None, (), {"token": TOKEN}, url_name=name)
        assert request_id.get()
        return HttpResponse(status=404)

    with caplog.at_level(logging.INFO, logger="ops.request_log"):
        response = RequestLogMiddleware(view)(request)
    assert isinstance(response, HttpResponse)
    assert request_id.get() == ""
    return response, vars(caplog.records[-1])["facts"]


def test_access_log_names_view_not_path(caplog: pytest.LogCaptureFixture) -> None:
    response, facts = _answered(RequestFactory().get(f"/t/{TOKEN}/"), caplog, "table_link")
    assert {**facts, "ms": 0} == {"view": "table_link", "method": "GET", "status": 404, "ms": 0, "role": "link"}
    assert TOKEN not in json.dumps(facts)
    assert len(response["X-Request-ID"]) == 32


@pytest.mark.parametrize(
    ("given", "taken"),
    [("abcdef-0123456789", True), ("short", False), ("giulia@example.org", False), ("a" * 65, False)],
)
def test_proxy_request_id_accepted_if_harmless(given: str, taken: bool, caplog: pytest.LogCaptureFixture) -> None:
    request = RequestFactory().get("/", headers={"X-Request-ID": given})
    response, _facts = _answered(request, caplog, "home")
    assert (response["X-Request-ID"] == given) is taken


@override_settings(ROOT_URLCONF="config.urls")
def test_unknown_method_logged_as_one_word(caplog: pytest.LogCaptureFixture) -> None:
    _answer, facts = _answered(RequestFactory().generic("GIULIA", "/"), caplog, "home")
    assert facts["method"] == "other"

"""Requests made up from the API's own description, in process, each undone when it was answered."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any
from zlib import crc32

import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.api import schema
from tests.unit.api.conftest import ApiWorld

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = tuple(GenerationMode)


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """The site, which keeps the test's connection to the database."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        answer = WSGIHandler()(environ, start_response)
        content = list(answer)
        answer.close()
        return content
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def described() -> Any:
    """The description as schemathesis reads it, its application beside it."""
    found = schemathesis.openapi.from_dict(json.loads(json.dumps(schema())))
    found.app = application
    return found


def operations() -> list[str]:
    """Every operation: ``GET /api/v1/events``."""
    return [f"{method.upper()} {path}" for path, methods in schema()["paths"].items() for method in methods]


def ask(world: ApiWorld, operation: str, mode: GenerationMode, cases: int) -> Counter[int]:
    """Asks one operation so many times.

    Arguments:
        mode: whether what is sent is as the description says, or is not.
    Returns: how often each status was answered.
    Errors: schemathesis’ own for a 5xx, a status or content that the description does not have.
    """
    method, _sep, path = operation.partition(" ")
    found = described()[path][method]
    statuses: Counter[int] = Counter()
    if not _can_be_wrong(found):
        mode = GenerationMode.POSITIVE

    @settings(
        max_examples=cases,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(case=found.as_strategy(generation_mode=mode), luck=st.integers(0, 2**20 - 1))
    def asked(case: Any, luck: int) -> None:
        luck = crc32(str(luck).encode())  # small numbers come often
        _meet(case, luck, world)
        token = world.token if luck % 16 else "fst_" + "A" * 43
        with transaction.atomic():
            answer = case.call(headers={"Authorization": f"Bearer {token}"})
            transaction.set_rollback(True)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    asked()
    return statuses


def _can_be_wrong(operation: Any) -> bool:
    """Whether there is anything to be sent that could contradict the description."""
    return bool(operation.path_parameters or operation.query or operation.headers or operation.body)


def _meet(case: Any, luck: int, world: ApiWorld) -> None:
    """Puts in, three times out of four, what there is: made-up names alone would never get past a 404."""
    if "table" in (case.path_parameters or {}) and luck % 8:
        meant = world.meant.get(case.operation.path.rpartition("/")[2], world.tables)
        tables = meant if luck % 16 else world.tables
        case.path_parameters.update(tables[luck % 1009 % len(tables)])
        return _meet_body(case.body, luck, world)
    for place, (name, made_up) in enumerate(dict(case.path_parameters or {}).items()):
        known = world.values.get(name, [made_up])
        if (luck >> place) % 4:
            case.path_parameters[name] = known[luck % 997 % len(known)]
    return _meet_body(case.body, luck, world)


def _meet_body(body: Any, luck: int, world: ApiWorld) -> None:
    if isinstance(body, dict) and isinstance(body.get("sheet"), dict) and luck % 2:
        whole = dict(world.sheets[luck % 991 % len(world.sheets)])
        body["sheet"] = {**whole, **body["sheet"]} if luck % 4 == 1 else _spoilt(whole, body["sheet"], luck)
    if isinstance(body, dict) and isinstance(body.get("version"), int) and luck % 2:
        body["version"] = 1 + (luck >> 3) % 2
        body["accept_warnings"] = True
    if isinstance(body, dict) and isinstance(body.get("word"), str) and luck % 2:
        body["word"] = "luna"
    if isinstance(body, dict) and isinstance(body.get("reason"), str) and "version" in body and luck % 8:
        body |= {"version": 1, "reason": "Le righe erano scambiate", "forced_reason": "Contato due volte"}
        body |= {"sheet": world.swapped, "accept_consequences": True} if luck % 4 else {}


def _spoilt(sheet: dict[str, Any], made_up: dict[str, Any], luck: int) -> dict[str, Any]:
    """A real sheet with one value of a seat replaced by something made up."""
    seats = [dict(seat) if isinstance(seat, dict) else seat for seat in sheet.get("seats", ())]
    thrown = next(iter(made_up.values()), None)
    if seats and isinstance(seats[0], dict) and seats[0]:
        names = sorted(seats[0])
        seats[0][names[luck % len(names)]] = thrown
    return {**sheet, "seats": seats}

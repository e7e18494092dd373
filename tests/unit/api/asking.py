"""Generate requests from the API's own description, in process, each rolled back after the response."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
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


@cache
def _handler() -> WSGIHandler:
    """Return the site as a WSGI application; its middleware is loaded once."""
    return WSGIHandler()


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Run the site as a WSGI application that keeps the test's database connection open."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        response = _handler()(environ, start_response)
        content = list(response)
        response.close()
        return content
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@cache
def described() -> Any:
    """Return the description as schemathesis loads it, bound to its application; loading takes half a second."""
    api_schema = schemathesis.openapi.from_dict(json.loads(json.dumps(schema())))
    api_schema.app = application
    return api_schema


def operations() -> list[str]:
    """List every operation, for example ``GET /api/v1/events``."""
    return [f"{method.upper()} {path}" for path, methods in schema()["paths"].items() for method in methods]


def ask(world: ApiWorld, operation: str, mode: GenerationMode, cases: int) -> Counter[int]:
    """Send a number of generated requests to one operation.

    Arguments:
        mode: whether requests conform to the description or violate it.
    Returns: the number of responses by status.
    Errors: schemathesis' own for a 5xx, or a status or content missing from the description.
    """
    method, _sep, path = operation.partition(" ")
    api_operation = described()[path][method]
    statuses: Counter[int] = Counter()
    if not _can_be_wrong(api_operation):
        mode = GenerationMode.POSITIVE

    @settings(
        max_examples=cases,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(case=api_operation.as_strategy(generation_mode=mode), entropy=st.integers(0, 2**20 - 1))
    def check_operation(case: Any, entropy: int) -> None:
        entropy = crc32(str(entropy).encode())  # small numbers come often
        _meet(case, entropy, world)
        token = _token(api_operation, world) if entropy % 16 else "fst_" + "A" * 43
        with transaction.atomic():
            response = case.call(headers={"Authorization": f"Bearer {token}"})
            transaction.set_rollback(True)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    check_operation()
    return statuses


def _token(operation: Any, world: ApiWorld) -> str:
    """Return the token of who may do it: the first one for what needs none."""
    tokens = [world.tokens[tag] for tag in operation.tags or () if tag in world.tokens]
    return (tokens or list(world.tokens.values()))[0]


def _can_be_wrong(operation: Any) -> bool:
    """Return whether the operation has any input that could violate the description."""
    return bool(operation.path_parameters or operation.query or operation.headers or operation.body)


def _meet(case: Any, entropy: int, world: ApiWorld) -> None:
    """Replace three of four arguments by existing values: random names alone would always end in a 404."""
    end = case.operation.path.rpartition("{slug}/")[2]
    _meet_data(case, world.bodies.get(end), entropy)
    if end in world.parts and entropy % 8:
        rows = world.parts[end]
        case.path_parameters.update(rows[entropy % 1009 % len(rows)])
        return None
    if "table" in (case.path_parameters or {}) and entropy % 8:
        fitting_tables = world.tables_by_action.get(case.operation.path.rpartition("/")[2], world.tables)
        tables = fitting_tables if entropy % 16 else world.tables
        case.path_parameters.update(tables[entropy % 1009 % len(tables)])
        return _meet_body(case.body, entropy, world)
    for place, (name, made_up) in enumerate(dict(case.path_parameters or {}).items()):
        existing_values = world.values.get(name, [made_up])
        if (entropy >> place) % 4:
            case.path_parameters[name] = existing_values[entropy % 997 % len(existing_values)]
    return _meet_body(case.body, entropy, world)


def _meet_data(case: Any, known: Any, entropy: int) -> None:
    """Let every second body name what there is: a season, a club, a card; or be a real picture."""
    if known is None or not entropy % 2:
        return
    if isinstance(known, bytes):
        case.body = known
    elif isinstance(case.body, dict):
        case.body |= known


def _meet_body(body: Any, entropy: int, world: ApiWorld) -> None:
    if isinstance(body, dict) and isinstance(body.get("sheet"), dict) and entropy % 2:
        real_sheet = dict(world.sheets[entropy % 991 % len(world.sheets)])
        body["sheet"] = (
            {**real_sheet, **body["sheet"]} if entropy % 4 == 1 else _spoilt(real_sheet, body["sheet"], entropy)
        )
    if isinstance(body, dict) and isinstance(body.get("version"), int) and entropy % 2:
        body["version"] = 1 + (entropy >> 3) % 2
        body["accept_warnings"] = True
    if isinstance(body, dict) and isinstance(body.get("word"), str) and entropy % 2:
        body["word"] = "luna"
    if isinstance(body, dict) and isinstance(body.get("reason"), str) and "version" in body and entropy % 8:
        body |= {"version": 1, "reason": "Le righe erano scambiate", "forced_reason": "Contato due volte"}
        body |= {"sheet": world.swapped, "accept_consequences": True} if entropy % 4 else {}


def _spoilt(sheet: dict[str, Any], made_up: dict[str, Any], entropy: int) -> dict[str, Any]:
    """Return a real sheet with one value of a seat replaced by a random one."""
    seats = [dict(seat) if isinstance(seat, dict) else seat for seat in sheet.get("seats", ())]
    thrown = next(iter(made_up.values()), None)
    if seats and isinstance(seats[0], dict) and seats[0]:
        names = sorted(seats[0])
        seats[0][names[entropy % len(names)]] = thrown
    return {**sheet, "seats": seats}

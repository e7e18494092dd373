"""The table of docs/access.md, and the site's actual response to each of its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib import admin
from django.core.signals import request_finished
from django.db import close_old_connections, connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver

from tests.unit.access.world import ROLES, World

PAGE = Path(__file__).resolve().parents[3] / "docs" / "access.md"
IN, SIGN_IN, NO = "in", "sign-in", "no"
METHODS = ("GET", "POST")
_ROW = re.compile(r"^\| `(?P<name>[\w:*]+)` \| (?P<method>[A-Z]+) \|(?P<cells>.*)\|$")
_LOGIN = ("/accounts/login/", "/admin/login/")


@dataclass(frozen=True)
class Row:
    """A row of the table: the expected response for each role, by the name of its column."""

    name: str
    method: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


@cache
def rows() -> list[Row]:
    """Return the rows of the table. Errors: AssertionError for an incomplete row."""
    parsed_rows = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        row = _ROW.match(line)
        if row is not None:
            cells = [cell.strip() for cell in row["cells"].split("|")]
            assert len(cells) == len(ROLES), line
            assert set(cells) <= {IN, SIGN_IN, NO}, line
            parsed_rows.append(Row(row["name"], row["method"], dict(zip(ROLES, cells, strict=True))))
    return parsed_rows


@cache
def addresses() -> tuple[URLPattern, ...]:
    """Return every address of the site except those of Django's administration, which share one row."""
    return tuple(_addresses(get_resolver().url_patterns))


def _addresses(patterns: list[Any]) -> Iterator[URLPattern]:
    for entry in patterns:
        if isinstance(entry, URLPattern):
            yield entry
        elif isinstance(entry, URLResolver) and entry.app_name != "admin":
            yield from _addresses(entry.url_patterns)


def admin_names() -> list[str]:
    """Return the models in Django's administration, named as in its addresses."""
    return [f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry]


_WRITE = re.compile(r'^(INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
#: What reading may write on any page: the session, whose expiry is renewed, and what was tried with a wrong link.
_KEPT_BY_READING = {"django_session", "axes_accessattempt"}
#: And on this page alone: django-allauth completes the addresses of an older account.
_KEPT_BY = {"account_email": {"account_emailaddress"}}


def answer(world: World, pattern: URLPattern, method: str, role: str) -> Any:
    """Return the site's response, and roll back what the request wrote to the tables in its ``written``."""
    client = world.client(role)
    written: set[str] = set()
    allowed = _KEPT_BY_READING | _KEPT_BY.get(str(pattern.name), set())

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if (write := _WRITE.match(sql)) and write[2] not in allowed:
            written.add(write[2])
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(note):
        ask = getattr(client, method.lower())
        response = ask(
            world.address(pattern, role), world.bodies.get(str(pattern.name), {}) if method == "POST" else {}
        )
        if getattr(response, "streaming", False):
            finish(response)
        transaction.set_rollback(True)
    response.written = written
    return response


def finish(got: Any) -> None:
    """Read a streamed response to its end, or close an endless one, without closing the test's connection."""
    if not got.is_async:
        b"".join(got.streaming_content)
        return
    request_finished.disconnect(close_old_connections)
    got.close()
    request_finished.connect(close_old_connections)


def main_part(content: bytes) -> bytes:
    """Return a page's content without its header and footer."""
    return content.partition(b"<main")[2].partition(b"</main>")[0]


def verdict(got: Any) -> str:
    """Return ``in``, ``sign-in`` or ``no``.

    An invalid private link may be throttled instead (429), and the API responds 401 where a page redirects to the
    sign-in.
    """
    if got.status_code == 401:
        return SIGN_IN
    if got.status_code in (301, 302) and got["Location"].split("?")[0] in _LOGIN:
        return SIGN_IN
    if got.status_code in (403, 404, 429):
        return NO
    assert got.status_code in (200, 204, 302, 400, 422), got.status_code
    return IN

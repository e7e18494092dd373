"""Fuzz an address of the site: its arguments, its query, its forms, uploaded files and JSON."""

from __future__ import annotations

import inspect
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import cycle, islice
from typing import Any, TypeVar
from urllib.parse import quote

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern
from django.urls.resolvers import RegexPattern

from tests.unit.access import matrix
from tests.unit.access.world import NO_TOKEN, ROLES, World
from tests.volume import VOLUME

ALONE = VOLUME.fuzz_fields_alone
#: Fields of one request that the gate makes hostile together.
FIELDS_AT_ONCE = 5
LONG, NUL = "9" * 5000, "a\x00b"
#: The limits of the databases' integers, one beyond, and more digits than Python parses.
ENDS = ("9" * 5, "9" * 10, "9223372036854775808", "9" * 30, "9" * 4299)
NUMBERS = (*ENDS, "-1", "0", "١٢٣", "²", "1e9", "0x10", "NaN", "")
WRONG = ("[]", '{"a": 1}', "true", "2026-99-99", "x" * 3000, "'\"><", "\u200f\u2066\ufeff", "%s%n", "..\\..", "\r\n")
HOSTILE = (LONG, *NUMBERS, *WRONG)
NEXT = ("anything", "//[", "http://[", "https://altrove.example/", "javascript:1", "\\\\x", "?", "a b\nc", NUL, LONG)
JSONS = ("", "[]", "null", LONG, '"\\u0000"', '{"a": "\\u0000", "\\ud800": NaN}', "\x00", "[" * 3000)
#: Values of every field of a form at once, and of an argument of the address.
IN_EVERY_FIELD, IN_ADDRESS = (LONG, NUL, "x", ""), ("9" * 30, NUL, "²")
FILES = (
    b"nome,cognome\nA\x00da,Ro\x00ssi\n",
    b"\x00",
    b"nome,cognome,tessera\nAda,Rossi," + LONG.encode(),
    b"PK\x03\x04x",
)
#: Parameters read by many views without a field on their page.
EVERYWHERE = ("next", "page", "q", "sort")
T = TypeVar("T")
_READ = re.compile(r"""(?:GET|POST|values|data)(?:\.get|\.getlist)?[(\[]\s*"(\w+)"|"(\w+)" (?:not )?in request\.""")


class _Fields(HTMLParser):
    """Parse the fields of a page's forms with their values, and the file fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.files: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag not in ("input", "select", "textarea", "button") or not facts.get("name"):
            return
        if facts.get("type") == "file":
            self.files.append(facts["name"])
        else:
            self.found.setdefault(facts["name"], facts.get("value", ""))


def _code(pattern: URLPattern) -> str:
    view = inspect.unwrap(pattern.callback)
    module = getattr(view, "view_class", view).__module__
    ours = module.partition(".")[0] in ("tournament", "ranking", "config")
    return inspect.getsource(sys.modules[module]) if ours else ""


class Fuzz:
    """Fuzz one address as an authorised visitor. ``statuses`` counts the responses, ``failed`` lists our errors."""

    def __init__(self, world: World, pattern: URLPattern) -> None:
        self.pattern, self.world = pattern, world
        self.statuses: Counter[int] = Counter()
        self.failed: list[str] = []
        self.name = str(pattern.name)
        cells = {row.method: row.cells for row in matrix.rows() if row.name == self.name}
        self.methods = set(cells)
        code = _code(pattern)
        self.read = {part for groups in _READ.findall(code) for part in groups if part}
        #: Whether the view may go on to the address in ``next``; a library's may.
        self.goes_on = not code or "next" in self.read or "redirect_back" in code
        methods = [cells[method] for method in ("POST", "GET") if method in cells]
        self.role = next((role for cell in methods for role in reversed(ROLES) if cell[role] == matrix.IN), "nobody")
        self.client = world.client(self.role)
        self.client.raise_request_exception = False
        self.address = world.address(pattern, self.role)

    def everything(self) -> None:
        """Fuzz every input of the address, one after the other."""
        page = self._ask("get", self.address, "as it is")
        fields = _Fields()
        if not page.streaming and "html" in page.headers.get("Content-Type", ""):
            fields.feed(page.content.decode())
        read = self.read
        self._paths()
        if "GET" in self.methods:
            # A paper takes a second and reads no query but its own arguments: in the gate these suffice.
            is_paper = page.headers.get("Content-Type") == "application/pdf"
            self._queries(sorted(read) if is_paper and not ALONE else sorted({*read, *EVERYWHERE}))
        if "POST" in self.methods:
            names = sorted({*fields.found, *read, "next"} - {"csrfmiddlewaretoken"})
            self._forms({**fields.found, **self.world.bodies.get(self.name, {})}, names)
            self._files(fields)
            for body in JSONS if self.name.startswith("api_") else self._in_turn(JSONS, 1):
                self._ask("post", self.address, f"JSON {body[:20]!r}", data=body, content_type="application/json")

    def _ask(self, method: str, path: str, what: str, client: Client | None = None, **more: Any) -> Any:
        """Send one request, and roll back its changes after the response."""
        with transaction.atomic():
            response = getattr(client or self.client, method)(path, **more)
            if getattr(response, "streaming", False):
                matrix.finish(response)
            transaction.set_rollback(True)
        self.statuses[response.status_code] += 1
        if response.status_code >= 500:
            self.failed.append(f"{method} {self.name}: {what} is answered by {response.status_code}")
        return response

    def _in_turn(self, values: Sequence[T], number: int) -> Iterator[T]:
        """Return all values in a soak; at the gate some of them, others for the next address."""
        begin = zlib.crc32(self.name.encode()) % len(values)
        return islice(cycle(values), begin, begin + (len(values) if ALONE else number))

    def _changes(self, names: list[str]) -> Iterator[dict[str, str]]:
        """Yield hostile values of a request's fields.

        The gate tries several fields at once, each with one of the values in turn; a soak one field at a time, with
        some values of each kind in turn, and the address to go on to with every one.
        """
        if ALONE:
            for name in names:
                values = NEXT if name == "next" and self.goes_on else _of_each_kind(f"{self.name} {name}")
                yield from ({name: value} for value in values)
            return
        if self.goes_on and "next" in names:
            names = [name for name in names if name != "next"]
            yield from ({"next": value} for value in self._in_turn(NEXT, 2))
        hostile = cycle(self._in_turn(HOSTILE, len(HOSTILE)))
        for start in range(0, len(names), FIELDS_AT_ONCE):
            yield {name: next(hostile) for name in names[start : start + FIELDS_AT_ONCE]}

    def _paths(self) -> None:
        """Fuzz each argument of the address, whether or not its converter accepts the value."""
        method = "get" if "GET" in self.methods else "post"
        hostile = (*NUMBERS, LONG, NUL, "..", "a" * 300) if ALONE else tuple(self._in_turn(IN_ADDRESS, 2))
        real = {name: str(value) for name, value in self._arguments()}
        if not real:
            # An address of a library, by a regular expression: its last part is what the expression reads.
            head = self.address.rstrip("/").rpartition("/")[0]
            for value in hostile if isinstance(self.pattern.pattern, RegexPattern) else ():
                self._ask(method, f"{head}/{quote(f'{value}-{value}')}/", f"{value[:20]!r} in the address")
            return
        head = self.address[: len(self.address) - len(_filled(str(self.pattern.pattern), real))]
        for name in real:
            for value in hostile:
                tail = quote(_filled(str(self.pattern.pattern), {**real, name: value}), safe="/")
                self._ask(method, head + tail, f"{name}={value[:20]!r} in the address")

    def _arguments(self) -> Iterator[tuple[str, Any]]:
        for name in self.pattern.pattern.converters:
            special = f"{self.name}.{name}"
            if name == "token" and special not in self.world.facts:
                yield name, self.world.tokens.get(self.role, NO_TOKEN)
            else:
                yield name, self.world.facts.get(special, self.world.facts.get(name))

    def _queries(self, names: list[str]) -> None:
        for change in self._changes(names):
            self._ask("get", self.address, f"the query {_words(change)}", data=change)
        self._ask("get", self.address, "NUL in every word", data=dict.fromkeys(names, NUL))
        letters, nul = "a=%ff%fe&b=%ed%a0%80", "%00=1"
        for query in (letters, nul) if ALONE else (f"{letters}&{nul}",):
            self._ask("get", f"{self.address}?{query}", "letters that are none, or ?NUL=1")

    def _forms(self, whole: dict[str, Any], names: list[str]) -> None:
        for change in self._changes(names):
            self._ask("post", self.address, f"{_words(change)} in the form", data={**whole, **change})
        for value in self._in_turn(IN_EVERY_FIELD, 2):
            self._ask("post", self.address, f"{value[:20]!r} in every field", data=dict.fromkeys(names, value))
        self._ask("post", self.address, "a field called NUL", data={**whole, "\x00": "1"})

    def _files(self, fields: _Fields) -> None:
        for name in fields.files:
            for content in FILES:
                for kind in ("csv", "xlsx", "png", "txt") if ALONE else ("csv", "png"):
                    upload = SimpleUploadedFile(f"lista.{kind}", content)
                    words = f"{content[:20]!r} as {kind} in {name}"
                    self._ask("post", self.address, words, data={**fields.found, name: upload})
            texts = {**fields.found, **dict.fromkeys(fields.files, "no file")}
            self._ask("post", self.address, f"a text in {name}", data=texts)

    def cookies(self) -> None:
        """Fuzz cookies with values that no page sets."""
        for name in ("sessionid", "csrftoken", "django_language", "messages"):
            for value in ('"\\000"', LONG[:3000], "'", '"\\377\\376"', "ZmFsc2U:x:y"):
                client = Client(raise_request_exception=False)
                more = {"headers": {"cookie": f"{name}={value}"}}
                self._ask("get", self.address, f"the cookie {name}={value[:20]}", client, **more)


def _of_each_kind(words: str) -> tuple[str, ...]:
    """Return a number too long, NUL, and of each kind some values that differ from field to field."""
    turn = zlib.crc32(words.encode())
    numbers = [NUMBERS[(turn + step) % len(NUMBERS)] for step in (0, 5)]
    wrong = [WRONG[(turn + step) % len(WRONG)] for step in (0, 3)]
    return (LONG, NUL, *numbers, *wrong)


def _words(change: dict[str, str]) -> str:
    return ", ".join(f"{name}={value[:20]!r}" for name, value in change.items())


def _filled(route: str, values: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], route)

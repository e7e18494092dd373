"""Requests of the client: one request, its errors, the waits that the server asks for, and the pages of a list."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from ssl import SSLContext
from typing import Any
from urllib.parse import urlencode

#: Statuses after which the same request may be sent again: nothing was written.
TRY_AGAIN = (429, 503)


class ProblemError(Exception):
    """A refused request (RFC 9457).

    Arguments:
        status: the HTTP status. problem: the answer's fields; `code` is for programs, `detail` for people.
    """

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code', '')}: {problem.get('detail', '')}")
        self.status = status
        self.problem = problem
        self.code = str(problem.get("code", ""))


class Transport:
    """Send requests to one site.

    Arguments:
        site: its beginning, `https://fossato.example.org`.
        token: `fst_…`; empty for public data.
        language: of messages for people.
        tries: how often a request is sent that the server asks to send again later.
        timeout: seconds without an answer after which a request has failed.
        trusted: a TLS context, for a certificate of one's own.
    """

    def __init__(
        self,
        site: str,
        token: str = "",
        *,
        language: str = "en",
        tries: int = 4,
        timeout: float = 60,
        trusted: SSLContext | None = None,
    ) -> None:
        self.root = site.rstrip("/") + "/api/v1"
        self.token, self.language, self.tries, self.timeout = token, language, tries, timeout
        self._trusted = trusted

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        content: bytes | None = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Any:
        """Return the answer's JSON; None if it has no content. Errors: ProblemError; OSError without an answer.

        Arguments:
            body: sent as JSON. content: sent as it is. query, headers: those that are None are left out.
        """
        chosen = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = self.root + path + (f"?{urlencode(chosen)}" if chosen else "")
        sent = {"Accept": "application/json", "Accept-Language": self.language}
        sent |= {name: value for name, value in (headers or {}).items() if value is not None}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            content, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        elif content is not None:
            sent["Content-Type"] = "application/octet-stream"
        for remaining in range(self.tries - 1, -1, -1):
            request = urllib.request.Request(address, content, sent, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout, context=self._trusted) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as refused:
                wait = refused.headers["Retry-After"]
                problem = _problem(refused)
                if refused.code not in TRY_AGAIN or not remaining or wait is None or not wait.isdecimal():
                    raise ProblemError(refused.code, problem) from None
                time.sleep(int(wait))
        raise AssertionError


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _problem(refused: urllib.error.HTTPError) -> Mapping[str, Any]:
    """Return the fields of a refusal; those of a page, such as the proxy's, are its status alone."""
    try:
        problem = json.loads(refused.read())
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {"code": "", "detail": refused.reason}


def every_item(page: Callable[..., Any], *arguments: Any, limit: int = 200, **more: Any) -> Iterator[Any]:
    """Yield the items of all pages of a list: ``every_item(client.events, season="2026")``."""
    offset = 0
    while True:
        answer = page(*arguments, limit=limit, offset=offset, **more)
        yield from answer["items"]
        offset += limit
        if offset >= answer["count"]:
            return

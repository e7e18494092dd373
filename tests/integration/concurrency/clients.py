"""Browsers without a screen: each keeps its session and sends what a form would send; all of them at one moment."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from ssl import SSLContext
from threading import Barrier
from urllib.parse import urlencode

#: Seconds after which a request counts as lost.
LATE = 300.0
#: No connection to the database was free in time: nothing has been done yet.
BUSY = 503
#: A form's token, the same in the cookie and in the header, as the page's own script sends it.
CSRF = "A" * 32


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: to which act, of whom, with which status."""

    act: str
    who: str
    key: str
    status: int
    body: str

    @property
    def stored(self) -> bool:
        """Whether a phone's queue was told that its sheet is in."""
        return self.status == 200 and self.body.startswith("{") and json.loads(self.body)["state"] == "stored"


@dataclass(frozen=True, slots=True)
class Request:
    """One act: GET where ``form`` is None. ``key`` names a sheet that must be found again if it is acknowledged."""

    act: str
    path: str
    form: Mapping[str, str] | None = None
    key: str = ""


@dataclass
class Client:
    """One visitor on a connection of their own."""

    port: int
    who: str
    secure: bool
    session: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    busy: int = 0
    #: How to trust the proxy that ends TLS, where one stands in front.
    tls: SSLContext | None = None

    def _headers(self, request: Request) -> dict[str, str]:
        cookies = {"csrftoken": CSRF, **self.cookies}
        if self.session:
            cookies["sessionid"] = self.session
        found = {
            "Host": f"127.0.0.1:{self.port}" if self.tls else "127.0.0.1",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "Connection": "close",
        }
        if self.secure:
            found |= {"X-Forwarded-Proto": "https", "Referer": f"https://{found['Host']}/"}
        if request.form is not None:
            found |= {"X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
        if request.key:
            found["Accept"] = "application/json"
        return found

    def send(self, request: Request) -> Answer:
        """Sends one request and reads its whole answer; while the server has no room yet, asks again, as people do."""
        late = time.monotonic() + LATE
        answer = self._once(request)
        while answer.status == BUSY and time.monotonic() < late:
            self.busy += 1
            time.sleep(0.2)
            answer = self._once(request)
        return answer

    def _connection(self) -> http.client.HTTPConnection:
        if self.tls is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=LATE)
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=LATE, context=self.tls)

    def _once(self, request: Request) -> Answer:
        connection = self._connection()
        body = None if request.form is None else urlencode(request.form)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.request("GET" if body is None else "POST", request.path, body, self._headers(request))
        response = connection.getresponse()
        text = response.read().decode()
        for line in response.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                if name == "sessionid":
                    self.session = morsel.value
        connection.close()
        return Answer(request.act, self.who, request.key, response.status, text)


def all_at_once(work: Sequence[tuple[Client, Request]]) -> list[Answer]:
    """Every client sends its request at the same moment; the answers in the same order."""
    barrier = Barrier(len(work))

    def one(client: Client, request: Request) -> Answer:
        barrier.wait()
        return client.send(request)

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(lambda pair: one(*pair), work))


def told(answers: Sequence[Answer]) -> str:
    """The answers by act and status, in one line."""
    counted: dict[str, Counter[int]] = {}
    for answer in answers:
        counted.setdefault(answer.act, Counter())[answer.status] += 1
    return "; ".join(
        f"{act} " + " ".join(f"{status}×{times}" for status, times in sorted(statuses.items()))
        for act, statuses in sorted(counted.items())
    )

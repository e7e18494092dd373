"""HTTP clients that keep a session and send a form's fields; all of them concurrently."""

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
#: No database connection was free in time; nothing has been done yet.
BUSY = 503
#: A form's token, the same in the cookie and in the header, as the page's own script sends it.
CSRF = "A" * 32


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: to which action, of which user, with which status."""

    act: str
    who: str
    key: str
    status: int
    body: str

    @property
    def stored(self) -> bool:
        """Return whether the response acknowledges that the sheet is stored."""
        return self.status == 200 and self.body.startswith("{") and json.loads(self.body)["state"] == "stored"


@dataclass(frozen=True, slots=True)
class Request:
    """One action: GET where ``form`` is None. ``key`` names a sheet that must exist later if it is acknowledged."""

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
    #: The TLS context that trusts the proxy, where one is in front.
    tls: SSLContext | None = None

    def _headers(self, request: Request) -> dict[str, str]:
        cookies = {"csrftoken": CSRF, "__Host-csrftoken": CSRF, **self.cookies}
        if self.session:
            cookies |= {"sessionid": self.session, "__Host-sessionid": self.session}
        headers = {
            "Host": f"127.0.0.1:{self.port}" if self.tls else "127.0.0.1",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "Connection": "close",
        }
        if self.secure:
            headers |= {"X-Forwarded-Proto": "https", "Referer": f"https://{headers['Host']}/"}
        if request.form is not None:
            headers |= {"X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
        if request.key:
            headers["Accept"] = "application/json"
        return headers

    def send(self, request: Request) -> Answer:
        """Send one request and read its whole response; retry while the server is busy."""
        deadline = time.monotonic() + LATE
        response = self._once(request)
        while response.status == BUSY and time.monotonic() < deadline:
            self.busy += 1
            time.sleep(0.2)
            response = self._once(request)
        return response

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
                if name.endswith("sessionid"):
                    self.session = morsel.value
        connection.close()
        return Answer(request.act, self.who, request.key, response.status, text)


def all_at_once(work: Sequence[tuple[Client, Request]]) -> list[Answer]:
    """Send every client's request concurrently; return the responses in the same order."""
    barrier = Barrier(len(work))

    def send_request(client: Client, request: Request) -> Answer:
        barrier.wait()
        return client.send(request)

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(lambda pair: send_request(*pair), work))


def count_by_status(answers: Sequence[Answer]) -> str:
    """Return the number of responses by action and status, in one line."""
    counted: dict[str, Counter[int]] = {}
    for response in answers:
        counted.setdefault(response.act, Counter())[response.status] += 1
    return "; ".join(
        f"{act} " + " ".join(f"{status}×{times}" for status, times in sorted(statuses.items()))
        for act, statuses in sorted(counted.items())
    )

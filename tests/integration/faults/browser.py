"""HTTP clients of one server process: a visitor with cookies, and a viewer of the public display's stream."""

from __future__ import annotations

import http.client
import threading
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import urlencode

PATIENCE = 60.0
#: Seconds after which a display whose stream ended reconnects.
BREATH = 0.2


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: str


@dataclass
class Browser:
    """Keeps cookies and sends their CSRF token; does not follow redirects."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, **form: str) -> Answer:
        if not self._token():
            self.get("/accounts/login/")
        return self._ask("POST", path, form, {})

    def _token(self) -> str:
        """Return the token of forms; production names its cookie otherwise."""
        return next((value for name, value in self.cookies.items() if name.endswith("csrftoken")), "")

    def _ask(self, method: str, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> Answer:
        headers_sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        if form is not None:
            headers_sent |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": self._token(),
            }
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, urlencode(form) if form is not None else None, headers_sent)
            response = line.getresponse()
            body = response.read().decode()
        finally:
            line.close()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _sep, value = cookie.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return Answer(response.status, response.headers, body)


class BoardViewer:
    """A viewer of an event's public display by its stream, who reconnects when it ends, as the page does."""

    def __init__(self, port: int, slug: str) -> None:
        self._address = (port, f"/parete/{slug}/novita/")
        self._changed = threading.Condition()
        self._over = False
        self._version = ""
        self._line: http.client.HTTPConnection | None = None
        #: How often the display was updated; how often the stream was interrupted.
        self.updates = 0
        self.lost = 0
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def wait_beyond(self, known: int) -> None:
        """Wait until the display was updated more often than ``known``."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.updates > known, PATIENCE), f"no news after update {known}"

    def close(self) -> None:
        self._over = True
        line = self._line
        if line is not None and line.sock is not None:
            line.sock.shutdown(2)
        self._thread.join(PATIENCE)

    def _look(self) -> None:
        port, path = self._address
        while not self._over:
            self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                self._line.request("GET", path, headers={"Last-Event-ID": self._version})
                for line in self._line.getresponse():
                    self._heard(line)
            except (OSError, http.client.HTTPException, ValueError):
                self.lost += 1
            finally:
                self._line.close()
            # The page waits a moment and reconnects.
            threading.Event().wait(BREATH)

    def _heard(self, line: bytes) -> None:
        if line.startswith(b"id: "):
            self._version = line[4:].strip().decode()
        elif line.startswith(b'data: {"now"'):
            with self._changed:
                self.updates += 1
                self._changed.notify_all()

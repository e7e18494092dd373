"""A receiver that stores requests and responds as configured."""

from __future__ import annotations

import contextlib
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Heard:
    """One received request."""

    path: str
    headers: dict[str, str]
    content: bytes = b""


@dataclass
class Receiver:
    """The requests received, and the response to each: a status, or a function that writes the response itself.

    Arguments:
        done: set when the server is to end, for responses that wait.
    """

    port: int = 0
    heard: list[Heard] = field(default_factory=list)
    answer: int | Callable[[Any], None] = 204
    done: threading.Event = field(default_factory=threading.Event)
    server: ThreadingHTTPServer | None = None

    def secure(self, context: ssl.SSLContext) -> None:
        """Switch to TLS; the handshake is made by the responding thread."""
        assert self.server is not None
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/public/7"


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._hear(b"")

        def do_POST(self) -> None:
            self._hear(self.rfile.read(int(self.headers["Content-Length"])))

        def _hear(self, content: bytes) -> None:
            receiver.heard.append(Heard(self.path, dict(self.headers.items()), content))
            answer = receiver.answer
            # The client may have disconnected.
            with contextlib.suppress(OSError):
                if callable(answer):
                    answer(self)
                    return
                self.send_response(answer)
                if 300 <= answer < 400:
                    self.send_header("Location", receiver.url)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Suppress the log."""

        def handle_one_request(self) -> None:
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                super().handle_one_request()

    return Handler


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver on a free port of the loopback."""
    new_receiver = Receiver()
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(new_receiver)) as server:
        server.daemon_threads = True
        new_receiver.server, new_receiver.port = server, server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield new_receiver
        new_receiver.done.set()
        server.shutdown()
        thread.join()


def certificate_for_localhost(folder: Path) -> tuple[ssl.SSLContext, str]:
    """Create a server's TLS context for ``localhost``, and the file that makes a client trust it (SSL_CERT_FILE)."""
    key, certificate = str(folder / "key.pem"), str(folder / "certificate.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context, certificate

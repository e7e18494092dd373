"""A mail server that can stall, to catch a worker in the middle of a task."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class MailServer:
    """State of the server: ``called`` is set by the first connection, ``received`` by the first complete message."""

    port: int = 0
    answers: bool = True
    called: threading.Event = field(default_factory=threading.Event)
    received: threading.Event = field(default_factory=threading.Event)
    messages: list[str] = field(default_factory=list)


def _handler(mail: MailServer) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

        def handle(self) -> None:
            mail.called.set()
            if not mail.answers:
                # Stay silent until the client disconnects.
                self.rfile.readline()
                return
            self.say("220 localhost")
            while line := self.rfile.readline().decode().strip():
                verb = line.upper()
                if verb.startswith("QUIT"):
                    self.say("221 bye")
                    return
                if verb.startswith("DATA"):
                    self.say("354 go on")
                    mail.messages.append(self.message())
                self.say("250 ok")
                if verb.startswith("DATA"):
                    mail.received.set()

        def message(self) -> str:
            lines: list[str] = []
            while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                lines.append(line)
            return "\n".join(lines)

    return Handler


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Run a mail server on a free port of the loopback that delivers nothing."""
    mail = MailServer()
    with _Server(("127.0.0.1", 0), _handler(mail)) as server:
        mail.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield mail
        server.shutdown()
        thread.join()

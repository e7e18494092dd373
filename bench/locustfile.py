"""Requests of the phones, the walls and the readers of many events, for locust. ``script/load`` starts it.

LOAD_WORLD names a file with the events: slug, and the private links of the players.
"""

from __future__ import annotations

import json
import os
import random
import ssl
import time
from pathlib import Path
from typing import Any

import gevent
from gevent import socket
from locust import HttpUser, between, task
from requests.adapters import HTTPAdapter

WORLD: list[dict[str, Any]] = json.loads(Path(os.environ["LOAD_WORLD"]).read_text())
PORT = int(os.environ["LOAD_PORT"])


#: One for all: to read the system's certificates for every connection costs more than the connection, and two thousand
#: phones in one process were so slow with it that the proxy gave up on their handshakes.
TRUSTING_ALL = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING_ALL.check_hostname, TRUSTING_ALL.verify_mode = False, ssl.CERT_NONE


class HallAdapter(HTTPAdapter):
    """Connect from the address of a hall: the proxy limits each address by itself."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__(pool_connections=1, pool_maxsize=1)

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        ours = {"source_address": (self._address, 0), "ssl_context": TRUSTING_ALL}
        super().init_poolmanager(*arguments, **more, **ours)


class Visitor(HttpUser):
    """One who looks at pages of one event, with the certificate of the test taken as it is."""

    abstract = True

    def on_start(self) -> None:
        self.client.verify = False
        self.client.headers["Accept-Language"] = "it"
        number = random.randrange(len(WORLD))
        self.event, self.hall = WORLD[number], f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.client.mount("https://", HallAdapter(self.hall))


class Phone(Visitor):
    """A player: the stream of news open all the time, the part that changed after each, the whole page now and then."""

    weight = 90
    wait_time = between(60, 180)

    def on_start(self) -> None:
        super().on_start()
        self.token = random.choice(self.event["tokens"])
        # The phones of a hall are opened over half a minute.
        gevent.sleep(random.uniform(0, 30))
        self.look()
        gevent.spawn(self._listen)

    def _listen(self) -> None:
        """Keep the stream open, without the overhead of a request library, and ask for what each news announces."""
        plain = socket.create_connection(("127.0.0.1", PORT), source_address=(self.hall, 0))
        stream = TRUSTING_ALL.wrap_socket(plain, server_hostname="127.0.0.1")
        began = time.perf_counter()
        stream.sendall(f"GET /g/{self.token}/novita/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        received = stream.recv(4096)
        status = received.split(b" ")[1].decode() if b" " in received else "none"
        self.environment.events.request.fire(
            request_type="GET",
            name="stream opened",
            response_time=1000 * (time.perf_counter() - began),
            response_length=0,
            exception=None if status == "200" else RuntimeError(status),
            context={},
        )
        # The first news is the newest digest, which this page just showed.
        is_first = True
        while received:
            if b"event: news" in received:
                if not is_first:
                    self.client.get(f"/g/{self.token}/?v=", headers={"HX-Request": "true"}, name="after news")
                is_first = False
            received = stream.recv(4096)

    @task
    def look(self) -> None:
        """Load the own page."""
        self.client.get(f"/g/{self.token}/", name="phone")


class Reader(Visitor):
    """Somebody at home: the event, its board and the Ranking."""

    weight = 10
    wait_time = between(5, 20)

    @task(3)
    def read_event(self) -> None:
        """Open the event's page."""
        self.client.get(f"/eventi/{self.event['slug']}/", name="event")

    @task(1)
    def read_board(self) -> None:
        """Open the live board."""
        self.client.get(f"/parete/{self.event['slug']}/", name="board")

    @task(1)
    def read_ranking(self) -> None:
        """Open the Ranking."""
        self.client.get("/ranking/", name="Ranking")

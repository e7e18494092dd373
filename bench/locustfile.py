"""Requests of the phones, the walls and the readers of many events, for locust. ``script/load`` starts it.

LOAD_WORLD names a file with the events: slug, and the private links of the players.
"""

from __future__ import annotations

import json
import os
import random
import ssl
from pathlib import Path
from typing import Any

import gevent
from gevent import socket
from locust import HttpUser, between, task
from requests.adapters import HTTPAdapter

WORLD: list[dict[str, Any]] = json.loads(Path(os.environ["LOAD_WORLD"]).read_text())
PORT = int(os.environ["LOAD_PORT"])


class HallAdapter(HTTPAdapter):
    """Connect from the address of a hall: the proxy limits each address by itself."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        super().init_poolmanager(*arguments, **more, source_address=(self._address, 0))


class Visitor(HttpUser):
    """One who looks at pages of one event, with the certificate of the test taken as it is."""

    abstract = True
    wait_time = between(10, 40)

    def on_start(self) -> None:
        self.client.verify = False
        self.client.headers["Accept-Language"] = "it"
        number = random.randrange(len(WORLD))
        self.event, self.hall = WORLD[number], f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.client.mount("https://", HallAdapter(self.hall))


class Phone(Visitor):
    """A player: the own page now and then, and its stream of news open all the time."""

    weight = 90

    def on_start(self) -> None:
        super().on_start()
        self.token = random.choice(self.event["tokens"])
        # The phones of a hall are opened over half a minute.
        gevent.sleep(random.uniform(0, 30))
        self.client.get(f"/g/{self.token}/", name="phone")
        gevent.spawn(self._listen)

    def _listen(self) -> None:
        """Keep the stream open without the overhead of a request library."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", PORT), source_address=(self.hall, 0))
        stream = context.wrap_socket(plain, server_hostname="127.0.0.1")
        stream.sendall(f"GET /g/{self.token}/novita/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        first = stream.recv(4096)
        status = first.split(b" ")[1].decode() if b" " in first else "0"
        failed = None if status == "200" else RuntimeError(status)
        fire = self.environment.events.request.fire
        fire(request_type="GET", name="stream opened", response_time=0, response_length=0, exception=failed, context={})
        while stream.recv(4096):
            pass

    @task
    def look(self) -> None:
        """Load the own page again."""
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

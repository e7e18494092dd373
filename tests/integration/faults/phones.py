"""Phones at the tables: real HTTP clients that type, deliver, and resend whatever was not acknowledged."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from typing import Any
from urllib.parse import urlencode

PATIENCE = 90.0
#: Seconds that a phone waits after no response, or a response to retry later.
BREATH = 0.1


class Meter:
    """Shared counters of all phones; threads can wait for an increase."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.counts: Counter[str] = Counter()

    def add(self, what: str) -> None:
        with self._changed:
            self.counts[what] += 1
            self._changed.notify_all()

    def wait_for_more(self, what: str, number: int) -> None:
        """Wait until this counter has increased by ``number``."""
        with self._changed:
            goal = self.counts[what] + number
            assert self._changed.wait_for(lambda: self.counts[what] >= goal, PATIENCE), f"no more {what}: {self.counts}"


@dataclass
class Delivery:
    """A sheet as a phone sends it: the same key until it is acknowledged."""

    key: str
    table: int
    points: list[int]
    closing: bool = False
    acknowledged: bool = False
    #: Start of the acknowledged attempt, in seconds since 1970.
    sent_at: float = 0.0


@dataclass
class Phone:
    """One phone at one table.

    Arguments:
        table: as returned by ``world.make``.
        refusals: responses other than "stored" that are not lost connections: (status, words).
    """

    name: str
    port: int
    table: dict[str, Any]
    meter: Meter
    deliveries: list[Delivery] = field(default_factory=list)
    refusals: list[tuple[int, str]] = field(default_factory=list)
    _line: http.client.HTTPConnection | None = None
    _cookie: str = ""

    def __post_init__(self) -> None:
        self._rng = random.Random(self.name)

    def play(self, enough: Callable[[], bool]) -> None:
        """Deliver one sheet after another until ``enough`` is true; the last one is acknowledged."""
        while not enough():
            self.deliver()

    def deliver(self, *, closing: bool = False) -> Delivery:
        """Deliver a new sheet and return when it is acknowledged.

        Arguments:
            closing: also confirms the table.
        """
        rows = self._rng.sample(self.table["rows"], len(self.table["rows"]))
        points = [row["points"] for row in rows]
        delivery = Delivery(f"{self.name}-{len(self.deliveries)}", self.table["number"], points, closing)
        self.deliveries.append(delivery)
        form = dict(self.table["form"], key=delivery.key)
        form |= {f"s{seat}_{name}": str(value) for seat, row in enumerate(rows) for name, value in row.items()}
        form["deliver_and_confirm" if closing else "deliver"] = "1"
        deadline = time.monotonic() + PATIENCE
        while not delivery.acknowledged:
            assert time.monotonic() < deadline, f"{delivery.key} was never acknowledged: {self.refusals[-3:]}"
            delivery.sent_at = time.time()
            delivery.acknowledged = self._sent(form)
        self.meter.add("acknowledged")
        return delivery

    def _sent(self, form: dict[str, str]) -> bool:
        """Make one attempt; return whether the server acknowledged the sheet."""
        response = self.ask("POST", self.table["path"], form)
        if response is None:
            return False
        status, headers, body = response
        if status == 200:
            return bool(json.loads(body)["state"] == "stored")
        self.refusals.append((status, headers.get("Retry-After", "")))
        self.meter.add("refused")
        threading.Event().wait(BREATH)
        return False

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Message, str] | None:
        """Send one request with the phone's cookie.

        Returns None where the connection was lost before the end of the response.
        """
        if method == "POST" and not self._cookie and not self._look():
            return None
        headers = {"Accept": "application/json"} if method == "POST" else {}
        if self._cookie:
            headers |= {
                "Cookie": f"__Host-csrftoken={self._cookie}; csrftoken={self._cookie}",
                "X-CSRFToken": self._cookie,
            }
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self.meter.add("sent")
            self._line.request(method, path, urlencode(form) if form is not None else None, headers)
            response = self._line.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.meter.add("lost")
            self.close()
            return None
        return response.status, response.headers, body

    def _look(self) -> bool:
        """Open the page of the table, as a user does first."""
        response = self.ask("GET", self.table["path"])
        csrf_match = re.search(r"csrftoken=([^;]+)", response[1].get("Set-Cookie", "")) if response else None
        self._cookie = csrf_match[1] if csrf_match else ""
        return bool(self._cookie)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def at_work(jobs: list[Callable[[], None]], meanwhile: Callable[[], None]) -> None:
    """Run jobs in threads and something else in this one; re-raise an error of any."""
    errors: list[BaseException] = []

    def guarded(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # noqa: BLE001 - re-raised by the waiting thread
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        meanwhile()
    except AssertionError as error:
        errors.append(error)
    for thread in threads:
        thread.join(PATIENCE)
    if errors:
        raise errors[0]
    assert not any(thread.is_alive() for thread in threads)


def accounts(sheets: list[dict[str, Any]], phones: list[Phone]) -> dict[str, int]:
    """Compare the phones' records with the stored sheets; return the figures.

    Every acknowledged sheet is stored with its numbers, none twice, none unknown to the phones, and the versions of a
    table are 1 to n.
    """
    deliveries = {delivery.key: delivery for phone in phones for delivery in phone.deliveries}
    stored = {sheet["key"]: sheet for sheet in sheets}
    assert len(stored) == len(sheets), "a key is stored twice"
    assert not set(stored) - set(deliveries), "a sheet that nobody sent"
    missing = [key for key, delivery in deliveries.items() if delivery.acknowledged and key not in stored]
    assert missing == [], f"acknowledged and not there: {missing}"
    for key, sheet in stored.items():
        assert (sheet["points"], sheet["table"], sheet["histories"]) == (
            deliveries[key].points,
            deliveries[key].table,
            1,
        ), key
    by_table: dict[int, list[dict[str, Any]]] = {}
    for sheet in sheets:
        by_table.setdefault(sheet["table"], []).append(sheet)
    for number, table_sheets in by_table.items():
        assert sorted(sheet["version"] for sheet in table_sheets) == list(range(1, len(table_sheets) + 1)), (
            f"versions of table {number}"
        )
        assert sum(sheet["state"] != "superseded" for sheet in table_sheets) == 1, (
            f"more than one sheet stands at {number}"
        )
    closed = [delivery for delivery in deliveries.values() if delivery.closing and delivery.acknowledged]
    for delivery in closed:
        assert stored[delivery.key]["state"] == stored[delivery.key]["table_state"] == "confirmed", delivery.key
    return {
        "sent": len(deliveries),
        "acknowledged": sum(delivery.acknowledged for delivery in deliveries.values()),
        "stored": len(stored),
        # Its response was lost with the process: the phone resent it, and the server already had it.
        "stored before the answer was lost": sum(
            sheet["at"] < deliveries[key].sent_at for key, sheet in stored.items()
        ),
        "closed tables": len(closed),
    }

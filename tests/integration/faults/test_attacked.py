"""All attacks at once on a server that has 4 GB, while a referee delivers sheets: none of them fails.

The limit is RLIMIT_AS on the process of the embedded server: it counts all memory, mapped or used, which is more than
what the process holds. There is no nginx in front of it, and all come from the address of the hall.
"""

from __future__ import annotations

import http.client
import io
import resource
import socket
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image

from tests import factories
from tests.integration.faults.browser import Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.phones import Meter, Phone, accounts
from tests.integration.servers.prefork import prefork
from tests.integration.servers.site import ROOT
from tests.volume import VOLUME

MEMORY = 4 * 1024**3
#: Seconds between two sheets of the referee, and between two requests, or new connections, of one attacker.
BETWEEN_SHEETS, BETWEEN_REQUESTS, BETWEEN_CONNECTIONS = 2.0, 0.02, 0.1
BOUNDARY = "fossato-attack"
VISITORS = ("/accounts/", "/admin/", "/partite/", "/gioca/", "/t/", "/api/", "/carte/", "/materiali/")


def _bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<row/>" * 17_000_000)
    return packed.getvalue()


def _huge_photo() -> bytes:
    image = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(image, "PNG")
    return image.getvalue()


@dataclass
class Hall:
    """Knowledge of the attackers: the server, private links of two tables, and the desk's sign-in.

    Arguments:
        answers: how often each attack got each status; 0 stands for a connection that was cut.
    """

    port: int
    event: dict[str, Any]
    cookies: dict[str, str]
    answers: dict[str, Counter[int]] = field(default_factory=dict)
    over: threading.Event = field(default_factory=threading.Event)

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "", **headers: str) -> int:
        """Send a request; return its status."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        # The attacks by forms of visitors come without an account; the others with that of a malicious desk.
        token = next(name for name in self.cookies if name.endswith("csrftoken"))
        names = (token,) if path.startswith(VISITORS) else tuple(self.cookies)
        sent = {"Cookie": "; ".join(f"{name}={self.cookies[name]}" for name in names), **headers}
        sent |= {"X-CSRFToken": self.cookies[token], **({"Content-Type": kind} if kind else {})}
        try:
            line.request(method, path, body, sent)
            response = line.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()
        return response.status

    def lesson(self) -> str:
        """Return the address of the table to which the guided game leads."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", "/gioca/impara/")
        address = str(line.getresponse().headers["Location"])
        line.close()
        return address

    def post(self, path: str, **form: str) -> int:
        return self.ask("POST", path, urlencode(form).encode(), "application/x-www-form-urlencoded")

    def upload(self, path: str, name: str, content: bytes, **form: str) -> int:
        """Send a file as a browser does."""
        parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{form[key]}\r\n' for key in form]
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="a.bin"\r\n\r\n'
        body = "".join([*parts, head]).encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        return self.ask("POST", path, body, f"multipart/form-data; boundary={BOUNDARY}")

    def repeat(self, name: str, attack: Callable[[int], int]) -> None:
        """Attack until it is over."""
        answers = self.answers.setdefault(name, Counter())
        number = 0
        while not self.over.is_set():
            answers[attack(number)] += 1
            number += 1
            self.over.wait(BETWEEN_REQUESTS)

    def hold(self, name: str, begin: bytes, most: int) -> None:
        """Keep as many connections as possible, each with the beginning of a request."""
        answers, lines = self.answers.setdefault(name, Counter()), []
        while not self.over.is_set():
            with suppress(OSError):
                line = socket.create_connection(("127.0.0.1", self.port), timeout=60)
                line.sendall(begin)
                lines.append(line)
                answers[1] += 1
            if len(lines) > most:
                lines.pop(0).close()
            self.over.wait(BETWEEN_CONNECTIONS)
        for line in lines:
            line.close()


def _attacks(hall: Hall) -> dict[str, Callable[[], None]]:
    """Return what each attacker does until it is over."""
    slug, link = hall.event["slug"], hall.event["tables"][-1]["path"]
    table = hall.event["tables"][-1]
    sheet = table["form"] | {
        f"s{seat}_{name}": str(value) for seat, row in enumerate(table["rows"]) for name, value in row.items()
    }
    bomb, photo = _bomb(), _huge_photo()
    game = next((ROOT / "games/dominion/examples").glob("*.json")).read_bytes()
    half = f"POST {link} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nhalf".encode()
    stream = f"GET /parete/{slug}/novita/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    names, lesson = {"first_name": "Ada", "last_name": "Riva"}, hall.lesson()
    repeated: dict[str, Callable[[int], int]] = {
        "password": lambda number: hall.post("/accounts/login/", login=f"nome{number % 50}", password="indovinata"),
        "reset": lambda number: hall.post("/accounts/password/reset/", email=f"m{number}@example.org"),
        "administration": lambda number: hall.post("/admin/login/", username=f"n{number}", password="indovinata"),
        "link": lambda number: hall.ask("GET", f"/t/{number:022}/"),
        "versions": lambda number: hall.post(link, **sheet, key=f"flood{number}", deliver="1"),
        "photo": lambda _number: hall.upload(f"{link}foto/", "photo", photo),
        "spreadsheet": lambda _number: hall.upload(f"/organizza/{slug}/iscritti/importa/", "file", bomb),
        "practice": lambda _number: hall.upload("/partite/", "record", game),
        "people": lambda number: hall.post(f"/organizza/{slug}/iscritti/porta/", **names, city=str(number)),
        "help": lambda number: hall.post(f"{link}aiuto/", words=f"scherzo {number}"),
        "large": lambda _number: hall.ask(
            "POST", f"{link}foto/", b"", "image/jpeg", **{"Content-Length": "9999999999"}
        ),
        "steps": lambda number: hall.ask("GET", f"/partite/12-throne-room-on-thief/{number % 300}/"),
        "hint": lambda _number: hall.ask("GET", f"{lesson}?aiuto=1"),
        "figures": lambda _number: hall.ask("GET", "/carte/eok-assumed-1/"),
        "papers": lambda number: hall.ask("GET", f"/materiali/modulo-megalomania-{3 + number % 2}.pdf"),
        "pages": lambda number: hall.ask("GET", f"/api/v1/events?page={number}"),
    }
    held = {"half": half, "stream": stream, "head": b"GET / HTTP/1.1\r\nX-"}
    return {
        **{name: (lambda name=name, attack=attack: hall.repeat(name, attack)) for name, attack in repeated.items()},
        **{name: (lambda name=name, begin=begin: hall.hold(name, begin, 150)) for name, begin in held.items()},
    }


def _delivers(phones: list[Phone], seconds: float) -> list[float]:
    """Deliver sheets in turn for some time; return how long each took."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.monotonic()
        phone = phones[len(took) % len(phones)]
        phone.deliver()
        # Between two sheets the server ends an idle connection anyway.
        phone.close()
        took.append(time.monotonic() - started)
        threading.Event().wait(BETWEEN_SHEETS)
    return took


@pytest.mark.soak(
    gate="tests/attacks/test_flood.py::test_flood_of_versions_is_answered_without_the_sheet_and_a_phone_sends_later"
)
def test_referee_delivers_while_all_attack_at_once(embedded_settings: dict[str, str], tmp_path: Path, say: Say) -> None:
    event = world(embedded_settings, "make", 24)
    # As on a laptop: the limits are those of the product.
    settings = embedded_settings | {"FOSSATO_SHEETS_A_MINUTE": "20"}
    with prefork(settings, port_groups=(0,)) as server:
        resource.prlimit(server.pids[0], resource.RLIMIT_AS, (MEMORY, MEMORY))
        desk = Browser(server.ports[0])
        desk.post("/accounts/login/", login=event["user"], password=factories.PASSWORD)
        hall = Hall(server.ports[0], event, desk.cookies)
        phones = [Phone(f"table{table['number']}", hall.port, table, Meter()) for table in event["tables"][:-1]]
        attackers = [threading.Thread(target=attack) for attack in _attacks(hall).values()]
        for attacker in attackers:
            attacker.start()
        try:
            took = _delivers(phones, VOLUME.attack_seconds)
        finally:
            hall.over.set()
            for attacker in attackers:
                attacker.join()
        peak = int(Path(f"/proc/{server.pids[0]}/status").read_text().split("VmHWM:")[1].split()[0]) // 1024
        started = server.started
    stored = [sheet for sheet in world(settings, "sheets", event["slug"]) if not sheet["key"].startswith("flood")]
    figures = accounts(stored, phones)
    say(**figures, slowest_s=round(max(took), 1), peak_mb=peak, attacks={n: dict(c) for n, c in hall.answers.items()})
    assert [phone.refusals for phone in phones if phone.refusals] == []
    assert sum(phone.meter.counts["lost"] for phone in phones) == 0
    assert figures["sent"] == figures["acknowledged"] == figures["stored"] == len(took)
    assert started == 1
    # Every attack ran, and none met an error of the server's own.
    assert all(sum(answers.values()) for answers in hall.answers.values())
    assert {status for answers in hall.answers.values() for status in answers} & {500, 507} == set()

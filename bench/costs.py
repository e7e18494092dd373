"""Measure the processor time of the expensive requests, within and beyond their budgets.

Run from the root: ``python -m bench.costs``. It makes a database of its own, with an event in play, and prints the
table of docs/request-costs.md. "Before" is what one address buys in a minute if nothing but the 100 requests a second
of nginx bounds it, "after" with the budget: the requests within it, and the refusal of the others.
"""

from __future__ import annotations

import io
import statistics
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bench.pages import ROOT, SLUG, fill, prepare

REPEATS = 5
#: Requests of one address in a minute that nginx lets through, and seconds of two cores in it.
A_MINUTE, CORES = 6000, 120.0
#: An empty form of a score sheet.
PAPER = "/materiali/modulo-megalomania-4.pdf"
_numbers = count(1)


@dataclass(frozen=True)
class Request:
    """An expensive request.

    Arguments:
        budget: words. a_minute: how many of them one address or account gets in a minute, on the average of an hour.
        send: sends one within the budget. beyond: sends one that is refused; None where each costs the same.
    """

    name: str
    budget: str
    a_minute: float
    send: Callable[[Any], Any]
    beyond: Callable[[Any], Any] | None = None


def _file(content: bytes, name: str) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile(name, content)


def _photo(width: int, height: int, mode: str, kind: str) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    picture = Image.effect_noise((width, height), 60) if mode == "L" else Image.new(mode, (width, height))
    picture.save(out, kind)
    return out.getvalue()


def _bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<row/>" * 17_000_000)
    return out.getvalue()


def requests(link: str, sheet: dict[str, str], table: str) -> list[Request]:
    """Return what is measured.

    Arguments:
        link: the private page of a table; sheet: its form. table: a game of a visitor.
    """
    from django.conf import settings
    from django.core.cache import cache

    large, bomb = _photo(4000, 3000, "L", "JPEG"), _bomb()
    pixels = _photo(20_000, 20_000, "1", "PNG")
    game = max((ROOT / "games/dominion/examples").glob("*.json"), key=lambda path: path.stat().st_size).read_bytes()
    players = "Cognome;Nome\n" + "".join(f"Riva{number};Ada\n" for number in range(200))
    desk, limits = f"/organizza/{SLUG}/", settings.ACCOUNT_RATE_LIMITS

    def sheet_sent(client: Any) -> Any:
        return client.post(link, {**sheet, "key": f"k{next(_numbers)}", "deliver": "1"})

    def paper_made(client: Any) -> Any:
        cache.clear()
        return client.get(PAPER)

    def wrong_password(client: Any) -> Any:
        return client.post("/accounts/login/", {"login": f"n{next(_numbers)}", "password": "indovinata"})

    def reset(client: Any) -> Any:
        return client.post("/accounts/password/reset/", {"email": f"m{next(_numbers)}@example.org"})

    return [
        Request("sign-in with a wrong password", limits["sign_in"], 60, wrong_password, wrong_password),
        Request("reset of a password", limits["reset_password"], 20, reset, reset),
        Request(
            "sign-in to the administration",
            limits["admin_login"],
            10,
            lambda client: client.post("/admin/login/", {"username": "n", "password": "indovinata"}),
            lambda client: client.post("/admin/login/", {"username": "n", "password": "indovinata"}),
        ),
        Request(
            "upload of a practice game",
            limits["practice"],
            20,
            lambda client: client.post("/partite/", {"record": _file(game, "partita.json")}),
            lambda client: client.post("/partite/", {"record": _file(game, "partita.json")}),
        ),
        Request("version of a sheet", f"{settings.FOSSATO_SHEETS_A_MINUTE}/m/table", 20, sheet_sent, sheet_sent),
        Request(
            "photo of 12 megapixels",
            "6 of a table, one decoded at a time",
            6,
            lambda client: client.post(
                f"{link}foto/", {"photo": _file(large + bytes([next(_numbers) % 250]), "a.jpg")}
            ),
            lambda client: client.post(f"{link}foto/", {"photo": _file(large, "a.jpg")}),
        ),
        Request(
            "photo of 400 megapixels",
            "refused before it is decoded",
            A_MINUTE,
            lambda client: client.post(f"{link}foto/", {"photo": _file(pixels, "a.png")}),
        ),
        Request(
            "list of 200 players",
            limits["list_import"],
            0.5,
            lambda client: client.post(f"{desk}iscritti/importa/", {"file": _file(players.encode(), "a.csv")}),
            lambda client: client.post(f"{desk}iscritti/importa/", {"file": _file(players.encode(), "a.csv")}),
        ),
        Request(
            "list that unpacks to 100 MB",
            limits["list_import"],
            0.5,
            lambda client: client.post(f"{desk}iscritti/importa/", {"file": _file(bomb, "a.xlsx")}),
            lambda client: client.post(f"{desk}iscritti/importa/", {"file": _file(bomb, "a.xlsx")}),
        ),
        Request(
            "page of a recorded game",
            f"{limits['play']}, by length",
            450,
            lambda client: client.get("/partite/12-throne-room-on-thief/30/"),
            lambda client: client.get("/partite/12-throne-room-on-thief/30/"),
        ),
        Request(
            "hint in a visitor's game",
            limits["play_hint"],
            60,
            lambda client: client.get(f"{table}?aiuto=1"),
            lambda client: client.get(f"{table}?aiuto=1"),
        ),
        Request(
            "all figures of a pack",
            limits["figures"],
            120,
            lambda client: client.get("/carte/eok-assumed-1/"),
            lambda client: client.get("/carte/eok-assumed-1/"),
        ),
        Request("paper, made once", "kept for a day", 1, paper_made, lambda client: client.get(PAPER)),
        Request("page of the event", "none: cheap", A_MINUTE, lambda client: client.get(f"/eventi/{SLUG}/")),
        Request("live board", "built once a change", A_MINUTE, lambda client: client.get(f"/parete/{SLUG}/")),
        Request("unknown private link", "5/h/ip, then refused", A_MINUTE, lambda client: client.get(f"/t/{'x' * 22}/")),
    ]


def cpu(send: Callable[[Any], Any], client: Any) -> tuple[float, int]:
    """Return the median processor time in milliseconds, and the last status."""
    times, status = [], 0
    for _repeat in range(REPEATS):
        start = time.process_time()
        answer = send(client)
        _content = b"".join(answer) if answer.streaming else answer.content
        times.append((time.process_time() - start) * 1000)
        status = answer.status_code
    return statistics.median(times), status


def measure(request: Request, clients: dict[str, Any]) -> str:
    """Return the row of a request."""
    from django.core.cache import cache
    from django.test import override_settings

    client = clients["desk" if "list" in request.name else "visitor"]
    cache.clear()
    with override_settings(ACCOUNT_RATE_LIMITS=False, FOSSATO_SHEETS_A_MINUTE=10**6):
        one, status = cpu(request.send, client)
    refused, refused_status = one, status
    if request.beyond is not None:
        limits = {name: "1/h/user" if name == "list_import" else "1/h/ip" for name in _LIMITED}
        with override_settings(ACCOUNT_RATE_LIMITS=limits, FOSSATO_SHEETS_A_MINUTE=1):
            request.beyond(client)
            refused, refused_status = cpu(request.beyond, client)
    before = min(CORES, A_MINUTE * one / 1000)
    within = min(request.a_minute, A_MINUTE)
    after = min(before, (within * one + (A_MINUTE - within) * refused) / 1000)
    cells = (request.name, f"{one:.1f} ({status})", request.budget, f"{refused:.1f} ({refused_status})")
    return "| " + " | ".join((*cells, f"{before:.0f} s", f"{after:.0f} s")) + " |"


_LIMITED = ("sign_in", "reset_password", "admin_login", "practice", "list_import", "play", "play_hint", "figures")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        fill(12, demo=False)
        from django.conf import settings
        from django.test import Client

        from tests import factories as make
        from tournament.access.links import link_token, table_links_make
        from tournament.models import Event

        settings.ALLOWED_HOSTS, settings.MEDIA_ROOT = ["*"], str(Path(folder) / "media")
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        event = Event.objects.get(slug=SLUG)
        link = table_links_make(round=make.last_round(event), by=None)[0]
        rows = make.simple_sheet(link.table)["seats"]
        sheet = {"mode": "numbers", "end": "provinces", "ended_by": str(len(rows))}
        sheet |= {f"s{seat}_{name}": str(value) for seat, row in enumerate(rows) for name, value in row.items()}
        user = make.make_user("banco-delle-misure")
        make.grant(event, user)
        clients = {"visitor": Client(), "desk": Client()}
        clients["desk"].force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        print("| request | CPU ms (status) | budget | refused, CPU ms (status) | before | after |")
        print("|---|---|---|---|---|---|")
        seats = {"game": "dominion", "seat_1": "persona", "seat_2": "medio", "kingdom": "first_game"}
        game = clients["visitor"].post("/gioca/", seats).url
        for request in requests(f"/t/{link_token(link)}/", sheet, game):
            print(measure(request, clients), flush=True)


if __name__ == "__main__":
    main()

"""Measure the cost of the public pages, and updates of the live board with many viewers.

A page's processor time and its function calls are given as multiples of a *bare* page of 20 rows through Django's own
middleware, made in the same run: so that runs on other machines can be compared.

Run from the root: ``python -m bench.pages [--players 200] [--viewers 500] [--updates 8] [--no-demo] [--no-board]
[--keep FOLDER]``. It makes a database of its own: the demonstration season, and an event with round 1 in play. Weights
are gzip's; with ``--keep`` the database stays in the folder and is used again.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
SLUG = "torneo-delle-misure-2009"
REPEATS = 25
TOKEN = "t" * 32
LINKED = re.compile(r'<(?:script src|link rel="(?:stylesheet|icon)" href)="(?:https?://[^/]+)?/static/([^"?]+)')


def prepare(folder: Path) -> None:
    """Set up Django with a database in that folder, separate from the one in use."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    os.environ["FOSSATO_STAFF_SECOND_FACTOR"] = "off"
    os.environ["FOSSATO_SQLITE"] = str(folder / "bench.sqlite3")
    import django

    django.setup()


def fill(players: int, *, demo: bool) -> None:
    """Create the demonstration season, and an event in play with every sheet entered and none confirmed."""
    from django.core.management import call_command

    from tests import factories as make
    from tournament.models import Event
    from tournament.sheets import services as sheets

    call_command("migrate", verbosity=0)
    if Event.objects.filter(slug=SLUG).exists():
        return
    if demo:
        with open(os.devnull, "w") as devnull:
            call_command("demo_season", stdout=devnull)
    event = make.drawn_event(players=players, name="Torneo delle misure")
    for table in make.tables_of(make.last_round(event)):
        sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    make.grant(event, make.make_user("arbitro-delle-misure"), "referee")


# ---------------------------------------------------------------- pages


def addresses() -> list[tuple[str, str]]:
    """Return a name and an address of every kind of public page."""
    from django.urls import reverse

    from tournament.models import Draw, Event, Person, Season, Table

    pages = [("home", reverse("home")), ("ranking", reverse("ranking")), ("events", reverse("event_list"))]
    pages += [(name, reverse(name)) for name in ("regulation", "open_data", "licences", "account_login")]
    season = Season.objects.order_by("pk").first()
    if season is not None and hasattr(season, "slug"):
        pages.append(("ranking.json", reverse("ranking_json", args=[season.slug])))
    homologated = Event.objects.filter(state=Event.State.HOMOLOGATED).order_by("pk").first()
    if homologated is not None:
        table = Table.objects.filter(round__event=homologated).order_by("pk")[0]
        pages.append(("homologated event", reverse("event", args=[homologated.slug])))
        pages.append(("table", reverse("table_result", args=[homologated.slug, 1, table.number])))
        pages.append(("draw", reverse("draw", args=[Draw.objects.filter(event=homologated).earliest("pk").pk])))
        person = Person.objects.filter(entries__event=homologated).order_by("pk")[0]
        pages.append(("player", reverse("player", args=[person.pk])))
        pages.append(("draws", reverse("draws", args=[homologated.slug])))
    pages.append(("event in play", reverse("event", args=[SLUG])))
    pages.append(("its draws", reverse("draws", args=[SLUG])))
    pages += [(name, reverse(name, args=[SLUG])) for name in ("board", "board_part", "board_json")]
    return pages


def assets(html: str, known: dict[str, int]) -> int:
    """Return the compressed bytes of the files that a page links, fonts of the first stylesheet included."""
    from django.contrib.staticfiles import finders

    total = 0
    for name in set(LINKED.findall(html)):
        if name not in known:
            path = finders.find(name)
            known[name] = len(gzip.compress(Path(path).read_bytes(), 6)) if path else 0
        total += known[name]
    return total


def fonts() -> int:
    """Return the size of the two Latin fonts in bytes; they are compressed already."""
    folder = ROOT / "static/fossato/fonts"
    return sum(path.stat().st_size for path in folder.glob("*-latin-[0-9w]*-normal.woff2"))


#: Django's own middleware, as `startproject` lists it.
STANDARD = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)
BARE = """{% load i18n %}<!doctype html><html><body><ul>{% for row in rows %}
<li><a href="{% url 'bare' row %}">{% translate "Ranking" %}</a></li>{% endfor %}</ul></body></html>"""


def bare_address() -> Any:
    """Return a module of one address: a page of 20 rows, each a link and a translated word, by Django's own means."""
    from django.http import HttpRequest, HttpResponse
    from django.template import Engine, RequestContext
    from django.urls import path

    processors = [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]
    engine = Engine(libraries={"i18n": "django.templatetags.i18n"}, context_processors=processors)
    template = engine.from_string(BARE)

    def bare(request: HttpRequest, row: int = 0) -> HttpResponse:
        return HttpResponse(template.render(RequestContext(request, {"rows": range(20)})))

    urls = ModuleType("bench.bare_urls")
    vars(urls)["urlpatterns"] = [path("", bare), path("<int:row>/", bare, name="bare")]
    return urls


def least(request: Callable[[], Any]) -> float:
    """Return the least processor time of a request, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        request()
        times.append(time.process_time() - start)
    return min(times) * 1000


def calls(request: Callable[[], Any]) -> int:
    """Return the number of function calls of a request, which no other program on the machine changes."""
    profile = cProfile.Profile()
    profile.runcall(request)
    return sum(entry.callcount for entry in profile.getstats())


def measure_pages() -> None:
    """Print a line per page: what it costs as a multiple of a bare page, queries, weight."""
    from django.db import connection
    from django.test import Client, override_settings
    from django.test.utils import CaptureQueriesContext

    from tournament.live.board_cache import snapshots

    known: dict[str, int] = {}
    bare_settings = override_settings(MIDDLEWARE=STANDARD, ROOT_URLCONF=bare_address())
    visitor = Client(headers={"host": "127.0.0.1"})

    def bare() -> tuple[float, int]:
        with bare_settings:
            client = Client(headers={"host": "127.0.0.1"})
            client.get("/")
            return least(lambda: client.get("/")), calls(lambda: client.get("/"))

    print(f"bare: {bare()[0]:.2f} ms, {bare()[1]} calls")
    heads = (("status", 6), ("ms", 7), ("x bare", 7), ("calls x", 8), ("queries", 8), ("kB gz", 7), ("first load", 11))
    print(f"{'page':20} " + " ".join(f"{head:>{width}}" for head, width in heads))
    for name, address in addresses():

        def request(address: str = address) -> Any:
            snapshots.clear()
            return visitor.get(address)

        request()
        with CaptureQueriesContext(connection) as captured:
            answer = request()
        # Read immediately: the next request empties the list.
        queries, content = len(captured), answer.content
        cost, count = least(request), calls(request)
        bare_cost, bare_count = bare()
        page = len(gzip.compress(content, 6))
        total_bytes = page + assets(content.decode(), known) + fonts() if b"<html" in content else page
        multiples = f"{cost / bare_cost:7.1f} {count / bare_count:8.1f}"
        print(
            f"{name:20} {answer.status_code:6} {cost:7.1f} {multiples} {queries:8} {page / 1000:7.1f}"
            f" {total_bytes / 1000:11.1f}"
        )


# ---------------------------------------------------------------- the public board


@contextmanager
def server() -> Iterator[str]:
    """Run the site as script/server does, on the database of the measurement, and yield its address."""
    from tests.integration.servers.ports import free_port
    from tests.integration.servers.site import wait_for_line

    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off"]
    process = subprocess.Popen(
        [*command, "--no-access-log", "--timeout-graceful-shutdown", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_for_line(process, "Uvicorn running on")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate()


def session() -> str:
    """Log in the event's referee and return the session key."""
    from django.test import Client

    from tournament.models import EventRole

    client = Client()
    client.force_login(EventRole.objects.get(event__slug=SLUG, role="referee").user)
    return str(client.cookies["sessionid"].value)


def open_tables(count: int) -> list[int]:
    """Return the numbers of tables whose sheet waits for confirmation."""
    from tournament.models import Table

    waiting = Table.objects.filter(round__event__slug=SLUG, round__number=1, state=Table.State.SUBMITTED)
    return list(waiting.order_by("number").values_list("number", flat=True)[:count])


class _Stay(urllib.request.HTTPRedirectHandler):
    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp


def confirm(address: str, table: int, sessionid: str) -> float:
    """Confirm a table's sheet through the site; return the time of the answer, in seconds since 1970."""
    data = {"version": "1", "accept_warnings": "on", "csrfmiddlewaretoken": TOKEN}
    request = urllib.request.Request(
        f"{address}/arbitro/{SLUG}/1/{table}/conferma/",
        data=urlencode(data).encode(),
        headers={"Cookie": f"sessionid={sessionid}; csrftoken={TOKEN}"},
    )
    with urllib.request.build_opener(_Stay).open(request, timeout=30) as answer:
        assert answer.status == 302, answer.status
    return time.time()


def percentiles(seconds: Sequence[float]) -> str:
    """Format the median, the 95th percentile and the maximum, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return "none"
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"p50 {statistics.median(ordered) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, last {ordered[-1] * 1000:.0f} ms"


def measure_board(viewers: int, updates: int) -> None:
    """Confirm sheets one after the other while all viewers are connected."""
    sessionid = session()
    with server() as address:
        command = [sys.executable, "-m", "bench.viewers", address, SLUG, str(viewers)]
        crowd = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        connected = json.loads(crowd.stdout.readline())["connected"]
        answered: list[float] = []
        shown: list[float] = []
        failed = lost = 0
        for table in open_tables(updates):
            sent = time.time()
            answered.append(confirm(address, table, sessionid) - sent)
            crowd.stdin.write("next\n")
            crowd.stdin.flush()
            report = json.loads(crowd.stdout.readline())
            shown += [moment - sent for moment in report["shown"]]
            failed = report["failed"]
            lost += connected - len(report["shown"])
        crowd.stdin.close()
        crowd.wait(timeout=30)
    print(f"\n{connected} of {viewers} viewers on one process, {len(answered)} sheets confirmed:")
    print(f"  from the referee's press to the answer: {percentiles(answered)}")
    print(f"  from the referee's press to the updated board: {percentiles(shown)}")
    print(f"  failed requests: {failed}; updates that did not come within 20 s: {lost}")


def main(arguments: Sequence[str]) -> None:
    """Run all measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--updates", type=int, default=8)
    parser.add_argument("--no-demo", action="store_true")
    parser.add_argument("--no-board", action="store_true", help="the pages alone")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix=f"fossato-bench-{secrets.token_hex(2)}-") as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        prepare(folder)
        fill(options.players, demo=not options.no_demo)
        measure_pages()
        if not options.no_board:
            measure_board(options.viewers, options.updates)


if __name__ == "__main__":
    main(sys.argv[1:])

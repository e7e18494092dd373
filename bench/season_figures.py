"""Cost of a season with a given number of events: pages, ledger, one more homologation, memory and disk."""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench import season_rows as stored
from bench import season_shapes as shapes
from bench.season_events import Season
from bench.season_pages import pages_around
from ranking.homologation.ledger import ledger_check
from ranking.models import LedgerEntry
from ranking.statistics.ratings import ratings_rebuild
from ranking.statistics.services import statistics_rebuild
from tests import factories as make
from tournament import models as rows
from tournament.core.progress import progress_line

CHUNK = 25
REPEATS = 7
STATUS = Path("/proc/self/status")


def memory(what: str) -> float:
    """Return ``VmRSS`` (current) or ``VmHWM`` (peak since the last reset) of this process, in MB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(what))
    return int(line.split()[1]) / 1024


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Yield a mapping that gets the seconds of the work inside and the peak growth of the process in MB."""
    measured: dict[str, float] = {}
    Path("/proc/self/clear_refs").write_text("5")
    before, start = memory("VmRSS"), time.perf_counter()
    work = time.process_time()
    yield measured
    measured["cpu"] = time.process_time() - work
    measured["seconds"] = time.perf_counter() - start
    measured["grown"] = memory("VmHWM") - before


class Growing:
    """The growing season in the database."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.made = Season(given.people, given.players, given.seed)
        self.season = rows.Season.objects.get()
        self.count = 0
        step = max(1, given.events[-1] // given.sample) if given.sample else 0
        self.sample = set(range(0, given.events[-1], step)) if step else set()
        stored.people_and_clubs(self.made.people, self.made.clubs())
        self.people = list(rows.Person.objects.order_by("pk"))

    def to(self, count: int, show: Callable[[str, int, int], None]) -> None:
        """Store the events up to this number; compare samples with what the services write."""
        while self.count < count:
            numbers = range(self.count, min(count, self.count + CHUNK))
            files = {number: self.made.file(number) for number in numbers}
            bound = {at: shapes.shape_by_services(files[at]) for at in numbers if at in self.sample}
            events = [
                stored.build_event_rows(
                    at, files[at], [self.people[each] for each in self.made.seated(at)], self.season
                )
                for at in numbers
            ]
            stored.store(events)
            for each in events:
                if each.number in bound:
                    shapes.must_be_equal(each, bound[each.number])
            self.count = numbers.stop
            show(f"{connection.vendor}: events", self.count, count)


def database_size() -> float:
    """Return the size of the database on disk, in MB."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return cursor.fetchone()[0] / 1e6


def settled() -> None:
    """Run the maintenance that PostgreSQL itself does within minutes; no-op on SQLite."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")


def addresses(season: rows.Season) -> dict[str, str]:
    """Return the addresses of the measured pages; the player is among those who played most."""
    played = LedgerEntry.objects.filter(season=season, person__consent=True).values_list("person_id")
    most = played.annotate(count=Count("pk")).order_by("-count", "person_id")[0][0]
    ranking = reverse("ranking_season", args=[season.slug])
    return {
        "ranking": ranking,
        "ranking, page 2": f"{ranking}?page=2",
        "ranking by name": f"{ranking}?sort=player",
        "ranking of a city": f"{ranking}?city=Forl%C3%AC",
        "player": reverse("player", args=[most]),
        "cards and games": reverse("cards_season", args=[season.slug]),
        "roll of honour": reverse("roll_of_honour"),
        "home": reverse("home"),
        "list of events": reverse("event_list"),
        "ranking.csv": reverse("ranking_csv", args=[season.slug]),
        "ranking.json": reverse("ranking_json", args=[season.slug]),
    }


def page(address: str, client: Client | None = None) -> str:
    """Measure a page: the server's own time (median) and its queries. Errors: AssertionError if the page is missing.

    Arguments:
        client: the visitor; by default one without an account.
    """
    client = client or Client(headers={"host": "127.0.0.1"})
    assert client.get(address).status_code == 200, address
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    queries, times, worked = len(captured), [], []
    for _ in range(REPEATS):
        start, work = time.perf_counter(), time.process_time()
        client.get(address)
        times.append(time.perf_counter() - start)
        worked.append(time.process_time() - work)
    took, busy = statistics.median(times) * 1000, statistics.median(worked) * 1000
    return f"{took:.1f} ms (cpu {busy:.1f}), {queries:>2} queries"


def one_more(growing: Growing) -> str:
    """Homologate the next event through the services, rolled back; return the seconds and its queries."""
    with transaction.atomic():
        with CaptureQueriesContext(connection) as captured:
            seconds = shapes.homologate_one(growing.made.file(growing.count))
        queries = len(captured)
        transaction.set_rollback(True)
    assert queries
    return f"{seconds['homologation'] * 1000:.0f} ms"


def one_sheet(growing: Growing) -> str:
    """Enter and confirm each sheet of a round through the services, rolled back; return the median time of one."""
    times, worked = [], []
    with transaction.atomic():
        event = make.drawn_event(players=growing.given.players, season=growing.season, name="Torneo in corso")
        for played in make.tables_of(make.last_round(event)):
            start, work = time.perf_counter(), time.process_time()
            make.report(played)
            times.append(time.perf_counter() - start)
            worked.append(time.process_time() - work)
        transaction.set_rollback(True)
    return f"{statistics.median(times) * 1000:.0f} ms (cpu {statistics.median(worked) * 1000:.0f})"


def figures(growing: Growing, load: float) -> dict[str, str]:
    """Return one column of the table. Errors: AssertionError if the ledger differs from its rebuild."""
    settled()
    # The collector need not walk through the objects of the measurement, which a server does not have.
    gc.collect()
    gc.freeze()
    with watched() as rebuild:
        differences = ledger_check(growing.season)
    assert differences == [], differences[:3]
    # Events stored in bulk have no statistics yet: the first rebuild counts them, the second one must find the same.
    with watched() as counting:
        statistics_rebuild(season=growing.season)
    assert statistics_rebuild(season=growing.season, repair=False).differences == []
    with watched() as rating:
        ratings_rebuild(game=growing.season.game)
    assert ratings_rebuild(game=growing.season.game, repair=False).differences == []
    column = {
        "events": str(growing.count),
        "players with a place": str(
            LedgerEntry.objects.filter(season=growing.season).values("person").distinct().count()
        ),
        "results in the ledger": str(LedgerEntry.objects.filter(season=growing.season).count()),
        "played and stored": f"{load:.1f} s",
        "rebuild and check of the ledger": f"{rebuild['seconds']:.2f} s (cpu {rebuild['cpu']:.2f})",
        "memory that it took": f"{rebuild['grown']:.1f} MB",
        "rebuild of the statistics": f"{counting['seconds']:.2f} s (cpu {counting['cpu']:.2f})",
        "memory of the statistics": f"{counting['grown']:.1f} MB",
        "rebuild of the ratings": f"{rating['seconds']:.2f} s (cpu {rating['cpu']:.2f})",
        "memory of the ratings": f"{rating['grown']:.1f} MB",
    }
    for name, address in addresses(growing.season).items():
        column[name] = page(address)
    for name, (client, address) in pages_around(growing.season).items():
        column[name] = page(address, client)
    column["homologation of one more"] = one_more(growing)
    column["a sheet entered and confirmed"] = one_sheet(growing)
    column["memory of the process"] = f"{memory('VmRSS'):.0f} MB"
    column["database"] = f"{database_size():.0f} MB"
    column["load average"] = f"{os.getloadavg()[0]:.2f}"
    gc.unfreeze()
    return column


def grow(given: argparse.Namespace) -> list[dict[str, str]]:
    """Return the figures at every size of the season."""
    assert not settings.DEBUG
    call_command("migrate", verbosity=0)
    growing = Growing(given)
    columns = []
    for count in given.events:
        start = time.perf_counter()
        with progress_line() as show:
            growing.to(count, show)
        columns.append(figures(growing, time.perf_counter() - start))
        shown_names = (
            "rebuild and check of the ledger",
            "rebuild of the statistics",
            "rebuild of the ratings",
            "player",
            "home",
            "load average",
        )
        figures_shown = "; ".join(f"{name} {columns[-1][name]}" for name in shown_names)
        print(f"{count} events: {figures_shown}", file=sys.stderr)
    return columns

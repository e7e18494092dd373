"""Measure what the pages kept for visitors save: requests a second of one core, before and after, in one run.

usage, with the settings of a production site and an event in its database:  python -m bench.kept_pages [--requests 400]

For each page a server of one process is started twice, with FOSSATO_PAGE_CACHE off and on, and asked by one visitor
after the other. The figure is requests by second of the server's processor time, so that other programs on the machine
do not change it. "changing" writes a row of the event before every tenth request, as while it is played.
"""

from __future__ import annotations

import argparse
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import django

TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def server(kept: bool) -> Iterator[tuple[int, int]]:
    """Start the server of one process; yield its port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "FOSSATO_PAGE_CACHE": "on" if kept else "off"}
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--proxy-headers"]
    process = subprocess.Popen(
        [*command, "--lifespan", "off", "--no-access-log", "--log-config", "config/uvicorn-logging.json"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _attempt in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.2)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measure(port: int, pid: int, path: str, requests: int, before_each: Callable[[int], None]) -> float:
    """Return the requests by second of processor time."""
    host = urlsplit(os.environ["FOSSATO_SITE_URL"]).hostname or ""
    headers = {"Host": host, "X-Forwarded-Proto": "https", "Accept-Language": "it"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    used = 0.0
    for number in range(-20, requests):
        before_each(number)
        if number == 0:
            used = processor_seconds(pid)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
    return requests / (processor_seconds(pid) - used)


def main(arguments: list[str]) -> None:
    """Measure both pages and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=400)
    requests = parser.parse_args(arguments).requests
    django.setup()
    from django.db.models import F

    from tournament.models import Entry, Event

    event = Event.objects.exclude(state=Event.State.DRAFT).order_by("-entries__number").first()
    if event is None:
        raise SystemExit("There is no event in this database: manage.py demo_season makes some.")

    def change(number: int) -> None:
        if number % 10 == 0:
            Entry.objects.filter(event=event, number=1).update(number=F("number"))

    pages = (("event", f"/eventi/{event.slug}/"), ("Ranking", "/ranking/"))
    figures: dict[tuple[str, bool], float] = {}

    for kept in (False, True):
        with server(kept) as (port, pid):
            for name, path in pages:
                figures[name, kept] = measure(
                    port, pid, path, requests if kept else requests // 4, lambda _number: None
                )
            if kept:
                figures["event, changing", kept] = measure(port, pid, pages[0][1], requests, change)
    figures["event, changing", False] = figures["event", False]
    for name in ("event", "Ranking", "event, changing"):
        before, after = figures[name, False], figures[name, True]
        print(
            f"{name}: {before:.0f} requests a second of one core before, {after:.0f} after, {after / before:.1f} times"
        )


if __name__ == "__main__":
    main(sys.argv[1:])

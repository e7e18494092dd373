"""Measure the chores of a hall by the page: what each costs with 13 players and with 200.

Run from the root: ``python -m bench.hall [--players 13,25,50,100,200]``. It makes a database of its own, with an event
for each number, and plays the day by requests of the organiser: a list of names and mail addresses is previewed and
imported, everybody is marked present, one player is not and is again, round 1 is drawn, every sheet is entered, the
round is closed and round 2 drawn. It prints the milliseconds of the processor and the queries of each request.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

from bench.pages import prepare

SIZES = (13, 25, 50, 100, 200)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
FIRST = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Irene", "Luca", "Marta", "Nino")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LAST = ("Rossi", "Bianchi", "Verdi", "Neri", "Gallo", "Conti", "Greco", "Bruni", "Fonti", "Riva", "Sala", "Testa")


class Chores:
    """Requests of one organiser, and what each cost: name, milliseconds of the processor, queries."""

    def __init__(self) -> None:
        from django.test import Client

        self.client = Client(headers={"host": "127.0.0.1"})
        self.costs: list[tuple[str, float, int]] = []

    def measure(self, name: str, request: Callable[[], Any], *, repeats: int = 1) -> Any:
        """Send a request and note the least it cost. Returns the answer; one of an error ends the run."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        least, count = float("inf"), 0
        answer: Any = None
        for _ in range(repeats):
            with CaptureQueriesContext(connection) as captured:
                start = time.process_time()
                answer = request()
                least = min(least, time.process_time() - start)
            count = len(captured)
        if answer.status_code >= 400:
            sys.exit(f"{name}: {answer.status_code}\n{answer.content.decode()[:2000]}")
        self.costs.append((name, least * 1000, count))
        return answer


def names(count: int) -> bytes:
    """Return a list of that many players with city and mail address."""
    rows = [
        f"{LAST[at % 12]}{LETTERS[at // 12]}{LETTERS[count % 26]};{FIRST[at * 5 % 12]};Forlì;p{at}-{count}@example.org"
        for at in range(count)
    ]
    return "\n".join(["Cognome;Nome;Città;Email", *rows]).encode()


def play(players: int) -> list[tuple[str, float, int]]:
    """Play the chores of a hall and return their costs."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.db import transaction

    from tests import factories as make
    from tournament.events import lifecycle
    from tournament.models import Entry, Table

    chores = Chores()
    user = make.make_user()
    event = make.authorised_event(organiser=make.make_organiser(user), **make.around_today())
    make.grant(event, user)
    chores.client.force_login(user)
    chores.client.get("/")
    at, post, get = f"/organizza/{event.slug}/", chores.client.post, chores.client.get

    content = names(players)
    preview = chores.measure(
        "preview of the list", lambda: post(f"{at}iscritti/importa/", {"file": SimpleUploadedFile("a.csv", content)})
    )
    fields = {name: unescape(value) for name, value in HIDDEN.findall(preview.content.decode())}
    chores.measure(
        "import of the list", lambda: post(f"{at}iscritti/importa/", fields | {"confirm": "1", "consent_of_all": "yes"})
    )
    lifecycle.event_open_check_in(event=event, by=user, early=True)
    assert Entry.objects.filter(event=event).count() == players
    chores.measure("list at the door", lambda: get(f"{at}iscritti/"), repeats=5)
    chores.measure("all present", lambda: post(f"{at}iscritti/tutti-presenti/", headers={"HX-Request": "true"}))
    first = Entry.objects.filter(event=event).earliest("pk").pk
    for name, what in (("one not present", "assente"), ("one present", "presente")):
        address = f"{at}iscritti/{first}/{what}/"
        chores.measure(name, partial(post, address, headers={"HX-Request": "true"}))
    chores.measure("page of the draw", lambda: get(f"{at}turni/nuovo/"), repeats=3)
    chores.measure("draw of round 1", lambda: post(f"{at}turni/nuovo/", {"word": make.WORD}))
    chores.measure("desk", lambda: get(at), repeats=5)
    chores.measure("desk of the round", lambda: get(f"{at}turni/1/"), repeats=5)
    with transaction.atomic():
        make.play_round(event, close=False)
    assert not Table.objects.filter(round__event=event).exclude(state=Table.State.CONFIRMED).exists()
    chores.measure("page of the closing", lambda: get(f"{at}turni/1/chiudi/"), repeats=3)
    chores.measure(
        "closing and draw of round 2", lambda: post(f"{at}turni/1/chiudi/", {"word": make.WORD, "draw": "1"})
    )
    assert event.round_set.count() == 2
    return chores.costs


def table(columns: dict[int, list[tuple[str, float, int]]]) -> str:
    """Format the costs as rows of a table of Markdown, one column for each number of players."""
    lines = ["| milliseconds of the processor (queries) | " + " | ".join(map(str, columns)) + " |"]
    lines.append("|---" * (len(columns) + 1) + "|")
    for at, (name, _, _) in enumerate(next(iter(columns.values()))):
        cells = [f"{column[at][1]:.0f} ({column[at][2]})" for column in columns.values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Measure each size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default=",".join(map(str, SIZES)))
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fossato-hall-") as folder:
        prepare(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        # The first event finds nothing imported, compiled or read before.
        play(12)
        columns = {players: play(players) for players in map(int, options.players.split(","))}
    print(table(columns))


if __name__ == "__main__":
    main(sys.argv[1:])

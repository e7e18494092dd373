"""Many events at once: the world, two processes of the site behind nginx, results that come in, locust's figures.

``script/load`` calls it. While the phones look, this program confirms a sheet every few seconds, so that pages
and walls have something new to show.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import django

FOLDER = Path("var/load")
PLAYERS = 40
#: Seconds between two results.
RESULT_SECONDS = 3.0


def make_world(events: int) -> list[dict[str, Any]]:
    """Make events of 40 players with round 1 in play; return slug and private links of each."""
    from django.utils import timezone

    from tests import factories as make
    from tournament.access import links
    from tournament.models import Season

    today = timezone.localdate()
    season = Season.objects.filter(game="dominion", first_day__lte=today, last_day__gte=today).first()
    days = {"season": season, "first_day": today, "last_day": today} if season else make.around_today()
    facts = {**days, "organiser": make.make_organiser()}
    world = []
    for number in range(events):
        event = make.check_in_event(players=PLAYERS, name=f"Torneo del carico {number}", **facts)
        make.opened(make.draw_round(event))
        tokens = [links.link_token(link) for link in links.participant_links_make(event=event, by=None)]
        world.append({"slug": event.slug, "tokens": tokens})
        print(f"\r{number + 1} of {events} events", end="", flush=True)
    print()
    return world


def confirm_results(until: float) -> int:
    """Deliver and confirm a sheet every few seconds, of one event after the other; return how many."""
    from tests import factories as make
    from tournament.models import Table

    tables = list(Table.objects.exclude(state="confirmed").select_related("round__event").order_by("number", "pk"))
    done = 0
    for table in tables:
        if time.monotonic() >= until:
            break
        make.report(table)
        done += 1
        time.sleep(RESULT_SECONDS)
    return done


def main() -> None:
    """Run the test and print what locust counted."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("events", "phones", "minutes", "opening"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--locust", required=True)
    wanted = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    django.setup()
    from tests.integration.servers.nginx import running_nginx
    from tests.integration.servers.production import collected_static, production_site

    world = FOLDER / "world.json"
    world.write_text(json.dumps(make_world(wanted.events)))
    settings = dict(os.environ)
    with ExitStack() as running:
        sites = [running.enter_context(production_site(settings, Path(mkdtemp()), processes=1)) for _number in range(2)]
        static = collected_static()
        proxy = running.enter_context(running_nginx(upstream=sites[0].port, second=sites[1].port, static=static))
        load = subprocess.Popen(
            [
                *(wanted.locust, "-f", "bench/locustfile.py", "--headless", "--only-summary", "--host", proxy.url),
                *("--users", str(wanted.phones), "--spawn-rate", f"{wanted.phones / wanted.opening:.1f}"),
                *("--run-time", f"{wanted.minutes}m", "--csv", str(FOLDER / "locust")),
            ],
            env={**settings, "LOAD_WORLD": str(world), "LOAD_PORT": str(proxy.port), "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.DEVNULL,
        )
        confirmed = confirm_results(time.monotonic() + 60 * wanted.minutes)
        load.wait()
    size = f"{wanted.events} events, {wanted.phones} users that came within {wanted.opening} s"
    lines = [f"{size}, {wanted.minutes} minutes, {confirmed} results"]
    with (FOLDER / "locust_stats.csv").open() as file:
        for row in csv.DictReader(file):
            figures = (row["Request Count"], row["Failure Count"], row["Requests/s"][:6], row["50%"], row["95%"])
            lines.append("{:14} {:>7} requests, {} failed, {}/s, median {} ms, 95% {} ms".format(row["Name"], *figures))
    (FOLDER / "figures.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

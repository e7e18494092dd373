"""A season that grows: 10, 100, 1,000 events of 40 players homologated, and what pages, ledger and memory cost then.

Run from the root: ``python -m bench.season [--events 10,100,1000] [--database sqlite|postgres|both] [--players 40]
[--people 6000] [--sample 10] [--seed season]``. Each database is one of its own, empty at the start: SQLite in a
temporary folder, PostgreSQL a server started for the measurement without waiting for the disk.

Every event is played by the rules and verified; its rows are stored in bulk (``bench.season_rows``) and, for as many
events as ``--sample`` says, compared with what import, report and homologation write: a difference ends the run. The
season's ledger and statistics must equal their rebuild at every size. Times are of the clock, the processor's beside
them.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATABASES = ("sqlite", "postgres")


def sizes(text: str) -> list[int]:
    """Parse ascending numbers of events. Errors: argparse.ArgumentTypeError."""
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or numbers != sorted(set(numbers)) or numbers[0] < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: growing numbers with commas, as 10,100,1000")
    return numbers


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=sizes, default=[10, 100, 1000])
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--people", type=int, default=6000)
    parser.add_argument("--sample", type=int, default=10)
    parser.add_argument("--seed", default="season")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def measured(database: str, arguments: Sequence[str]) -> list[dict[str, str]]:
    """Measure one database in a process of its own, so that its memory is separate; return columns of figures."""
    from tests.integration.servers.postgres import throwaway_postgres

    with (
        tempfile.TemporaryDirectory(prefix="fossato-season-") as folder,
        throwaway_postgres() if database == "postgres" else nullcontext("") as url,
    ):
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "bench.season_settings",
            "FOSSATO_SQLITE": str(Path(folder) / "season.sqlite3"),
            "FOSSATO_DATABASE_URL": url,
        }
        command = [sys.executable, "-m", "bench.season", "--here", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    return list(json.loads(done.stdout))


def table(database: str, columns: list[dict[str, str]]) -> str:
    """Format the figures as lines, one column per number of events."""
    width = max(map(len, columns[-1])) + 2
    lines = [f"== {database}", *[f"{name:{width}}" for name in columns[-1]]]
    for column in columns:
        for at, name in enumerate(columns[-1], start=1):
            lines[at] += f"{column.get(name, ''):>36}"
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Measure every database and print a table for each."""
    options = parsed(arguments)
    if options.here:
        import django

        django.setup()
        from bench.season_figures import grow

        print(json.dumps(grow(options)))
        return
    # On SIGTERM, exit normally so that the server and the folder of the measurement are removed, too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    start = time.perf_counter()
    for database in DATABASES if options.database == "both" else (options.database,):
        print(table(database, measured(database, arguments)), flush=True)
    load = ", ".join(f"{average:.2f}" for average in os.getloadavg())
    print(f"{time.perf_counter() - start:.0f} s in all; load average of the machine now {load}, {os.cpu_count()} cores")


if __name__ == "__main__":
    main(sys.argv[1:])

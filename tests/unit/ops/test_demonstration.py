"""Test the stored demonstration: what it shows on any day, and that the services would build it again."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from ops.demonstration import DATABASE, MEDIA, STORED, DayMove, unpack_moved
from tournament.demo.plan import PLANS
from tournament.demo.season import REFERENCE
from tournament.regulation.parameters import TIME_ZONE

#: A Sunday in summer, a Tuesday after midnight, the day of its building.
DAYS = (datetime(2027, 7, 4, 11, 20, tzinfo=TIME_ZONE), datetime(2028, 2, 29, 0, 40, tzinfo=TIME_ZONE), REFERENCE)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize("now", DAYS, ids=lambda now: now.strftime("%a"))
def test_day_move_keeps_the_day_of_the_week_and_the_hour_and_leaves_nothing_over_in_the_future(now: datetime) -> None:
    move = DayMove(now)
    friday = datetime(2026, 11, 27, 20, 30, tzinfo=TIME_ZONE)
    moved = move.moment(friday).astimezone(TIME_ZONE)
    assert (moved.weekday(), moved.hour, moved.minute) == (4, 20, 30)
    assert timedelta(0) < now - moved < timedelta(days=8)
    assert move.moment(REFERENCE) == now
    assert move.day(REFERENCE.date()) == now.date()
    seasons = [move.day(date(2026, 4, 30)), move.day(date(2026, 5, 1)), move.day(date(2027, 4, 30))]
    assert seasons[1] - seasons[0] == timedelta(days=1)
    assert seasons[1].day == (seasons[2] + timedelta(days=1)).day == 1
    assert seasons[1] < now.date() < seasons[2]


@pytest.mark.parametrize("now", DAYS, ids=lambda now: now.strftime("%a"))
def test_demonstration_of_any_day_shows_every_state_and_game_now(now: datetime, tmp_path: Path) -> None:
    with closing(sqlite3.connect(unpack_moved(tmp_path, now=now))) as rows:
        events = rows.execute(
            "SELECT name, game, state, starts_at, first_day, description, address FROM tournament_event"
        )
        stored = {name: facts for name, *facts in events}
        clocks = [
            ends for (ends,) in rows.execute("SELECT clock_ends_at FROM tournament_round WHERE clock_ends_at > 0")
        ]
        history = rows.execute("SELECT max(history_date) FROM tournament_historicalevent").fetchone()[0]
        season = rows.execute(
            "SELECT first_day, last_day FROM tournament_season WHERE slug = 'dimostrazione'"
        ).fetchone()
        past = rows.execute("SELECT count(*) FROM ranking_pastseason").fetchone()[0]
        news = rows.execute("SELECT count(*) FROM tournament_news WHERE published_at IS NOT NULL").fetchone()[0]
        passwords = [word for (word,) in rows.execute("SELECT password FROM auth_user")]
        jobs = rows.execute("SELECT count(*) FROM tournament_job").fetchone()[0]
        photos = [name for (name,) in rows.execute("SELECT file FROM tournament_photo")]
    assert set(stored) == {plan.name for plan in PLANS}
    assert {state for _game, state, *_rest in stored.values()} == {
        *("draft", "announced", "authorised", "checkin", "running", "concluded", "reported", "homologated"),
        *("not_homologated", "invalidated", "void"),
    }
    assert {game for game, *_rest in stored.values()} == {"dominion", "megalomania", "era_of_kingdoms"}
    assert all(hour and address for _game, _state, hour, _day, _words, address in stored.values())
    assert any(timedelta(0) < _moment(ends) - now < timedelta(minutes=45) for ends in clocks)
    assert _moment(history) <= now
    assert season[0] < now.date().isoformat() < season[1]
    days = {name: date.fromisoformat(day) for name, (_g, _s, _h, day, *_rest) in stored.items()}
    assert all(days[plan.name] <= now.date() for plan in PLANS if plan.day <= 0)
    assert all(days[plan.name] > now.date() for plan in PLANS if plan.day >= 14)
    weekdays = {days[plan.name].weekday() for plan in PLANS if plan.day}
    assert weekdays <= {3, 4, 5, 6}
    assert (past, news, jobs) == (2, 3, 0)
    assert all(word.startswith("!") for word in passwords)
    assert photos
    assert all((tmp_path / MEDIA / name).is_file() for name in photos)


def test_demonstration_knows_no_migration_that_the_program_lacks(tmp_path: Path) -> None:
    """A stored file that is newer than the program could not be brought up to date."""
    with closing(sqlite3.connect(unpack_moved(tmp_path, now=REFERENCE))) as rows:
        applied = {name for app, name in rows.execute("SELECT app, name FROM django_migrations") if app == "tournament"}
    known = {name for app, name in MigrationLoader(None).disk_migrations if app == "tournament"}
    assert {name for name in applied if "squashed" not in name} <= known
    assert STORED.stat().st_size < 1_500_000


@pytest.mark.soak(
    gate="tests/unit/ops/test_demonstration.py::test_demonstration_of_any_day_shows_every_state_and_game_now"
)
def test_demonstration_built_anew_is_the_stored_one(tmp_path: Path) -> None:
    """The services build the same rows again, in the schema that the stored file has after the newest migrations."""
    stored, anew = tmp_path / "stored", tmp_path / "anew"
    for folder in (stored, anew):
        folder.mkdir()
    database = unpack_moved(stored, now=REFERENCE)
    _manage("migrate", "--no-input", "--verbosity", "0", database=database, media=stored / MEDIA)
    _manage("demo_season", "--build", str(anew / "season.tar.xz"), database=anew / DATABASE, media=anew / MEDIA)
    assert _schema(anew / DATABASE) == _schema(database)
    assert _rows(anew / DATABASE) == _rows(database)


def _manage(*command: str, database: Path, media: Path) -> None:
    names = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "FOSSATO_SQLITE": str(database)}
    environment = {**os.environ, **names, "FOSSATO_MEDIA": str(media)}
    program = [sys.executable, str(settings.BASE_DIR / "manage.py"), *command]
    subprocess.run(program, check=True, env=environment, timeout=600)


def _schema(database: Path) -> set[tuple[str, ...]]:
    """Return the columns of every table."""
    with closing(sqlite3.connect(database)) as rows:
        tables = [name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {(table, *column[1:4]) for table in tables for column in rows.execute(f'PRAGMA table_info("{table}")')}


#: What a second building writes otherwise: passwords that open nothing, links of another server's key, when a migration
#: was applied, and hours:
#: the clock of the building advances with every reading, of which a changed program has more or fewer.
_OTHERWISE = ("password", "applied", "token_sha256")
_HOUR = re.compile(r"[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")


def _rows(database: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(database)) as rows:
        tables = [name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {}
        for table in tables:
            if table.startswith(("django_", "auth_permission", "auth_group_permissions", "sqlite_", "tournament_job")):
                continue
            # The hash of a report is over its hours too.
            otherwise = (*_OTHERWISE, "sha256") if "report" in table else _OTHERWISE
            columns = [row[1] for row in rows.execute(f'PRAGMA table_info("{table}")') if row[1] not in otherwise]
            listed = ", ".join(f'"{column}"' for column in columns)
            found[table] = sorted(_HOUR.sub("", repr(row)) for row in rows.execute(f'SELECT {listed} FROM "{table}"'))
        return found

"""The stored demonstration: built by the services once, kept as one file, loaded with its days moved to today.

The file holds the database as SQLite has it and the pictures. On SQLite it becomes the database, schema and rows; into
PostgreSQL it is moved as any championship is (:mod:`ops.backup.moving`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from ops.backup.moving import championship_move
from tournament.demo.season import REFERENCE
from tournament.regulation.parameters import TIME_ZONE

STORED: Final = settings.BASE_DIR / "tournament" / "demo" / "season.tar.xz"
DATABASE, MEDIA = "championship", "media"
#: The season of the first championship and dates of birth stay where they are.
OLD: Final = 2020
#: What happens so near to the moment of building belongs to the events of that day: it is moved to the present exactly.
TODAYS: Final = timedelta(hours=5)
#: A moment or a day inside a text, e.g. of a report.
_WRITTEN: Final = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?")
_SEASON_NAME: Final = re.compile(r"Stagione (\d{4})-(\d{4})")
Progress = Callable[[str], None]


class DayMove:
    """Moves the days of the stored demonstration: those of its own day to the present, all others by whole weeks.

    A Saturday stays a Saturday, and nothing that is over comes after today. Seasons begin with a month.

    Arguments:
        now: the present.
    """

    def __init__(self, now: datetime) -> None:
        # In UTC: between two times of one zone Python counts hours of the wall clock.
        self._by = now.astimezone(UTC) - REFERENCE.astimezone(UTC)
        self._today = now.astimezone(TIME_ZONE).date()
        self._weeks = timedelta(days=(self._today - REFERENCE.date()).days // 7 * 7)

    def day(self, day: date) -> date:
        """Return the day to which a day is moved; the first and last of a season stay at the ends of a month."""
        if day.year < OLD:
            return day
        if day == REFERENCE.date():
            return self._today
        if (day.month, day.day) == (5, 1):
            return _nearest_month(day + self._weeks)
        if (day.month, day.day) == (4, 30):
            return _nearest_month(day + timedelta(days=1) + self._weeks) - timedelta(days=1)
        return day + self._weeks

    def moment(self, moment: datetime) -> datetime:
        """Return the moment to which an aware moment is moved; the hour of the wall clock stays, but for today's."""
        if abs(moment - REFERENCE) <= TODAYS:
            return (moment.astimezone(UTC) + self._by).astimezone(moment.tzinfo)
        local = moment.astimezone(TIME_ZONE)
        moved = datetime.combine(local.date() + self._weeks, local.time(), TIME_ZONE)
        return moved.astimezone(moment.tzinfo)

    def year(self, year: int) -> int:
        """Return the year in which a season begins that began in a year."""
        return self.day(date(year, 5, 1)).year

    def stored_day(self, text: str | None) -> str | None:
        """Move a day as SQLite stores it."""
        return self.day(date.fromisoformat(text)).isoformat() if text else text

    def stored_moment(self, text: str | None) -> str | None:
        """Move a moment as SQLite stores it: in UTC, without a zone."""
        if not text:
            return text
        moved = self.moment(datetime.fromisoformat(text).replace(tzinfo=UTC))
        return moved.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")

    def text(self, text: str | None) -> str | None:
        """Move every day, moment and season's name inside a text."""
        if not text:
            return text
        years = _SEASON_NAME.sub(lambda found: f"Stagione {self.year(int(found[1]))}-{self.year(int(found[2]))}", text)
        return _WRITTEN.sub(lambda found: self._written(found[0]), years)

    def _written(self, found: str) -> str:
        if "T" not in found:
            try:
                return self.day(date.fromisoformat(found)).isoformat()
            except ValueError:
                return found
        moved = self.moment(datetime.fromisoformat(found))
        written = moved if found.endswith(("Z", "+00:00")) else moved.astimezone(TIME_ZONE)
        timespec = "microseconds" if "." in found else "seconds"
        return written.isoformat(timespec=timespec).replace("+00:00", "Z" if found.endswith("Z") else "+00:00")


def _nearest_month(day: date) -> date:
    """Return the first day of a month that is nearest to a day."""
    first = day.replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return first if day - first <= following - day else following


def unpack_moved(folder: Path, *, now: datetime) -> Path:
    """Unpack the stored demonstration into a folder, with its days moved, and return the path of its database."""
    with tarfile.open(STORED, "r:xz") as archive:
        for member in archive:
            content = archive.extractfile(member)
            if content is not None:
                (folder / member.name).parent.mkdir(parents=True, exist_ok=True)
                (folder / member.name).write_bytes(content.read())
    database = folder / DATABASE
    with closing(sqlite3.connect(database)) as rows:
        _move_days(rows, DayMove(now))
        _begin_today(rows, now)
        rows.commit()
    return database


def _move_days(rows: sqlite3.Connection, move: DayMove) -> None:
    """Move the days in every column; the triggers that forbid changes of history are away meanwhile."""
    functions = {"move_day": move.stored_day, "move_moment": move.stored_moment, "move_text": move.text}
    for name, function in functions.items():
        rows.create_function(name, 1, function, deterministic=True)
    triggers = list(rows.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    for name, _sql in triggers:
        rows.execute(f'DROP TRIGGER "{name}"')
    tables = [name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if not table.startswith(("sqlite_", "django_")):
            _move_table(rows, table)
    _seal_reports(rows)
    for _name, sql in triggers:
        rows.execute(sql)


def _move_table(rows: sqlite3.Connection, table: str) -> None:
    columns = [(column, kind) for _id, column, kind, *_rest in rows.execute(f'PRAGMA table_info("{table}")')]
    moved = {"date": "move_day", "datetime": "move_moment"}
    changes = [f'"{column}" = {moved[kind]}("{column}")' for column, kind in columns if kind in moved]
    if changes:
        rows.execute(f'UPDATE "{table}" SET {", ".join(changes)}')
    where = "GLOB '*[0-9][0-9][0-9][0-9]-[0-9][0-9]*'"
    for column, kind in columns:
        if kind == "text":
            rows.execute(f'UPDATE "{table}" SET "{column}" = move_text("{column}") WHERE "{column}" {where}')
        elif column == "name":
            # By way of names that nothing has: the new name of one season is the old one of another.
            rows.execute(f"UPDATE \"{table}\" SET name = '~' || move_text(name) WHERE name {where}")
            rows.execute(f"UPDATE \"{table}\" SET name = substr(name, 2) WHERE name LIKE '~%'")


def _seal_reports(rows: sqlite3.Connection) -> None:
    """Write the hashes of the reports again, whose days were moved."""
    for table, key in (("tournament_report", "id"), ("tournament_historicalreport", "history_id")):
        for pk, content in list(rows.execute(f"SELECT {key}, content FROM {table}")):
            text = json.dumps(json.loads(content), sort_keys=True, ensure_ascii=False)
            digest = hashlib.sha256(text.encode()).hexdigest()
            rows.execute(f"UPDATE {table} SET sha256 = ? WHERE {key} = ?", (digest, pk))


def _begin_today(rows: sqlite3.Connection, now: datetime) -> None:
    """Let the running event of today begin two hours ago, after midnight yesterday evening, and the other one soon."""
    local = now.astimezone(TIME_ZONE)
    begun, soon = _half_hour(local - timedelta(hours=2, minutes=10)), _half_hour(local + timedelta(minutes=75))
    for table in ("tournament_event", "tournament_historicalevent"):
        for start, is_state in ((soon, "="), (begun, "!=")):
            rows.execute(
                f"UPDATE {table} SET first_day = min(?, first_day), starts_at = ? "
                f"WHERE first_day = ? AND name IN (SELECT name FROM tournament_event WHERE state {is_state} 'checkin')",
                (start.date().isoformat(), start.time().isoformat(), local.date().isoformat()),
            )


def _half_hour(moment: datetime) -> datetime:
    return moment.replace(minute=moment.minute // 30 * 30, second=0, microsecond=0)


def demonstration_load(*, now: datetime, progress: Progress) -> None:
    """Fill the empty database with the stored demonstration.

    Arguments:
        now: the present.
        progress: called with each step.
    """
    var = Path(settings.VAR_DIR)
    var.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=var, prefix=".demonstration-") as name:
        folder = Path(name)
        progress("unpacked, its days moved to today")
        database = unpack_moved(folder, now=now)
        if connection.vendor == "sqlite":
            _become(database)
            shutil.copytree(folder / MEDIA, settings.MEDIA_ROOT, dirs_exist_ok=True)
            progress("schema brought up to date")
            call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        else:
            progress("moved into the database")
            _move(database, folder / MEDIA)


def _become(database: Path) -> None:
    """Replace schema and rows of the SQLite database by those of a file."""
    connection.ensure_connection()
    with closing(sqlite3.connect(database)) as source:
        source.backup(connection.connection)
    connection.close()


def _move(database: Path, media: Path) -> None:
    """Move a file's championship into the database that the settings name. Errors: BackupError."""
    there = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "FOSSATO_SQLITE": str(database)}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--no-input", "--verbosity", "0"]
    subprocess.run(command, check=True, env={"PATH": os.environ.get("PATH", ""), **there})
    championship_move(source=f"sqlite:///{database}", target=os.environ["FOSSATO_DATABASE_URL"], media=media)


def demonstration_store(path: Path) -> None:
    """Write the database and the pictures of this installation as the stored demonstration.

    Accounts have no password in it, and no job is left to run.
    """
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / DATABASE
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        with tarfile.open(path, "w:xz", preset=9) as archive:
            for source, member in ((copy, DATABASE), (Path(settings.MEDIA_ROOT), MEDIA)):
                archive.add(source, member, filter=_without_owner)


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Return a member as it is whoever builds the file; None for what the storage hides."""
    if Path(member.name).name.startswith("."):
        return None
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    member.mode = 0o700 if member.isdir() else 0o600
    return member

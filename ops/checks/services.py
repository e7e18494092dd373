"""Checks of the running services: database, Redis, worker, clock, mail, files, printing."""

from __future__ import annotations

import shutil
import smtplib
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import redis
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import mail
from django.core.checks import CheckMessage, Error, Info, Warning
from django.db import DatabaseError, connection
from django.utils import translation

from ops import health, heartbeats

MIN_POSTGRES_VERSION = 15
#: Tolerated seconds between the server's clock and the database's.
OFF, FAR_OFF = 2.0, 30.0
TIMEOUT_SECONDS = 10
#: For workers and clock that have just been started: on a slow machine their start takes half of it.
WAIT_SECONDS = 60


def database() -> Iterator[CheckMessage]:
    """Check that PostgreSQL answers, is recent enough, stores durably, and has the expected tables and time."""
    # A pool would try again for ten seconds, and name its own patience as the problem.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    try:
        connection.ensure_connection()
    except DatabaseError as problem:
        kind = type(problem).__name__
        yield Error(f"The database does not answer ({kind})", "Is it running, and is FOSSATO_DATABASE_URL right?")
        return
    yield from _check_postgres()
    yield from migrations()


def migrations() -> Iterator[CheckMessage]:
    """Check that the tables are those of this program."""
    unapplied = health.unapplied_migrations()
    if unapplied:
        yield Error(
            f"{len(unapplied)} migrations are not applied",
            "script/server --production does; or manage.py migrate",
        )
    else:
        yield Info("migrations")


def _setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        return str(cursor.fetchone()[0])


def _check_postgres() -> Iterator[CheckMessage]:
    version = int(_setting("server_version_num")) // 10000
    if version < MIN_POSTGRES_VERSION:
        yield Error(f"PostgreSQL is {version}", f"{MIN_POSTGRES_VERSION} or newer is needed.")
    else:
        yield Info(f"PostgreSQL {version}")
    for name in ("fsync", "full_page_writes"):
        if _setting(name) != "on":
            yield Error(f"PostgreSQL's {name} is off", f"A power cut could lose confirmed sheets: {name} = on.")
    if _setting("synchronous_commit") == "off":
        yield Error("PostgreSQL's synchronous_commit is off", "A crash could lose confirmed sheets: leave it on.")
    if _setting("is_superuser") == "on":
        yield Warning("The database's account is a superuser", "Give Fossato an account that owns its database alone.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        off = abs(float(cursor.fetchone()[0]) - time.time())
    if off > OFF:
        level = Error if off > FAR_OFF else Warning
        yield level(f"The database's clock is {off:.0f} s off ours", "Let both machines follow a time server.")
    tool = shutil.which("pg_dump")
    if tool is None:
        yield Warning("pg_dump is not installed: no backup can be made", "sudo apt-get install postgresql-client")
        return
    version_output = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if (
        int("".join(part for part in version_output.split()[2] if part.isdigit() or part == ".").split(".")[0])
        < version
    ):
        yield Warning(
            "pg_dump is older than the server: no backup can be made", f"Install postgresql-client-{version}."
        )


def broker() -> Iterator[CheckMessage]:
    """Check that Redis answers, persists its data and evicts nothing, and that worker and clock send heartbeats."""
    try:
        with heartbeats.redis_client() as client:
            client.ping()
            yield Info("Redis")
            yield from _check_redis_settings(client)
        yield from _check_heartbeats()
    except redis.RedisError as problem:
        kind = type(problem).__name__
        yield Error(f"Redis does not answer ({kind})", "Is it running, and is FOSSATO_REDIS_URL right?")


def _check_redis_settings(client: Any) -> Iterator[CheckMessage]:
    required_settings = {"appendonly": "yes", "maxmemory-policy": "noeviction"}
    reasons = {
        "appendonly": "Tasks would be gone after a restart",
        "maxmemory-policy": "Tasks would be thrown away when memory is short",
    }
    try:
        redis_settings = {name: client.config_get(name).get(name) for name in required_settings}
    except redis.ResponseError:
        yield Warning(
            "Redis does not tell its settings", "See that it has appendonly yes and maxmemory-policy noeviction."
        )
        return
    for name, value in required_settings.items():
        if redis_settings[name] != value:
            yield Error(f"Redis has {name} {redis_settings[name]}", f"{reasons[name]}: {name} {value}")


def wait_for_heartbeats() -> None:
    """Wait a minute at most until every worker and the clock have sent a heartbeat; not for a Redis that is away."""
    ends = time.monotonic() + WAIT_SECONDS
    with suppress(redis.RedisError):
        while time.monotonic() < ends and (
            heartbeats.queues_without_worker() or heartbeats.seconds_since_last_beat("clock") is None
        ):
            time.sleep(1)


def _check_heartbeats() -> Iterator[CheckMessage]:
    silent_queues = heartbeats.queues_without_worker()
    for queue in silent_queues:
        yield Error(
            f"No worker of the queue {queue} seen in the last {heartbeats.MAX_SILENCE_SECONDS['worker']} s",
            "sudo systemctl start fossato-worker",
        )
    if not silent_queues:
        yield Info("workers of every queue seen")
    seconds = heartbeats.seconds_since_last_beat("clock")
    if seconds is None or seconds > heartbeats.MAX_SILENCE_SECONDS["clock"]:
        limit = heartbeats.MAX_SILENCE_SECONDS["clock"]
        yield Error(f"The clock did not run in the last {limit} s", "sudo systemctl enable --now fossato-clock.timer")
    else:
        yield Info(f"clock ran {seconds:.0f} s ago")


def mails() -> Iterator[CheckMessage]:
    """Check that the mail server accepts a login; nothing is sent."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return
    backend: Any = mail.get_connection(timeout=TIMEOUT_SECONDS)
    try:
        backend.open()
    except (OSError, smtplib.SMTPException) as problem:
        yield Error(f"The mail server does not let us in ({type(problem).__name__})", "Look at FOSSATO_EMAIL_URL.")
    else:
        yield Info("mail server")
        backend.close()


def files() -> Iterator[CheckMessage]:
    """Check that photos can be written and that the static files used by pages are collected."""
    for name in ("media", "disk"):
        for dependency in health.check_dependencies([name]):
            words = f"{name}: {dependency.words}".rstrip(": ")
            yield Info(words) if dependency.ok else Error(words, "FOSSATO_MEDIA must be the server's own, with room.")
    source_paths = {path for finder in get_finders() for path, _storage in finder.list([])}
    collected = set(getattr(staticfiles_storage, "hashed_files", {}))
    if source_paths - collected:
        yield Error(
            f"{len(source_paths - collected)} static files are not collected", "manage.py collectstatic --no-input"
        )
    else:
        yield Info("static files")


def printing() -> Iterator[CheckMessage]:
    """Check that a page with Italian letters becomes a PDF, and that Italian and Rome's time zone are installed."""
    try:
        from weasyprint import HTML

        HTML(string="<p>è già così</p>").write_pdf()
    except OSError:
        yield Error("Nothing can be printed: Pango is missing", "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0")
    else:
        yield Info("printing")
    with translation.override("it"):
        if translation.gettext("Sign in") == "Sign in":
            yield Error("The pages would be in English only", "sudo apt-get install gettext, then script/bootstrap")
    try:
        ZoneInfo(settings.TIME_ZONE)
    except ZoneInfoNotFoundError:
        yield Error(f"The time of {settings.TIME_ZONE} is not known", "sudo apt-get install tzdata")

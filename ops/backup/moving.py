"""Move a championship between SQLite and PostgreSQL: every row copied, compared, and verified before it counts."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import environ
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model, QuerySet

from ops.backup.archive import Progress, no_progress
from ops.backup.errors import BackupError, Damaged, Refused
from ops.backup.making import media_files
from ops.backup.restoring import live_rows
from ops.backup.verification import Verification, championship_verify

#: The database that is read; the one that is written is Django's default, which every check reads.
SOURCE = "move_source"
ENGINES = {"django.db.backends.sqlite3", "django.db.backends.postgresql"}
BATCH_ROWS = 500


@dataclass(frozen=True, slots=True)
class Moved:
    """Result of a move: rows and files copied, and what the verification of the target counted."""

    rows: int
    files: int
    verification: Verification


def database_config(url: str) -> dict[str, Any]:
    """Read the address of a database, as FOSSATO_DATABASE_URL is written.

    Arguments:
        url: ``sqlite:////path/fossato.sqlite3`` or ``postgres://user:password@host/name``.
    Errors: Refused, without the password.
    """
    try:
        config = dict(environ.Env.db_url_config(url))
    except (ImproperlyConfigured, ValueError) as error:
        raise Refused("An address is sqlite:////PATH/FILE or postgres://USER:PASSWORD@HOST/NAME.") from error
    if config.get("ENGINE") not in ENGINES or not config.get("NAME"):
        raise Refused("An address is sqlite:////PATH/FILE or postgres://USER:PASSWORD@HOST/NAME.")
    if config["ENGINE"].endswith("sqlite3"):
        config["OPTIONS"] = settings.SQLITE_OPTIONS
    return config


def championship_move(
    *, source: str, target: str, media: Path | None = None, progress: Progress = no_progress
) -> Moved:
    """Copy a whole championship into an empty database; the source stays as it is.

    Everything is copied in one transaction of the target, compared row by row with the source, and derived again as
    for a backup. Unless all of it is right the target stays empty.

    Arguments:
        source, target: addresses of the databases, see :func:`database_config`.
        media: folder of the source's photos and papers; None where both use this installation's.
    Errors: Refused, Damaged, BackupError; the target holds nothing then.
    """
    with _connected(database_config(source), database_config(target)):
        try:
            _check_source()
            _prepare_target()
            with _copied_media(media) as files, _source_snapshot(), transaction.atomic():
                rows = _copy_all(progress)
                _compare_all(progress)
                verification = championship_verify(progress)
                _check_verification(verification)
        except DatabaseError as error:
            raise BackupError(f"A database refused: {str(error).strip()}. The target holds nothing.") from error
    return Moved(rows, files, verification)


@contextmanager
def _connected(source: dict[str, Any], target: dict[str, Any]) -> Iterator[None]:
    """Connect the source, and the target as the default database; what was the default is back afterwards."""
    if (source["ENGINE"], source["NAME"], source.get("HOST"), source.get("PORT")) == (
        target["ENGINE"],
        target["NAME"],
        target.get("HOST"),
        target.get("PORT"),
    ):
        raise Refused("Source and target are the same database.")
    before = dict(connections.settings)
    connection.close()
    _use_databases(connections.configure_settings({DEFAULT_DB_ALIAS: target, SOURCE: source}))
    try:
        yield
    finally:
        for alias in (SOURCE, DEFAULT_DB_ALIAS):
            connections[alias].close()
        _use_databases(before)


def _use_databases(databases: dict[str, Any]) -> None:
    """Give Django's connections these settings; connections made with others are forgotten."""
    for alias in (DEFAULT_DB_ALIAS, SOURCE):
        # The thread may not have connected to it.
        with suppress(AttributeError):
            del connections[alias]
        connections.settings.pop(alias, None)
    connections.settings.update(databases)


def _check_source() -> None:
    """Check that the source is there and at this program's state of the schema. Errors: Refused."""
    source = connections[SOURCE]
    if source.vendor == "sqlite" and not Path(source.settings_dict["NAME"]).is_file():
        raise Refused(f"There is no file {source.settings_dict['NAME']}.")
    loader = MigrationLoader(source)
    applied = {key for key in loader.applied_migrations or () if key in loader.disk_migrations or key[0] in _labels()}
    missing, unknown = loader.disk_migrations.keys() - applied, applied - loader.disk_migrations.keys()
    if unknown:
        raise Refused(f"The source belongs to a newer program: this one does not know {_names(unknown)}.")
    if missing:
        raise Refused(f"The source lacks {_names(missing)}: run `manage.py migrate` on it first, then move it.")


def _labels() -> set[str]:
    return {config.label for config in apps.get_app_configs()}


def _names(migrations: Iterable[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{app}.{name}" for app, name in migrations))


def _prepare_target() -> None:
    """Give the target the tables, if it has none, and check that it holds no rows of users. Errors: Refused."""
    rows = live_rows()
    if rows:
        listing = ", ".join(f"{number} {name.rpartition('.')[2]}" for name, number in rows.items())
        raise Refused(f"The target holds {listing}. Move into a new, empty database.")
    call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _source_snapshot() -> Iterator[None]:
    """Read the source at one moment; on SQLite nobody can write to it until the end."""
    with transaction.atomic(using=SOURCE):
        if connections[SOURCE].vendor == "postgresql":
            with connections[SOURCE].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _models() -> list[type[Model]]:
    """Return every model with a table, those of many-to-many relations and the record of migrations too."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    return [*(model for model in models if not model._meta.proxy), MigrationRecorder.Migration]


def _copy_all(progress: Progress) -> int:
    """Copy the rows of every table into the target, whose migrations' own rows go first; return their number."""
    models = _models()
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables):
            cursor.execute(statement)
    with connection.constraint_checks_disabled():
        total = sum(_copy_table(model, number, len(models), progress) for number, model in enumerate(models, start=1))
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # The planner knows nothing of rows that came in this transaction, and the checks read all of them.
            cursor.execute("ANALYZE")
    return total


def _copy_table(model: type[Model], number: int, models: int, progress: Progress) -> int:
    fields = model._meta.concrete_fields
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({columns}) VALUES ({values})"
    copied = 0
    with connection.cursor() as cursor:
        rows = _rows(model, SOURCE)
        while batch := list(islice(rows, BATCH_ROWS)):
            prepared = [
                tuple(field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True))
                for row in batch
            ]
            try:
                cursor.executemany(statement, prepared)
            except DatabaseError as error:
                table, keys = model._meta.db_table, f"{batch[0][0]} to {batch[-1][0]}"
                raise BackupError(
                    f"{table}, one of the rows {keys}: {str(error).strip()}. The target holds nothing."
                ) from error
            copied += len(batch)
    progress("tables", number, models)
    return copied


def _rows(model: type[Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a table in the order of their keys, as Python values."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows: QuerySet[Any, tuple[Any, ...]] = QuerySet(model, using=alias).order_by("pk").values_list(*names)
    return rows.iterator(chunk_size=BATCH_ROWS)


def _compare_all(progress: Progress) -> None:
    """Compare every table of the target with the source. Errors: Damaged."""
    models = _models()
    for number, model in enumerate(models, start=1):
        if _digest(model, SOURCE) != _digest(model, DEFAULT_DB_ALIAS):
            raise Damaged(f"The table {model._meta.db_table} is not what the source holds. The target holds nothing.")
        progress("comparison", number, len(models))


def _digest(model: type[Model], alias: str) -> tuple[int, str]:
    """Return the number of rows of a table, and a hash that does not depend on the order of the database's sort."""
    number, total = 0, 0
    for row in _rows(model, alias):
        number += 1
        digest = hashlib.sha256("\0".join(map(_text, row)).encode("utf-8", "surrogatepass")).digest()
        total = (total + int.from_bytes(digest)) % 2**256
    return number, f"{total:064x}"


def _text(value: Any) -> str:
    """Return a value as text that is the same for both kinds of database.

    PostgreSQL keeps a JSON object without the order of its names, and a decimal number with all its places.
    """
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True)
    if isinstance(value, memoryview):
        return repr(bytes(value))
    return repr(value.normalize() if isinstance(value, Decimal) else value)


def _check_verification(verification: Verification) -> None:
    """Refuse what does not verify. Errors: BackupError."""
    if verification.problems:
        listing = "\n  ".join(verification.problems[:20])
        raise BackupError(
            f"What was copied is not right ({len(verification.problems)} problems), so the target holds nothing:\n"
            f"  {listing}\n`manage.py backup` on the source tells whether it is so there."
        )


@contextmanager
def _copied_media(source: Path | None) -> Iterator[int]:
    """Copy photos and papers into this installation's folder; remove them again if the block fails.

    Errors: Refused for a missing folder, or where another file has the name already.
    """
    target = Path(settings.MEDIA_ROOT)
    if source is None or source.resolve() == target.resolve():
        yield 0
        return
    if not source.is_dir():
        raise Refused(f"There is no folder {source}.")
    files = [path.relative_to(source) for path in media_files(source)]
    clash = next((file for file in files if (target / file).exists()), None)
    if clash is not None:
        raise Refused(f"{target / clash} is there already. Move into an installation without photos.")
    copied: list[Path] = []
    try:
        for file in files:
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            copied.append(target / file)
            shutil.copyfile(source / file, target / file)
        yield len(files)
    except BaseException as error:
        for path in copied:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BackupError(f"A photo or paper could not be copied: {error}. The target holds nothing.") from error
        raise

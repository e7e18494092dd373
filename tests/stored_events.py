"""Store the rows that factories build, and insert them where a test asks for the same again.

Building an event through the services takes 100 to 400 ms, inserting its rows 5 to 10 ms. The first build of a state
of the sources is always real (``tests/shared_builds.py`` keeps it for other processes). Rows are inserted at the real
time and for the same arguments, language and settings; outside a transaction only those of a build outside one, whose
jobs have run. The database must be as migrated but for accounts, or, on SQLite, nothing may have written to it since
the same stored builds in the same order: ids and names are free, and the rows that the arguments name are the same.
Rows that refer to accounts, such as notices to the Referents, are inserted where the accounts are the same but for the
numbers in the names that factories give them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection, models, transaction
from django.utils import translation

from tests import shared_builds
from tests.database import numbers_as_migrated
from tests.rows import OF_ACCOUNTS, Row, rows_of_database
from tournament.live.board_cache import snapshots

#: Times as near as this to the build are moved to the time of the insertion.
NEAR = timedelta(days=1)
#: What a process writes instead of a build: its rows may not be stored; its key has to name the accounts too.
NOT_STORABLE, NAMES_ACCOUNTS = "not storable", "names accounts"
#: The names that ``factories.make_user`` gives.
_NUMBERED = re.compile(r"utente\d+")
_CLOCKS_APART = time.time() - time.monotonic()

Arguments = ParamSpec("Arguments")
Instance = TypeVar("Instance", bound=models.Model)


class Numbers:
    """Numbers for the names that factories give: no row of a test has the number of another."""

    last = 0

    def __next__(self) -> int:
        self.last += 1
        return self.last


NAME_NUMBERS = Numbers()


@dataclass(frozen=True)
class Added:
    """Rows added to a table; ``times`` are the columns of dates with times."""

    table: str
    rows: list[Row]
    times: tuple[int, ...]

    def moved(self, built: datetime, delay: timedelta) -> list[Row]:
        """Return the rows with the times near the build later by a delay."""
        if not self.times:
            return self.rows
        return [
            tuple(_moved(value, built, delay) if i in self.times else value for i, value in enumerate(row))
            for row in self.rows
        ]


@dataclass(frozen=True)
class StoredBuild:
    """Rows that one build added to the database, its files in the media folder, its time and the last number used."""

    model: type[models.Model]
    pk: int
    added: list[Added]
    files: dict[Path, bytes]
    built: datetime
    numbers: Row
    usernames: list[str]
    last_number: int

    def insert(self) -> Any:
        """Insert the rows into the test's database, and write the files."""
        delay = datetime.now(UTC) - self.built
        with transaction.atomic():
            for added in self.added:
                rows_of_database().insert(added.table, self._renamed(added.moved(self.built, delay)))
        # Nothing informs the public displays of this process that the event of this name is another one.
        snapshots.clear()
        for path, content in self.files.items():
            target = Path(default_storage.path(str(path)))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        related = [name for name in ("season", "organiser") if hasattr(self.model, name)]
        return self.model._default_manager.select_related(*related).get(pk=self.pk)

    def _renamed(self, rows: list[Row]) -> list[Row]:
        """Return the rows with the names of this test's accounts for those of the build."""
        names = dict(zip(self.usernames, _usernames(), strict=True)) if self.usernames else {}
        if not names:
            return rows

        def rename(value: Any) -> Any:
            return _NUMBERED.sub(lambda name: names.get(name[0], name[0]), value) if isinstance(value, str) else value

        return [tuple(map(rename, row)) for row in rows]


@dataclass(frozen=True)
class Contents:
    """Rows of the database except accounts.

    Arguments:
        builds: the key of the latest stored build, which contains that of the one before; empty as migrated.
        numbers: of rows; see ``Rows.numbers``.
        changes: how many rows the connection had changed then.
    """

    builds: Row
    numbers: Row
    changes: int


_stored: dict[Row, StoredBuild] = {}
_not_storable: set[Row] = set()
#: Keys of the builds whose rows refer to accounts: their full keys contain these.
_name_accounts: set[Row] = set()
_latest: list[Contents] = []


def stored(build: Callable[Arguments, Instance]) -> Callable[Arguments, Instance]:
    """Decorate a factory: insert the rows of an earlier build with the same arguments, where there is one."""

    @wraps(build)
    def built(*arguments: Arguments.args, **facts: Arguments.kwargs) -> Instance:
        contents = _contents()
        key = contents and _key(build.__name__, arguments, facts, contents)
        if not key:
            return build(*arguments, **facts)
        if not _is_known(key):
            _load(key)
        if key in _not_storable:
            return build(*arguments, **facts)
        if _full(key) in _stored:
            instance: Instance = _stored[_full(key)].insert()
        else:
            instance = _build_and_store(key, lambda: build(*arguments, **facts))
        key = _full(key)
        if key in _stored:
            _latest[:] = [Contents(key, _stored[key].numbers, _changes())]
        return instance

    return built


def _is_known(key: Row) -> bool:
    return key in _not_storable or _full(key) in _stored


def _load(key: Row) -> None:
    """Load the build of another process, if there is one."""
    loaded = shared_builds.read(key)
    if loaded == NOT_STORABLE:
        _not_storable.add(key)
    elif loaded == NAMES_ACCOUNTS:
        _name_accounts.add(key)
        loaded = shared_builds.read(_full(key))
    if isinstance(loaded, StoredBuild):
        _stored[_full(key)] = loaded
        NAME_NUMBERS.last = max(NAME_NUMBERS.last, loaded.last_number)


def _changes() -> int:
    """Return a number that grows with each row that is changed here, and with each commit of another connection.

    PostgreSQL does not count them.
    """
    if connection.vendor != "sqlite":
        return 0
    others = connection.connection.execute("PRAGMA data_version").fetchone()[0]
    return int(connection.connection.total_changes) + int(others)


def _contents() -> Contents | None:
    """Return what the database holds, or None where something else than stored builds filled it."""
    migrated = numbers_as_migrated()
    if migrated is None:
        return None
    connection.ensure_connection()
    members, *numbers = rows_of_database().numbers()
    now = Contents((), (members, *numbers), _changes())
    if now.numbers[1:] == migrated[1:]:
        return now
    same = [latest for latest in _latest if (latest.numbers, latest.changes) == (now.numbers, now.changes)]
    return same[0] if same and connection.vendor == "sqlite" else None


def _key(name: str, arguments: Row, facts: Mapping[str, Any], contents: Contents) -> Row | None:
    """Return what the build depends on, or None where its rows may not be stored or inserted."""
    # A test that travels in time gets its own build.
    if abs(time.time() - time.monotonic() - _CLOCKS_APART) > 5:
        return None
    values = [_word(value, contents) for value in (*arguments, *facts.values())]
    if None in values:
        return None
    site = tuple(repr(getattr(settings, name)) for name in _setting_names())
    # The first number is that of the members of groups.
    surroundings = (translation.get_language(), site, connection.in_atomic_block, contents.numbers[0])
    return name, tuple(values), tuple(facts), surroundings, contents.builds


def _word(value: Any, contents: Contents) -> str | None:
    """Return an argument as a word, or None where a build with it may not be stored."""
    if value is None or isinstance(value, str | int | date):
        return repr(value)
    if not isinstance(value, models.Model) or not contents.builds or value._meta.db_table.startswith(OF_ACCOUNTS):
        return None
    # An instance of an earlier stored build, for nothing else has been written; times differ with the insertion.
    values = [getattr(value, field.attname) for field in value._meta.concrete_fields]
    return repr([value._meta.label, *(item for item in values if not isinstance(item, datetime))])


def _full(key: Row) -> Row:
    """Return the key of a build with the accounts that its rows refer to, if they do."""
    return (*key, _accounts()) if key in _name_accounts else key


def _accounts() -> Row:
    """Return what services read of accounts, without the numbers in the names that factories give them."""
    queries = (
        "SELECT id, is_superuser, is_staff, is_active, username, email, first_name, last_name FROM auth_user",
        "SELECT user_id, group_id FROM auth_user_groups ORDER BY 1, 2",
        'SELECT user_id, verified, "primary" FROM account_emailaddress ORDER BY 1, 2, 3',
    )
    rows = [row for query in queries for row in (query, *connection.connection.execute(query).fetchall())]
    return (_NUMBERED.sub("utente", repr(rows)),)


def _usernames() -> list[str]:
    """Return the names of the accounts in the order of their ids."""
    query = "SELECT username FROM auth_user ORDER BY id"
    return [name for (name,) in connection.connection.execute(query).fetchall()]


@cache
def _setting_names() -> tuple[str, ...]:
    return tuple(sorted(name for name in dir(settings) if name.startswith("FOSSATO_")))


def _build_and_store(key: Row, build: Callable[[], Any]) -> Any:
    rows_before, files_before = _all_rows(), _files()
    instance = build()
    rows_after, files_after = _all_rows(), _files()
    unchanged = all(set(rows) <= set(rows_after[table]) for table, rows in rows_before.items())
    makes_accounts = any(
        len(rows) > len(rows_before[table]) for table, rows in rows_after.items() if table.startswith(OF_ACCOUNTS)
    )
    if not unchanged or makes_accounts or not files_before.items() <= files_after.items():
        _not_storable.add(key)
        shared_builds.write(key, NOT_STORABLE)
        return instance
    added = [
        Added(table, new_rows, rows_of_database().time_columns(table))
        for table, rows in rows_after.items()
        if (new_rows := _without(rows, rows_before[table]))
    ]
    if any(rows_of_database().name_accounts(new.table, new.rows) for new in added):
        # On SQLite the accounts of the next test have the same ids, which are taken back with this one.
        if connection.vendor != "sqlite":
            _not_storable.add(key)
            return instance
        _name_accounts.add(key)
        shared_builds.write(key, NAMES_ACCOUNTS)
    # Other tests write to the same folder, even files of the same name: those that a row names are of this build.
    named = {value for new in added for row in new.rows for value in row if isinstance(value, str)}
    new_files = {path: content for path, content in files_after.items() if str(path) in named}
    numbers = rows_of_database().numbers()
    usernames = _usernames() if key in _name_accounts else []
    full = _full(key)
    _stored[full] = StoredBuild(
        type(instance), instance.pk, added, new_files, datetime.now(UTC), numbers, usernames, NAME_NUMBERS.last
    )
    shared_builds.write(full, _stored[full])
    return instance


def _without(rows: list[Row], others: list[Row]) -> list[Row]:
    """Return the rows that are not among others."""
    known = set(others)
    return [row for row in rows if row not in known]


def _all_rows() -> dict[str, list[Row]]:
    rows = rows_of_database()
    return {table: rows.read(table) for table in rows.tables}


def _files() -> dict[Path, bytes]:
    folder = Path(default_storage.path(""))
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _moved(value: Any, built: datetime, delay: timedelta) -> Any:
    """Return a stored time later by a delay if it is near the build."""
    # PostgreSQL writes a missing value as backslash and N.
    if not isinstance(value, str) or value.startswith("\\"):
        return value
    stored_time = datetime.fromisoformat(value)
    zone = stored_time.tzinfo
    if abs(stored_time.replace(tzinfo=zone or UTC) - built) > NEAR:
        return value
    return (stored_time + delay).isoformat(sep=" ")

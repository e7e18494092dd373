"""A championship moved from SQLite to PostgreSQL and back holds the same rows, and what cannot be moved is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.site import ROOT
from tests.integration.servers.worker import production
from tests.releases import backup_unpacked, laptop
from tests.unit.ops.backup.test_backup import TRIGGER

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_backup_drop_restore_verify_round_trip"),
]

#: More than the championship of the other tests holds: powers, a second factor, JSON with names in an order.
ACCOUNTS = """
from tests import factories as make
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from tournament.core.permissions import NATIONAL_REFERENT
referent = make.make_user("referente")
referent.groups.add(Group.objects.get(name=NATIONAL_REFERENT))
Authenticator.objects.create(user=referent, type="totp", data={"secret": "x", "after": 1, "a": [1, 2]})
"""
NEXT_PERSON = "from tests import factories as make; result = make.make_person().pk"


@dataclass
class Championship:
    """A laptop that holds a championship, and an empty server for it."""

    laptop: Installation
    server: Installation

    @property
    def laptop_url(self) -> str:
        return f"sqlite:///{self.laptop.environment['FOSSATO_SQLITE']}"

    @property
    def server_url(self) -> str:
        return self.server.environment["FOSSATO_DATABASE_URL"]

    def move(self, *words: str, source: str = "", target: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command where the server stands."""
        addresses = ["--from", source or self.laptop_url, "--to", target or self.server_url]
        command = [sys.executable, "manage.py", "move", *addresses, *words]
        return subprocess.run(
            command, cwd=ROOT, env=self.server.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )


@pytest.fixture(scope="module")
def championship(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Championship]:
    """Return a laptop with a played event beside a server that holds nothing, also after every test."""
    folder, other = tmp_path_factory.mktemp("laptop"), tmp_path_factory.mktemp("server")
    with (
        throwaway_postgres(migrated=True) as url,
        installation("sqlite", folder, laptop(folder)) as site,
        installation("postgresql", other, _server(other, url, redis_url)) as server,
    ):
        restored = site.command("restore", str(backup_unpacked("0.1.0", folder)))
        assert restored["status"] == 0, restored
        site.do(ACCOUNTS)
        site.do("connection.close()")
        yield Championship(site, server)


def _server(folder: Path, database: str, redis: str) -> dict[str, str]:
    return production(database=database, redis=redis, FOSSATO_MEDIA=str(folder / "media"))


@pytest.fixture(scope="module")
def moved(
    championship: Championship, tmp_path_factory: pytest.TempPathFactory, redis_url: str
) -> Iterator[Championship]:
    """Return the same laptop beside a server to which its championship was moved."""
    folder = tmp_path_factory.mktemp("moved")
    with (
        throwaway_postgres(migrated=True) as url,
        installation("postgresql", folder, _server(folder, url, redis_url)) as server,
    ):
        there = Championship(championship.laptop, server)
        done = there.move("--media", there.laptop.environment["FOSSATO_MEDIA"])
        assert done.returncode == 0, done.stderr
        assert "Moved and compared: " in done.stdout
        assert " 1 files copied. Verified: 2 seasons, 13 ledger entries" in done.stdout
        yield there


def test_championship_moved_to_server_and_back_is_the_same(moved: Championship, tmp_path: Path) -> None:
    before = moved.laptop.everything()
    assert "rows are added, never changed or deleted" in moved.server.do(TRIGGER)
    assert moved.server.command("ranking_rebuild", "--check")["status"] == 0

    back = tmp_path / "back.sqlite3"
    done = moved.move(source=moved.server_url, target=f"sqlite:///{back}")
    assert done.returncode == 0, done.stderr
    environment = {**moved.laptop.environment, "FOSSATO_SQLITE": str(back)}
    with installation("sqlite", tmp_path, environment) as other:
        assert other.everything() == before
        assert "rows are added, never changed or deleted" in other.do(TRIGGER)


def test_next_key_after_move_follows_the_last_row(moved: Championship) -> None:
    highest = moved.server.do("from tournament.models import Person; result = Person.objects.latest('pk').pk")
    moved.server.do("from django.db import transaction; transaction.set_autocommit(False)")
    assert moved.server.do(NEXT_PERSON) == highest + 1
    moved.server.do("transaction.rollback(); transaction.set_autocommit(True)")


def test_move_into_database_with_rows_refused(moved: Championship) -> None:
    before = moved.server.everything()
    done = moved.move()
    assert done.returncode == 1
    assert "The target holds " in done.stderr
    assert " Person" in done.stderr
    assert "Move into a new, empty database." in done.stderr
    assert moved.server.everything() == before


def test_move_of_row_that_target_cannot_hold_leaves_target_empty(championship: Championship, tmp_path: Path) -> None:
    """SQLite does not hold a text to its length; PostgreSQL does."""
    long = tmp_path / "long.sqlite3"
    shutil.copyfile(championship.laptop.environment["FOSSATO_SQLITE"], long)
    folder = tmp_path / "long"
    folder.mkdir()
    with installation("sqlite", folder, {**championship.laptop.environment, "FOSSATO_SQLITE": str(long)}) as other:
        other.do("from tournament.models import Event; Event.objects.update(city='x' * 5000); connection.close()")
    done = championship.move("--media", championship.laptop.environment["FOSSATO_MEDIA"], source=f"sqlite:///{long}")
    assert done.returncode == 1
    assert "tournament_event" in done.stderr
    assert "The target holds nothing." in done.stderr
    assert championship.server.do("from tournament.models import Person; result = Person.objects.count()") == 0
    assert not list(Path(championship.server.environment["FOSSATO_MEDIA"]).rglob("*.*"))


def test_move_of_championship_that_does_not_verify_refused(championship: Championship) -> None:
    """Without the folder of the photos a report's picture is missing."""
    done = championship.move()
    assert done.returncode == 1
    assert "is not there" in done.stderr
    assert championship.server.do("from tournament.models import Person; result = Person.objects.count()") == 0


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("sqlite:////no/such/file.sqlite3", "", "There is no file /no/such/file.sqlite3."),
        ("mysql://a:b@localhost/c", "", "An address is sqlite:////PATH/FILE or postgres://"),
        ("fossato.sqlite3", "", "An address is sqlite:////PATH/FILE or postgres://"),
        ("SERVER", "", "Source and target are the same database."),
    ],
)
def test_wrong_address_refused(championship: Championship, source: str, target: str, message: str) -> None:
    server_url = championship.server_url
    addresses = ("--from", server_url if source == "SERVER" else source, "--to", target or server_url)
    done = championship.server.command("move", *addresses)
    assert done["status"] == 1
    assert message in done["err"]
    assert "a:b@" not in done["err"]


def test_source_of_older_program_refused(championship: Championship, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite3"
    shutil.copyfile(championship.laptop.environment["FOSSATO_SQLITE"], old)
    folder = tmp_path / "old"
    folder.mkdir()
    with installation("sqlite", folder, {**championship.laptop.environment, "FOSSATO_SQLITE": str(old)}) as other:
        other.do(
            "with connection.cursor() as cursor:\n"
            "    cursor.execute(\"DELETE FROM django_migrations WHERE app = 'ranking' AND name LIKE '0011%'\")\n"
            "connection.close()"
        )
    done = championship.move(source=f"sqlite:///{old}")
    assert done.returncode == 1
    assert "ranking.0011_stored_sentences: run `manage.py migrate` on it first" in done.stderr
    assert "manage.py migrate" in done.stderr

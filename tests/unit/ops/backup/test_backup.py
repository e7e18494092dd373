"""Backup, drop, restore, verify: on SQLite as on a laptop, on PostgreSQL as in production."""

from __future__ import annotations

import json
import os
import pty
import resource
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ops.backup.archive import verify_archive, writing
from tests.database import copy_migrated
from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.site import ROOT, clean_environment
from tests.integration.servers.worker import production
from tests.volume import one_in

pytestmark = pytest.mark.postgres

BUILD = """
from tests import factories as make, reporting
from tournament.access import links
from tournament.personal_data import erasure as privacy
from tournament.sheets import services as sheets
from tournament.models import Job
season, club = make.make_season(), make.make_organiser(make.make_user("circolo"))
done = reporting.homologated_event(players=13, organiser=club, season=season)
on = make.drawn_event(players=12, organiser=club, season=season)
table = make.tables_of(make.last_round(on))[0]
sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
links.participant_links_make(event=on, by=None)
privacy.person_erase(person=make.make_person(), by=None)
late = make.make_person(email="ripensa@example.org").pk
Job.objects.exclude(state="done").delete()
result = late
"""
DROP = {
    "sqlite": (
        "import os; from pathlib import Path; connection.close(); name = Path(connection.settings_dict['NAME'])\n"
        "for one in (name, Path(f'{name}-wal'), Path(f'{name}-shm')): one.unlink(missing_ok=True)"
    ),
    "postgresql": "say('DROP SCHEMA public CASCADE'); say('CREATE SCHEMA public')",
}
NO_MEDIA = "import shutil; from django.conf import settings; shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)"
TRIGGER = """
from django.db import DatabaseError
try:
    say("UPDATE ranking_ledgerentry SET half_points = half_points + 1")
    result = "changed"
except DatabaseError as error:
    result = str(error).splitlines()[0]
"""
#: A draw that no longer gives its outcome; with the same seed in both databases.
SPOIL = """
from tournament.models import Draw
draw = Draw.objects.filter(drawn_at__isnull=False, by_hand=False).earliest("pk")
seed = draw.seed
Draw.objects.filter(pk=draw.pk).update(seed=seed[::-1])
result = draw.pk
"""
MEND = "Draw.objects.filter(pk=draw.pk).update(seed=seed)"


#: Writes two rows per transaction continuously: a consistent copy holds both or none.
WRITE = """
import threading
from django.db import transaction
from tournament.models import Job
stop, written = threading.Event(), []
def write():
    while not stop.is_set():
        with transaction.atomic():
            for half in "ab":
                Job.objects.create(kind="mail", key=f"writes-{len(written)}-{half}", state="failed")
        written.append(1)
    connection.close()
thread = threading.Thread(target=write)
thread.start()
while len(written) < 3 and thread.is_alive():
    thread.join(0.01)
before = len(written)
result = command("backup", "--no-verify", PATH)
during = len(written)
stop.set()
thread.join()
"""


@pytest.fixture(scope="module", params=one_in(2, ["postgresql", "sqlite"]))
def championship(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, redis_url: str
) -> Iterator[Installation]:
    """Return an installation that holds a championship; its last person asks to be erased after the backup."""
    folder = tmp_path_factory.mktemp(request.param)
    with (
        _environment(request.param, folder, redis_url) as environment,
        installation(request.param, folder, environment) as site,
    ):
        site.do(BUILD)
        yield site


@contextmanager
def _environment(vendor: str, folder: Path, redis_url: str) -> Iterator[dict[str, str]]:
    media = str(folder / "media")
    if vendor == "sqlite":
        copy_migrated(folder / "fossato.sqlite3")
        yield clean_environment(
            DJANGO_SETTINGS_MODULE="config.settings.embedded",
            FOSSATO_SQLITE=str(folder / "fossato.sqlite3"),
            FOSSATO_MEDIA=media,
        )
        return
    with throwaway_postgres(migrated=True) as url:
        yield production(database=url, redis=redis_url, FOSSATO_MEDIA=media)


@pytest.fixture(scope="module")
def saved(championship: Installation) -> Path:
    """Back up the installation as it was built."""
    path = championship.folder / "copia.tar"
    result = championship.command("backup", str(path))
    assert result["status"] == 0, result
    assert " rows, 1 files, " in result["out"]
    return path


def _live(championship: Installation) -> tuple[str, ...]:
    return "--over-live-data", "--database-name", championship.database_name


def _left_over(championship: Installation) -> list[str]:
    """List temporary files and schemas that a restore or a backup must not leave behind."""
    leftovers = [
        entry.name
        for entry in championship.folder.iterdir()
        if "before-restore" in entry.name or entry.name.startswith(".")
    ]
    if championship.vendor == "postgresql":
        schemas = championship.do(
            "with connection.cursor() as cursor:\n"
            "    cursor.execute('SELECT nspname FROM pg_namespace')\n"
            "    result = [name for (name,) in cursor.fetchall()]"
        )
        leftovers += [name for name in schemas if name.startswith("fossato")]
    return leftovers


def test_backup_private_complete_and_verified(championship: Installation, saved: Path) -> None:
    assert saved.stat().st_mode & 0o777 == 0o600
    manifest = verify_archive(saved)
    assert manifest["vendor"] == championship.vendor
    assert manifest["verification"]["problems"] == []
    counts = manifest["verification"]["counts"]
    assert (counts["event files"], counts["ledger entries"], counts["files"]) == (1, 13, 1)
    assert counts["draws"] > 10
    assert len([name for name in manifest["members"] if name.startswith("media/")]) == manifest["files"] == 1
    checked = championship.command("restore", str(saved), "--check")
    assert (checked["status"], checked["err"].count("\n")) == (0, 1)
    assert checked["err"].startswith("Not checked who made it")
    assert checked["out"].startswith("Whole: made ")


def test_backup_drop_restore_verify_round_trip(championship: Installation, saved: Path) -> None:
    before = championship.everything()
    championship.do(DROP[championship.vendor])
    championship.do(NO_MEDIA)
    done = championship.command("restore", str(saved))
    assert (done["status"], done["err"].count("\n")) == (0, 1)
    assert done["err"].startswith("Not checked who made it")
    assert "Restored and verified: 2 seasons, 13 ledger entries" in done["out"]
    assert championship.everything() == before
    # The restored ledger still refuses changes.
    assert "rows are added, never changed or deleted" in championship.do(TRIGGER)
    assert championship.command("ranking_rebuild", "--check")["status"] == 0
    assert _left_over(championship) == []


@pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_backup_drop_restore_verify_round_trip")
def test_backup_consistent_during_writes(championship: Installation, saved: Path) -> None:
    before = championship.everything()
    path = championship.folder / "durante.tar"
    result = championship.do(WRITE.replace("PATH", repr(str(path))))
    assert result["status"] == 0, result
    least, most = championship.do("result = before, during")
    done = championship.command("restore", str(path), *_live(championship))
    assert done["status"] == 0, done
    halves = championship.do(
        "result = sorted(Job.objects.filter(key__startswith='writes-').values_list('key', flat=True))"
    )
    pairs = {key[:-2] for key in halves}
    assert len(halves) == 2 * len(pairs)
    assert least <= len(pairs) <= most + 1
    assert championship.command("restore", str(saved), *_live(championship))["status"] == 0
    assert championship.everything() == before


def test_flipped_byte_refused_without_changes(championship: Installation, saved: Path) -> None:
    before = championship.everything()
    content = bytearray(saved.read_bytes())
    content[len(content) // 2] ^= 1
    damaged_archive = saved.with_name("guasta.tar")
    damaged_archive.write_bytes(content)
    done = championship.command("restore", str(damaged_archive), *_live(championship))
    assert done["status"] == 1
    assert "damaged" in done["err"]
    assert championship.everything() == before
    assert _left_over(championship) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "say so twice: --over-live-data --database-name"),
        (["--over-live-data"], "say so twice"),
        (["--database-name", "NAME"], "say so twice"),
        (["--over-live-data", "--database-name", "altro"], "not altro"),
    ],
)
def test_restore_over_rows_needs_two_confirmations(
    championship: Installation, saved: Path, options: list[str], message: str
) -> None:
    before = championship.everything()
    words = [championship.database_name if word == "NAME" else word for word in options]
    done = championship.command("restore", str(saved), *words)
    assert done["status"] == 1
    assert message in done["err"]
    assert "1 LedgerEntry" not in done["err"]
    assert championship.everything() == before


def _again(path: Path, folder: Path, **changed: Any) -> Path:
    """Return the same archive, sealed again with another manifest."""
    manifest = verify_archive(path)
    facts = {name: value for name, value in manifest.items() if name not in ("format", "members")}
    other = folder / "altra.tar"
    with writing(other) as archive:
        for name in manifest["members"]:
            source = folder / "one"
            with tarfile.open(path) as tar:
                content = tar.extractfile(name)
                assert content is not None
                source.write_bytes(content.read())
            archive.add(name, source)
        archive.close({**facts, **changed})
    return other


def test_backup_of_other_database_refused(championship: Installation, saved: Path, tmp_path: Path) -> None:
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[championship.vendor]
    done = championship.command("restore", str(_again(saved, tmp_path, vendor=other)), *_live(championship))
    assert done["status"] == 1
    names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
    assert f"This is a backup of {names[other]}; this installation runs on {names[championship.vendor]}." in done["err"]


def test_backup_of_newer_program_refused(championship: Installation, saved: Path, tmp_path: Path) -> None:
    newer = [*verify_archive(saved)["migrations"], "tournament.9999_from_the_future"]
    done = championship.command("restore", str(_again(saved, tmp_path, migrations=newer)), *_live(championship))
    assert done["status"] == 1
    assert "does not know tournament.9999_from_the_future. Upgrade first" in done["err"]


def test_other_secret_key_reported(championship: Installation, saved: Path, tmp_path: Path) -> None:
    checked = championship.command("restore", str(_again(saved, tmp_path, secret_key="0" * 16)), "--check")
    assert checked["status"] == 0
    assert "another secret key: private links" in checked["err"]


@pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_flipped_byte_refused_without_changes")
def test_unverifiable_restore_rolled_back(championship: Installation, tmp_path: Path) -> None:
    """A draw that does not give its outcome is reported by the backup and refused by the restore."""
    championship.do(SPOIL)
    unseen, verified_archive = championship.folder / "spoilt.tar", championship.folder / "seen.tar"
    assert championship.command("backup", "--no-verify", str(unseen))["status"] == 0
    result = championship.command("backup", str(verified_archive))
    assert result["status"] == 3
    assert "Not right: draw " in result["err"]
    championship.do(MEND)
    before = championship.everything()

    done = championship.command("restore", str(unseen), *_live(championship))
    assert done["status"] == 1
    assert "so all is as it was before" in done["err"]
    assert championship.everything() == before
    assert _left_over(championship) == []

    done = championship.command("restore", str(verified_archive), *_live(championship))
    assert (done["status"], "Was not right when the backup was made: draw " in done["err"]) == (0, True)
    championship.do(MEND)
    assert championship.everything() == before


@pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_erasure_list_of_other_database_refused")
def test_erasures_after_backup_repeated(championship: Installation, saved: Path) -> None:
    before = championship.everything()
    championship.do(
        "from tournament.personal_data import erasure as privacy; from tournament.models import Person, Event"
    )
    championship.do("privacy.person_erase(person=Person.objects.get(pk=late), by=None)")
    erasure_list = championship.folder / "cancellazioni.json"
    erasure_list.write_text(championship.command("erasures")["out"])
    assert [entry.keys() for entry in json.loads(erasure_list.read_text())["people"]] == [{"person", "erased_at"}] * 2

    done = championship.command("restore", str(saved), *_live(championship))
    assert done["status"] == 0, done
    assert f"Erased again, as asked after the backup: records {championship.do('result = late')}." in done["out"]
    assert championship.do("result = Person.objects.get(pk=late).email") == ""

    # The machine is lost; the list was stored elsewhere.
    championship.do(DROP[championship.vendor])
    assert championship.command("restore", str(saved))["status"] == 0
    assert championship.everything() == before
    assert championship.do("result = Person.objects.get(pk=late).email") == "ripensa@example.org"
    replayed = championship.command("erasures", "--replay", str(erasure_list))
    assert replayed["out"] == "Erased again: 1, could not be: 0\n"
    assert championship.do("result = Person.objects.get(pk=late).email") == ""
    assert (
        championship.command("erasures", "--replay", str(erasure_list))["out"] == "Erased again: 0, could not be: 0\n"
    )
    championship.do(DROP[championship.vendor])
    assert championship.command("restore", str(saved))["status"] == 0


def test_erasure_list_of_other_database_refused(championship: Installation, saved: Path) -> None:
    erasure_list = championship.folder / "altrui.json"
    carried = json.loads(championship.command("erasures")["out"])
    erasure_list.write_text(json.dumps({**carried, "lineage": "0" * 16}))
    before = championship.everything()
    done = championship.command("erasures", "--replay", str(erasure_list))
    assert done["status"] == 1
    assert "belongs to another database" in done["err"]
    assert championship.everything() == before


def run_command(championship: Installation, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=championship.environment, text=True, check=False, **options)


def test_full_disk_leaves_previous_backup_only(championship: Installation, saved: Path) -> None:
    """Limit file size to 40 kB to simulate a full disk."""
    path = championship.folder / "piena.tar"
    done = run_command(
        championship,
        *("backup", str(path)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert any(words in done.stderr for words in ("could not be", "failed")), done.stderr
    assert not path.exists()
    assert _left_over(championship) == []
    assert saved.exists()


def test_existing_file_not_overwritten(championship: Installation, saved: Path) -> None:
    content = saved.read_bytes()
    done = championship.command("backup", str(saved))
    assert (done["status"], "is there already" in done["err"]) == (1, True)
    assert saved.read_bytes() == content


@pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_restore_over_rows_needs_two_confirmations")
@pytest.mark.parametrize("championship", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("typed", "status"), [(["NAME", "NAME"], 0), (["NAME", "altro"], 1)])
def test_terminal_confirmation_typed_twice(
    championship: Installation, saved: Path, typed: list[str], status: int
) -> None:
    before = championship.everything()
    championship.do("connection.close()")
    if championship.vendor == "postgresql":
        championship.do("connection.close_pool()")
    name = before and championship.do("from pathlib import Path; result = str(connection.settings_dict['NAME'])")
    name = Path(name).name
    keyboard, terminal = pty.openpty()
    os.write(keyboard, "".join(f"{name if word == 'NAME' else word}\n" for word in typed).encode())
    done = run_command(championship, "restore", str(saved), stdin=terminal, capture_output=True)
    os.close(keyboard)
    os.close(terminal)
    assert done.returncode == status, done.stderr
    assert championship.everything() == before

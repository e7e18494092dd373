"""Which migrations can be applied while the version before serves, and that the changelog names those that cannot."""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from io import BytesIO
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.core.management import call_command
from django.db import migrations, models
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState

from ops.online_migrations import missing_after, offline_reasons
from tests.conftest import ROOT
from tests.releases import FOLDER, stored_versions

FIELDS = [("id", models.AutoField(primary_key=True)), ("name", models.CharField(max_length=20, help_text="a"))]
INDEX = models.Index(fields=["name"], name="club_name")


def _reasons(*operations: Any) -> list[str]:
    state = ProjectState()
    state.add_model(ModelState("tournament", "Club", FIELDS))
    migration = migrations.Migration("0001", "tournament")
    migration.operations = list(operations)
    return offline_reasons(migration, state)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("club", "city", models.CharField(max_length=20, null=True)),
        migrations.AddField("club", "city", models.CharField(max_length=20, db_default="")),
        migrations.AlterField("club", "name", models.CharField(max_length=20, help_text="b", blank=True)),
        migrations.AlterModelOptions("club", {"verbose_name": "club"}),
        AddIndexConcurrently("club", INDEX),
    ],
)
def test_migration_is_online(operation: Any) -> None:
    assert _reasons(operation) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("club", "city", models.CharField(max_length=20, default="")),
        migrations.AlterField("club", "name", models.CharField(max_length=30)),
        migrations.RemoveField("club", "name"),
        migrations.RenameField("club", "name", "title"),
        migrations.AddIndex("club", INDEX),
        migrations.DeleteModel("club"),
        migrations.RunPython(migrations.RunPython.noop),
    ],
)
def test_migration_needs_a_stop(operation: Any) -> None:
    assert len(_reasons(operation)) == 1


def test_migration_of_a_new_table_is_online() -> None:
    table = migrations.CreateModel("Hall", FIELDS)
    assert _reasons(table, migrations.AddIndex("hall", INDEX)) == []


def _applied(version: str) -> set[tuple[str, str]]:
    """Return the migrations of a stored backup."""
    with tarfile.open(fileobj=BytesIO(lzma.decompress((FOLDER / version / "backup.tar.xz").read_bytes()))) as archive:
        manifest = archive.extractfile("manifest.json")
        assert manifest is not None
        names = json.load(manifest)["migrations"]
    return {(app, name) for app, _dot, name in (one.partition(".") for one in names)}


def test_migrations_since_the_first_schema_are_judged() -> None:
    needed = {str(migration) for migration, reasons in missing_after(_applied("first-schema")) if reasons}
    assert "tournament.0027_remove_state_reason" in needed
    assert "tournament.0040_draw_ceremonies" not in needed


def test_changelog_names_the_migrations_that_need_a_stop() -> None:
    """Of those after the newest published release; see docs/operations.md, Migrations."""
    text = (ROOT / "CHANGELOG.md").read_text()
    published = [version for version in stored_versions() if f"## [{version}]" in text]
    for version in published[-1:]:
        upgrade = text.partition("### Upgrade")[2].partition("\n### ")[0]
        named = set(re.findall(r"`(\w+\.\d{4}\w*)`", upgrade))
        waiting = {str(migration) for migration, reasons in missing_after(_applied(version)) if reasons}
        assert waiting <= named


@pytest.mark.django_db
def test_command_says_whether_a_stop_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("online_migrations")
    assert capsys.readouterr().out == "No migration waits.\n"
    MigrationRecorder.Migration.objects.filter(app="tournament", name="0027_remove_state_reason").delete()
    with pytest.raises(SystemExit) as ended:
        call_command("online_migrations")
    assert ended.value.code == 4
    assert capsys.readouterr().out.startswith("tournament.0027_remove_state_reason: RemoveField event")

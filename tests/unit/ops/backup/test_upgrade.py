"""A backup of every earlier release is restored, brought up to this program and verified; its results stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.servers.installation import installation
from tests.releases import backup_unpacked, facts_of, laptop, stored_facts, stored_versions


def test_first_schema_and_a_release_are_stored() -> None:
    assert "first-schema" in stored_versions()
    assert len(stored_versions()) > 1


@pytest.mark.soak(gate="tests/unit/ops/backup/test_backup.py::test_backup_drop_restore_verify_round_trip")
@pytest.mark.parametrize("version", stored_versions())
def test_stored_backup_restored_migrated_and_verified(version: str, tmp_path: Path) -> None:
    """Restore verifies ledger, draws, event files and photos: a field added later must not make an old report wrong."""
    archive = backup_unpacked(version, tmp_path)
    with installation("sqlite", tmp_path, laptop(tmp_path)) as site:
        done = site.command("restore", str(archive))
        assert done["status"] == 0, done
        assert "Restored and verified: " in done["out"]
        assert "Not right" not in done["err"]
        assert facts_of(tmp_path / "fossato.sqlite3") == stored_facts(version)
        assert site.command("ranking_rebuild", "--check")["status"] == 0
        assert site.command("migrate", "--check")["status"] == 0
        repeated = site.command("backup", str(tmp_path / "again.tar"))
        assert (repeated["status"], repeated["err"]) == (0, "")

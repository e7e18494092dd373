"""Stored backups of earlier releases, from which the upgrade is tested.

``tests/data/releases/VERSION`` holds ``backup.tar.xz``, a backup of a small championship as that release made it, and
``facts.json``, digests of what an upgrade must not change. As a program it writes those of this state of the code;
``script/release`` calls it:

    python -m tests.releases VERSION
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.integration.servers.installation import installation
from tests.integration.servers.site import ROOT, clean_environment

FOLDER = ROOT / "tests" / "data" / "releases"
#: Rows that a release must carry over as they are, by queries that every schema since the first answers.
FACTS = {
    "ledger": "SELECT person_id, SUM(half_points), COUNT(*) FROM ranking_ledgerentry GROUP BY person_id ORDER BY 1",
    "places": "SELECT id, place, decided_by FROM tournament_seat ORDER BY id",
    "standings": "SELECT entry_id, round_id, position FROM tournament_standingrow ORDER BY id",
    "draws": "SELECT id, seed, word, inputs, outcome FROM tournament_draw ORDER BY id",
    "sheets": "SELECT id, version, state, data FROM tournament_sheet ORDER BY id",
}
#: A homologated event and one in its first round, with the stand-in results of the factories.
BUILD = """
from tests import factories as make, reporting
season, club = make.make_season(), make.make_organiser(make.make_user("circolo"))
reporting.homologated_event(players=13, organiser=club, season=season)
make.drawn_event(players=12, organiser=club, season=season)
connection.close()
"""


def facts_of(database: Path) -> dict[str, str]:
    """Return a digest of the answer to each query of :data:`FACTS`, with the number of its rows."""
    facts = {}
    with closing(sqlite3.connect(database)) as opened:
        for name, query in FACTS.items():
            rows = opened.execute(query).fetchall()
            facts[name] = f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
    return facts


def stored_versions() -> list[str]:
    """Return the versions with a stored backup."""
    return sorted(path.name for path in FOLDER.iterdir() if (path / "backup.tar.xz").is_file())


def backup_unpacked(version: str, folder: Path) -> Path:
    """Write the stored backup of a version into a folder, and return its path."""
    path = folder / "backup.tar"
    path.write_bytes(lzma.decompress((FOLDER / version / "backup.tar.xz").read_bytes()))
    return path


def stored_facts(version: str) -> dict[str, str]:
    """Return the facts of a version's stored backup."""
    facts: dict[str, str] = json.loads((FOLDER / version / "facts.json").read_text())
    return facts


def laptop(folder: Path) -> dict[str, str]:
    """Return the environment of an embedded installation in a folder."""
    return clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        FOSSATO_SQLITE=str(folder / "fossato.sqlite3"),
        FOSSATO_MEDIA=str(folder / "media"),
    )


def store(version: str) -> None:
    """Build a small championship with this state of the code, and store its backup and facts."""
    target = FOLDER / version
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = laptop(folder)
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        with installation("sqlite", folder, environment) as site:
            site.do(BUILD)
            done = site.command("backup", str(folder / "backup.tar"))
        if done["status"]:
            raise SystemExit(f"The backup is not right: {done['err']}")
        packed = lzma.compress((folder / "backup.tar").read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (target / "backup.tar.xz").write_bytes(packed)
        (target / "facts.json").write_text(json.dumps(facts_of(folder / "fossato.sqlite3"), indent=1) + "\n")


if __name__ == "__main__":
    store(sys.argv[1])

"""script/release makes a signed tag, an archive, wheels and a bill of materials, or nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NOTES = "# Changelog\n\n## [1.2.0]\n\n### Upgrade\n\n- Stop the site.\n\n## [1.1.0]\n\n- older\n"


def _run(folder: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment = {**clean, "HOME": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1", **settings}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a small project with the real script, stand-ins for the others, and a signing key."""
    folder = tmp_path / "project"
    (folder / "script").mkdir(parents=True)
    (folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "script" / "release", folder / "script")
    (folder / "script" / "audit").write_text("import os, sys; sys.exit(int(os.environ.get('AUDIT', '0')))\n")
    (folder / "script" / "sbom").write_text("import sys; open(sys.argv[1], 'w').write('{}')\n")
    (folder / "script" / "bootstrap").write_text("#!/bin/sh\n")
    (folder / "script" / "wheels").write_text('#!/bin/sh\necho wheel >"$1/games-1.whl"\n')
    for name in ("bootstrap", "wheels"):
        (folder / "script" / name).chmod(0o755)
    (folder / "tests" / "data" / "releases" / "1.2.0").mkdir(parents=True)
    (folder / "tests" / "data" / "releases" / "1.2.0" / "facts.json").write_text("{}")
    writes = "import sys, os; os.makedirs(f'tests/data/releases/{sys.argv[1]}')\n"
    (folder / "tests" / "releases.py").write_text(writes)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / "CHANGELOG.md").write_text(NOTES)
    (folder / ".gitignore").write_text(".venv\nvar\n")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "signers").write_text(f"prova@example.org {key.with_suffix('.pub').read_text()}")
    for command in (
        "init -q",
        "config user.email prova@example.org",
        "config user.name Prova",
        "config gpg.format ssh",
        f"config user.signingkey {key}",
        f"config gpg.ssh.allowedSignersFile {tmp_path / 'signers'}",
        "add -A",
        "commit -q -m Prova",
    ):
        assert _run(folder, "git", *command.split()).returncode == 0
    return folder


def _release(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return _run(folder, "script/release", "1.2.0", **{"FOSSATO_RELEASE_TESTS": "true", **settings})


def test_release_is_built_with_a_signed_tag_that_names_its_checksums(repository: Path) -> None:
    done = _release(repository)
    assert done.returncode == 0, done.stderr
    made = sorted(path.name for path in (repository / "var" / "release").iterdir())
    names = [f"fossato-1.2.0.{kind}" for kind in ("cdx.json", "md", "sha256", "tar.gz")]
    assert made == [*names, "games-1.whl"]
    notes = (repository / "var" / "release" / "fossato-1.2.0.md").read_text()
    assert "Stop the site" in notes
    assert "older" not in notes
    assert _run(repository, "git", "verify-tag", "v1.2.0").returncode == 0
    sums = (repository / "var" / "release" / "fossato-1.2.0.sha256").read_text()
    assert len(sums.splitlines()) == 4
    assert sums.splitlines()[0] in _run(repository, "git", "cat-file", "tag", "v1.2.0").stdout
    # The same version is not made twice.
    assert _release(repository).returncode == 1


@pytest.mark.parametrize(
    "problem", ["not checked", "test fails", "changed tree", "no key", "no section", "no upgrade", "no backup"]
)
def test_release_with_a_problem_makes_nothing(repository: Path, problem: str) -> None:
    settings = {}
    if problem == "not checked":
        settings = {"AUDIT": "2"}
    elif problem == "test fails":
        settings = {"FOSSATO_RELEASE_TESTS": "false"}
    elif problem == "changed tree":
        (repository / "new.txt").write_text("")
    elif problem == "no key":
        _run(repository, "git", "config", "--unset", "user.signingkey")
    elif problem == "no upgrade":
        (repository / "CHANGELOG.md").write_text("## [1.2.0]\n")
        _run(repository, "git", "commit", "-qam", "x")
    elif problem == "no backup":
        _run(repository, "git", "rm", "-rq", "tests/data")
        _run(repository, "git", "commit", "-qam", "x")
    else:
        _run(repository, "git", "mv", "CHANGELOG.md", "CHANGES.md")
        _run(repository, "git", "commit", "-qam", "x")
    assert _release(repository, **settings).returncode == 1
    assert not (repository / "var").exists()
    assert _run(repository, "git", "tag").stdout == ""


def test_release_without_stored_backup_writes_it_first(repository: Path) -> None:
    _run(repository, "git", "rm", "-rq", "tests/data")
    _run(repository, "git", "commit", "-qam", "x")
    done = _release(repository)
    assert "tests/data/releases/1.2.0 is written: commit it" in done.stderr
    assert (repository / "tests" / "data" / "releases" / "1.2.0").is_dir()


def test_bill_of_materials_names_what_the_site_runs_with(tmp_path: Path) -> None:
    target = tmp_path / "sbom.json"
    subprocess.run([sys.executable, ROOT / "script" / "sbom", target], check=True)
    bill = json.loads(target.read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    packages = {row["name"].lower(): row for row in bill["components"]}
    assert packages["django"]["purl"] == f"pkg:pypi/django@{packages['django']['version']}"
    assert {"celery", "psycopg", "zxcvbn", "defusedxml"} <= set(packages)
    assert [name for name, row in packages.items() if not row.get("licenses")] == []

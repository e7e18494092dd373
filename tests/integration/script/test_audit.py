"""script/audit fails on a known vulnerability, with --strict also on what it could not check."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SAFE = {"name": "django", "version": "5.2.19", "vulns": []}
FLAWED = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1", "2.0"]}]}
UNKNOWN = {"name": "segno", "skip_reason": "Dependency not found on PyPI"}


def _audit(folder: Path, says: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the script with a stub in place of pip-audit and its service."""
    (folder / "pip_audit.py").write_text(says)
    return subprocess.run(
        [sys.executable, ROOT / "script" / "audit", *options],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def _saying(*packages: object) -> str:
    return f"print({json.dumps(json.dumps({'dependencies': packages, 'fixes': []}))})"


def test_audit_known_vulnerability_fails_with_fix(tmp_path: Path) -> None:
    done = _audit(tmp_path, _saying(SAFE, FLAWED) + "\nraise SystemExit(1)")
    assert done.returncode == 1
    assert "pillow 1.0: PYSEC-1, fixed in 1.1, 2.0" in done.stdout
    assert "2 packages checked, 1 known vulnerabilities." in done.stdout


def test_audit_clean_passes_and_lists_unchecked(tmp_path: Path) -> None:
    done = _audit(tmp_path, _saying(SAFE, UNKNOWN))
    assert done.returncode == 0
    assert "1 packages checked, 0 known vulnerabilities." in done.stdout
    assert "segno (Dependency not found on PyPI)" in done.stdout


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("raise SystemExit('ConnectionError: no route to the service')", "no route to the service"),
        (_saying(UNKNOWN), "it knows none of the packages"),
    ],
    ids=["no network", "a mirror without advisories"],
)
def test_audit_service_unavailable_passes_with_notice(tmp_path: Path, says: str, why: str) -> None:
    done = _audit(tmp_path, says)
    assert done.returncode == 0
    assert "Not checked: the vulnerability service is not reachable" in done.stdout
    assert why in done.stdout


@pytest.mark.parametrize(
    ("says", "status"),
    [
        ("raise SystemExit('no route')", 2),
        (_saying(SAFE, UNKNOWN), 2),
        (_saying(SAFE), 0),
        (_saying(FLAWED, UNKNOWN) + "\nraise SystemExit(1)", 1),
    ],
    ids=["no network", "one package unknown", "all checked", "vulnerable"],
)
def test_strict_audit_is_red_when_it_could_not_check(tmp_path: Path, says: str, status: int) -> None:
    assert _audit(tmp_path, says, "--strict").returncode == status

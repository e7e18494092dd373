"""script/check-files keeps the folder, databases, mails and keys of a running site out of git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT


def _check(*names: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "script" / "check-files", *names], capture_output=True, text=True, check=False)


def test_repository_holds_no_file_of_a_running_site() -> None:
    done = _check()
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert int(done.stdout.split()[0]) > 1000


@pytest.mark.parametrize(
    "name",
    [
        "var/fossato.log",
        "var-nodemo/secret-key",
        "var2/mail/a.txt",
        "deploy/secret-key",
        "deploy/tls.pem",
        "id_ed25519",
        ".env",
        "copies/fossato.sqlite3.before-restore",
        "mail/20091121-081625-139665906438864.log",
    ],
)
def test_file_of_a_running_site_is_named(name: str) -> None:
    done = _check("README.md", name)
    assert done.returncode == 1
    assert [line.split()[0] for line in done.stdout.splitlines()] == [name]


@pytest.mark.parametrize("name", ["static/fossato/js/keys.js", "deploy/environment.example", "docs/variants.md"])
def test_file_of_the_project_is_accepted(name: str) -> None:
    assert _check(name).returncode == 0


def test_private_key_is_found_by_its_content(tmp_path: Path) -> None:
    key = tmp_path / "notes.txt"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    assert "holds a private key" in _check(str(key)).stdout
    assert _check(f"{key}.pub").returncode == 0

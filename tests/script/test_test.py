"""The guard of the gate: what skips, fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, SHARED_ABSENT

IN_A_TEST = "import pytest\ndef test_one(): pytest.skip('{reason}')\n"
MARKED = "import pytest\n@pytest.mark.skip(reason='{reason}')\ndef test_one(): pass\n"
IN_A_FILE = "import pytest\npytest.skip('{reason}', allow_module_level=True)\n"
EXPECTED_FAILURE = "import pytest\n@pytest.mark.xfail(reason='{reason}')\ndef test_one(): assert False\n"
UNEXPECTED_SUCCESS = EXPECTED_FAILURE.replace("assert False", "pass")


def _pytest(file: Path, *, ci: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        [*command, "-c", "pyproject.toml", "--rootdir", str(file.parent), str(file)],
        cwd=ROOT,
        env={**environment, "CI": ci},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("source", [IN_A_TEST, MARKED, IN_A_FILE, EXPECTED_FAILURE, UNEXPECTED_SUCCESS])
def test_skipped_test_is_red_in_the_gate_and_only_there(tmp_path: Path, source: str) -> None:
    file = tmp_path / "test_skipping.py"
    file.write_text(source.format(reason="not today"))
    in_the_gate = _pytest(file, ci="true")
    assert in_the_gate.returncode in {1, 2}, in_the_gate.stdout
    assert "not today" in in_the_gate.stdout
    assert _pytest(file, ci="").returncode in {0, 5}


def test_absent_folder_of_logs_is_no_excuse_where_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "test_skipping.py"
    file.write_text(IN_A_TEST.format(reason=SHARED_ABSENT))
    there = (ROOT.parent / "shared").is_dir()
    assert _pytest(file, ci="true").returncode == (1 if there else 0)

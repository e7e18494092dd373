"""The gate's guard against skips: a skipped test fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, SHARED_ABSENT

NOT_TODAY = {
    "in_a_test": "import pytest\ndef test_one(): pytest.skip('not today')\n",
    "marked": "import pytest\n@pytest.mark.skip(reason='not today')\ndef test_one(): pass\n",
    "whole_file": "import pytest\npytest.skip('not today', allow_module_level=True)\n",
    "expected_failure": "import pytest\n@pytest.mark.xfail(reason='not today')\ndef test_one(): assert False\n",
    "unexpected_success": "import pytest\n@pytest.mark.xfail(reason='not today')\ndef test_one(): pass\n",
    "logs": f"import pytest\ndef test_one(): pytest.skip({SHARED_ABSENT!r})\n",
}


def _pytest(folder: Path, *, ci: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--continue-on-collection-errors",
    ]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        [*command, "-c", "pyproject.toml", "--rootdir", str(folder), str(folder)],
        cwd=ROOT,
        env={**environment, "CI": ci},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def skipping(tmp_path: Path) -> Path:
    for name, source in NOT_TODAY.items():
        (tmp_path / f"test_{name}.py").write_text(source)
    return tmp_path


def test_skips_fail_in_gate(skipping: Path) -> None:
    done = _pytest(skipping, ci="true")
    assert done.returncode == 1, done.stdout
    red = set(re.findall(r"^(?:FAILED|ERROR) \S*test_(\w+)\.py", done.stdout, re.MULTILINE))
    # A missing log folder excuses a skip, an existing one does not.
    excused = set() if (ROOT.parent / "shared").is_dir() else {"logs"}
    assert red == set(NOT_TODAY) - excused


@pytest.mark.soak(gate="tests/integration/script/test_test.py::test_skips_fail_in_gate")
def test_skips_allowed_outside_gate(skipping: Path) -> None:
    done = _pytest(skipping, ci="")
    assert done.returncode == 0, done.stdout
    assert "4 skipped, 1 xfailed, 1 xpassed" in done.stdout


def test_help_of_the_tests_installs_and_runs_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "script" / "test"
    copy.parent.mkdir()
    copy.write_text((ROOT / "script" / "test").read_text())
    done = subprocess.run(["bash", copy, "--help"], capture_output=True, text=True, check=True)
    assert "usage: script/test" in done.stdout
    # Neither the installer nor an environment is beside the copy, and none is made.
    assert [path.name for path in tmp_path.iterdir()] == ["script"]

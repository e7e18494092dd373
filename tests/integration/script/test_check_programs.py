"""script/check-programs names the programs that no package of script/bootstrap installs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.conftest import ROOT

#: Files that call a program, and the line.
CALLS = {
    "a.py": ('import subprocess\nsubprocess.run(["moat-keygen", "-q"], check=True)\n', 2),
    "b.py": ('command = ["moat-keygen", "-q"]\nsubprocess.run(command)\n', 1),
    "c.py": ('import shutil\nfound = shutil.which("moat-keygen")\n', 2),
    "d.py": ('_run(folder, "moat-keygen")\n', 1),
    "e": ("#!/usr/bin/env bash\nmoat-keygen -q\n", 2),
    "f": ("#!/bin/sh\n[ -e key ] || KEY=1 moat-keygen -q\n", 2),
    "g": ("#!/bin/sh\n\nname=$(moat-keygen | sort)\n", 3),
}
#: Files that call listed programs, or what they ask for first, or nothing.
ACCEPTED = {
    "a.py": 'import subprocess\nsubprocess.run(["ssh-keygen", "-q"])\nsubprocess.run(["tar", "-x"])\n',
    "b": "#!/bin/sh\n# moat-keygen makes it\nnginx -t | awk x\nssh-keygen -q\n",
    "c": "#!/bin/sh\ncommand -v moat-keygen >/dev/null || exit 1\nmoat-keygen -q\n",
    "d.md": "moat-keygen\n",
}


def _check(folder: Path, texts: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Check files with the program moat-keygen, which is of no package, on the search path."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "moat-keygen").write_text("#!/bin/sh\n")
    (programs / "moat-keygen").chmod(0o755)
    for name, text in texts.items():
        (folder / name).write_text(text)
    command = [ROOT / "script" / "check-programs", *(folder / name for name in texts)]
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_call_of_an_unlisted_program_is_named(tmp_path: Path) -> None:
    done = _check(tmp_path, {name: text for name, (text, _line) in CALLS.items()})
    said = "moat-keygen is in no package that script/bootstrap installs"
    assert done.stdout.splitlines() == [f"{tmp_path / name}:{line}: {said}" for name, (_text, line) in CALLS.items()]
    assert done.returncode == 1


def test_listed_programs_and_those_asked_for_are_accepted(tmp_path: Path) -> None:
    done = _check(tmp_path, ACCEPTED)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout

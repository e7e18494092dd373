"""The packages: built, installed without network where nothing else is, and used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.regulation.example_event import EVENT, changeable

#: Plays one game of each of the three and prints who won.
TEN_LINES = """
import fossato_games
for slug in ("dominion", "megalomania", "era_of_kingdoms"):
    state = fossato_games.new_game(slug, players=2, seed="wheel")
    while state.to_move is not None:
        view = state.observation(state.to_move)
        options = view["question"]["options"]
        state.apply(options[len(state.serialize()) % len(options)])
    print(slug, len(state.returns()), round(sum(state.returns()), 6))
"""

#: A round of the beacon, checked without py-ecc.
BEACON_LINES = """
from fossato_verify.beacon import QUICKNET_KEY, Beacon, signature_findings
for finding in signature_findings(Beacon(QUICKNET_KEY, 1, "00" * 48)):
    print(finding.code)
"""


def _run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the two wheels and nothing else, far from the sources."""
    folder = tmp_path_factory.mktemp("wheels")
    assert _run(sys.executable, ROOT / "script/wheels", folder / "dist", cwd=folder).returncode == 0
    venv.create(folder / "env", with_pip=False)
    wheels = sorted((folder / "dist").glob("*.whl"))
    assert [wheel.name.split("-")[0] for wheel in wheels] == ["fossato_games", "fossato_verify"]
    pip = (sys.executable, "-m", "pip", "--python", folder / "env/bin/python", "install", "--quiet", "--no-index")
    installed = _run(*pip, "--find-links", folder / "dist", "fossato-verify", cwd=folder)
    assert installed.returncode == 0, installed.stderr
    return folder


def test_ten_lines_play_each_game(clean: Path) -> None:
    done = _run(clean / "env/bin/python", "-c", TEN_LINES, cwd=clean)
    assert done.stderr == ""
    assert done.stdout.split("\n")[:3] == ["dominion 2 1.0", "megalomania 2 1.0", "era_of_kingdoms 2 1.0"]


def test_lines_of_the_readme_play_a_game(clean: Path) -> None:
    lines = (ROOT / "games/README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert len([line for line in lines.splitlines() if line]) <= 10
    done = _run(clean / "env/bin/python", "-c", lines, cwd=clean)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^\((1|2), (1|2)\) .+\n\(.*\)\n\{", done.stdout)


def test_exports_and_version(clean: Path) -> None:
    lines = """
import fossato_games, importlib.metadata as metadata
print(fossato_games.__version__ == metadata.version("fossato-games"), sorted(fossato_games.__all__))
record = fossato_games.new_game("megalomania", players=2, seed="1").serialize()
print(fossato_games.Game.__name__, callable(fossato_games.check), callable(fossato_games.replay), record[:1])
print(metadata.metadata("fossato-games")["Description-Content-Type"])
"""
    done = _run(clean / "env/bin/python", "-c", lines, cwd=clean)
    assert done.stdout.split("\n")[:3] == [
        "True ['Game', '__version__', 'check', 'new_game', 'replay']",
        "Game True True {",
        "text/markdown",
    ], done.stderr


@pytest.mark.parametrize(("language", "begins"), [("en", "usage: fossato-games "), ("it", "uso: fossato-games ")])
def test_command_has_its_own_name_and_language(clean: Path, language: str, begins: str) -> None:
    done = _run(clean / "env/bin/fossato-games", "simulate", "--lang", language, "--help", cwd=clean)
    assert done.stdout.startswith(begins)
    listed = _run(clean / "env/bin/fossato-games", "list", "--lang", language, cwd=clean)
    assert listed.stdout.count("\n") == 3
    refused = _run(clean / "env/bin/fossato-games", "simulate", "chess", "--lang", language, cwd=clean)
    assert refused.returncode == 2
    assert refused.stderr.startswith({"en": "error: no game is called", "it": "errore: 'chess' non esiste"}[language])


def test_wheel_same_to_the_byte(clean: Path, tmp_path: Path) -> None:
    assert _run(sys.executable, ROOT / "script/wheels", tmp_path, cwd=tmp_path).returncode == 0
    for wheel in tmp_path.glob("*.whl"):
        assert wheel.read_bytes() == (clean / "dist" / wheel.name).read_bytes()


def _points(event: dict[str, Any]) -> None:
    event["rounds"][0]["tables"][0]["results"][0]["points"] += 1


def _lot(event: dict[str, Any]) -> None:
    rows = event["rounds"][1]["standings"]
    rows[3]["lot"], rows[4]["lot"] = rows[4]["lot"], rows[3]["lot"]


def _place(event: dict[str, Any]) -> None:
    places = event["final_places"]
    places[0], places[1] = places[1], places[0]


def _card(event: dict[str, Any]) -> None:
    drawn = event["rounds"][0]["kingdom"]["drawn"]
    drawn[0] = next(name for name in ("witch", "spy", "thief") if name not in drawn)


ALTERED = {
    _points: "rounds[0].tables[0].results[0].points",
    _lot: "rounds[1].standings[3].player",
    _place: "final_places[0]",
    _card: "rounds[0].",
}


@pytest.mark.parametrize("change", ALTERED, ids=lambda change: change.__name__.strip("_"))
def test_verifier_finds_altered_event(clean: Path, tmp_path: Path, change: Any) -> None:
    event = changeable()
    change(event)
    (tmp_path / "event.json").write_text(json.dumps(event))
    done = _run(clean / "env/bin/fossato-verify", tmp_path / "event.json", "--json", cwd=tmp_path)
    paths = [row["path"] for row in json.loads(done.stdout)["findings"] if row["severity"] == "error"]
    assert (done.returncode, done.stderr) == (1, "")
    assert any(path.startswith(ALTERED[change]) for path in paths), paths
    assert all(row["message"] for row in json.loads(done.stdout)["findings"])


@pytest.mark.parametrize("name", ["event-13-players.json", "event-13-players-2.json"])
def test_verifier_finds_nothing_in_sound_event(clean: Path, name: str) -> None:
    done = _run(clean / "env/bin/fossato-verify", ROOT / "tests/data" / name, cwd=clean)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Players: {len(EVENT['players'])}. Errors: 0." in done.stdout
    assert re.search(r"Draws: \d+\. Made again with the same outcome: \d+\.", done.stdout)


def test_verifier_speaks_italian(clean: Path, tmp_path: Path) -> None:
    event = changeable()
    _points(event)
    (tmp_path / "event.json").write_text(json.dumps(event))
    sentences = []
    for language in ("en", "it"):
        command = (clean / "env/bin/fossato-verify", tmp_path / "event.json", "--json", "--language", language)
        sentences.append([row["message"] for row in json.loads(_run(*command, cwd=tmp_path).stdout)["findings"]])
    english, italian = sentences
    assert len(english) == len(italian) > 0
    assert all(one != other for one, other in zip(english, italian, strict=True)), italian


def test_verifier_says_that_the_beacon_was_not_checked_without_its_library(clean: Path, tmp_path: Path) -> None:
    """The library is an extra of the package: without it a warning, no error."""
    done = _run(clean / "env/bin/python", "-c", BEACON_LINES, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("DRAW_BEACON_UNCHECKED\n", "")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "tournament-event/9"}'])
def test_verifier_refuses_other_files(clean: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "event.json").write_text(text)
    done = _run(clean / "env/bin/fossato-verify", tmp_path / "event.json", cwd=tmp_path)
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)


def test_wheels_without_folder_print_usage() -> None:
    done = _run(sys.executable, "script/wheels", cwd=ROOT)
    assert (done.returncode, done.stderr.startswith("Build the packages")) == (2, True)


def test_wheel_of_the_site_says_what_to_do_instead(tmp_path: Path) -> None:
    done = _run(sys.executable, "-m", "pip", "wheel", "--no-deps", ROOT, "-w", tmp_path, cwd=tmp_path)
    assert done.returncode != 0
    assert "script/server" in done.stdout + done.stderr

"""The command line ``python -m games``: its output and exit status."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import games
from games import registry, runner
from games.__main__ import main
from games.chance import SeededChance, random_bot
from games.dominion.cards import SUGGESTED_KINGDOMS
from games.dominion.setup import Setup
from tests.unit.games.dominion.log_writer import write_game

ROOT = Path(__file__).resolve().parents[3]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any, str]:
    """Return exit status, standard output (JSON where it is), standard error."""
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, json.loads(out) if out.startswith("{") else out, err


@pytest.fixture
def sheet() -> dict[str, Any]:
    """Return the sheet file of a simulated game of three."""
    game = registry.get("dominion")
    outcome = game.play(game.setup(3, {}), SeededChance("main"), game.bot("big-money")(""))
    return {"format": "score-sheet/1", "game": "dominion", "players": ["a", "b", "c"], "sheet": outcome.sheet}


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    game = registry.get("dominion")
    choose = game.bot("random")("main")
    _, recorded_game = runner.play_recorded(game, ["a", "b"], game.setup(2, {}), "main", choose)
    recorded_game.write(tmp_path / "record.json")
    return tmp_path / "record.json"


def write(path: Path, data: Any) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_main_needs_only_python() -> None:
    """Compiled modules need librt and mypy-extensions besides."""
    flags = [] if registry.is_compiled() else ["-S"]
    command = [sys.executable, *flags, "-m", "games", "simulate", "dominion", "--games", "5", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 5


def test_main_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, data, _ = run(capsys, "list", "--json")
    assert status == 0
    assert [row["slug"] for row in data["games"]] == list(registry.slugs())
    assert all("random" in row["bots"] for row in data["games"])
    assert run(capsys, "list")[1].startswith("dominion: Dominion, 2-4 players; bots: random, big-money")


def test_main_check_good_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path, sheet: dict[str, Any]) -> None:
    status, data, _ = run(capsys, "check", write(tmp_path / "sheet.json", sheet), "--json")
    assert (status, data["ok"]) == (0, True)
    assert sorted(data["places"]) == [1, 2, 3]
    best = data["places"].index(1)
    assert sheet["sheet"]["seats"][best]["points"] == max(seat["points"] for seat in sheet["sheet"]["seats"])


@pytest.mark.parametrize("lang", ["en", "it"])
def test_main_check_wrong_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, sheet: dict[str, Any], lang: str
) -> None:
    sheet["sheet"]["seats"][1]["gold"] += 1
    path = write(tmp_path / "sheet.json", sheet)
    status, data, _ = run(capsys, "check", path, "--json", "--lang", lang)
    assert (status, data["ok"]) == (1, False)
    d3_finding = next(finding for finding in data["findings"] if finding["code"] == "D3")
    assert d3_finding["path"] == "seats[1].gold"
    assert d3_finding["severity"] == "error"
    assert d3_finding["value"] == sheet["sheet"]["seats"][1]["gold"]
    assert set(d3_finding) == {"code", "severity", "path", "message", "article", "value", "bound"}
    assert d3_finding["message"]
    status, text, _ = run(capsys, "check", path, "--lang", lang)
    assert status == 1
    assert d3_finding["message"] in text


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("{", "not JSON"),
        ("[]", "JSON object"),
        ({"format": "tournament-event/1"}, "score-sheet/1"),
        ({"format": "score-sheet/1", "game": "dominion", "players": ["a", "b"]}, "sheet: is missing"),
        ({"format": "score-sheet/1", "game": "dominion", "players": 2, "sheet": {}}, "players"),
        ({"format": "score-sheet/1", "game": "dominion", "players": ["a"], "sheet": {}}, "2 to 4 players, not 1"),
        ({"format": "score-sheet/1", "game": "dominion", "players": ["a", "b"], "sheet": []}, "sheet: should be"),
        ({"format": "score-sheet/1", "game": "domino", "players": [], "sheet": {}}, "did you mean 'dominion'"),
        ({"format": "score-sheet/1", "colour": 1}, "colour: no such field"),
        ({"format": "game-record/1"}, "is missing"),
    ],
    ids=str,
)
def test_main_unreadable_input(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Any, says: str) -> None:
    path = write(tmp_path / "file.json", data)
    status, output, err = run(capsys, "check", path, "--json")
    assert (status, output["ok"], len(output["findings"])) == (2, False, 1)
    assert says in output["findings"][0]["message"]
    assert says in err
    assert str(path) in err


def test_main_missing_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in ("check", "replay"):
        status, _, err = run(capsys, command, tmp_path / "absent.json")
        assert status == 2
        assert "No such file" in err


def test_main_replay(capsys: pytest.CaptureFixture[str], record_file: Path) -> None:
    status, data, _ = run(capsys, "replay", record_file, "--json")
    assert (status, data["ok"]) == (0, True)
    assert data["outcome"]["places"] == data["places"]
    status, text, _ = run(capsys, "replay", record_file)
    assert "a: place" in text
    status, text, _ = run(capsys, "replay", record_file, "--transcript")
    assert text.startswith("dominion: a, b\nsetup: kingdom cellar+market")
    assert run(capsys, "check", record_file, "--json")[1]["places"] == data["places"]


def test_main_replay_illegal_choice(capsys: pytest.CaptureFixture[str], record_file: Path) -> None:
    data = json.loads(record_file.read_text(encoding="utf-8"))
    data["choices"][56] = "adventurer"
    write(record_file, data)
    status, answer, _ = run(capsys, "replay", record_file, "--json")
    assert (status, answer["ok"]) == (1, False)
    finding = answer["findings"][0]
    assert (finding["code"], finding["path"], finding["value"]) == ("illegal_choice", "choices[56]", "adventurer")
    assert finding["bound"]
    status, text, _ = run(capsys, "replay", record_file, "--transcript")
    assert status == 1
    assert "refused: choice 56" in text


def test_main_replay_of_another_reading(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = {"format": "game-record/1", "game": "era_of_kingdoms", "players": ["a", "b"], "seed": "s", "choices": []}
    for value, status in ((0, 0), (1, 2)):
        path = write(tmp_path / "record.json", {**data, "setup": {"readings": {"riches_vp": value}}})
        assert run(capsys, "replay", path, "--json")[0] == status
    _, answer, err = run(capsys, "replay", path, "--json")
    (finding,) = answer["findings"]
    assert (finding["code"], finding["path"]) == ("READING_GONE", "setup.readings.riches_vp")
    assert "it is “0” (docs/rules, 13.15), not “1”" in err


def test_main_replay_unfinished_game(capsys: pytest.CaptureFixture[str], record_file: Path) -> None:
    data = json.loads(record_file.read_text(encoding="utf-8"))
    write(record_file, data | {"choices": data["choices"][:3]})
    status, answer, _ = run(capsys, "replay", record_file, "--json")
    assert status == 0
    assert data["choices"][3] in answer["pending"]["options"]
    assert "unfinished after 3 choices" in run(capsys, "replay", record_file)[1]


def test_main_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = ("simulate", "dominion", "--players", 3, "--games", 8, "--seed", "s", "--bots", "attack,random", "--json")
    status, data, err = run(capsys, *common, "--records", tmp_path / "out")
    assert (status, err, data["games"], data["players"]) == (0, "", 8, 3)
    assert {"seconds", "games_per_second", "turns_mean", "points_mean"} <= set(data)
    assert [seat["bot"] for seat in data["seats"]] == ["attack", "random", "attack"]
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(1, abs=0.001)
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 8
    assert run(capsys, "replay", files[7])[0] == 0
    second_output = run(capsys, *common, "--jobs", 2)[1]
    assert [second_output[name] for name in ("turns_mean", "points_mean", "ends", "seats")] == [
        data[name] for name in ("turns_mean", "points_mean", "ends", "seats")
    ]
    assert "8 games in" in run(capsys, *common[:-1])[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "dominon"], "did you mean 'dominion'"),
        (["simulate", "dominion", "--bots", "big-mony"], "did you mean 'big-money'"),
        (["simulate", "dominion", "--bots", "big-money+smitty"], "did you mean 'big-money+smithy'"),
        (["simulate", "dominion", "--bots", "random,random,random"], "3 bots for 2 players"),
        (["simulate", "dominion", "--players", "5"], "2, 3 or 4 players, not 5"),
        (["simulate", "dominion", "--kingdom", "celler,moat"], "did you mean 'cellar'"),
        (["simulate", "dominion", "--kingdom", "moat,village"], "ten cards, not 2"),
        (["simulate", "dominion", "--kingdom", "moat,fossato"], "moat is named twice"),
        (["simulate", "dominion", "--kingdom", "moat,copper"], "copper is no kingdom card"),
        (["simulate", "dominion", "--kingdom", "nowhere"], "first_game"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_main_unknown_names(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    status, data, err = run(capsys, *arguments, "--json")
    assert (status, data["ok"]) == (2, False)
    assert says in err


@pytest.mark.parametrize("arguments", [["simulate", "dominion", "--games", "0"], ["nothing"], []])
def test_main_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_main_import_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "log.txt", "this is no log")
    status, data, _ = run(capsys, "import-log", path, tmp_path / "absent.html", "--json")
    assert (status, data["ok"]) == (2, False)
    assert [row["name"] for row in data["logs"]] == ["log.txt", "absent.html"]
    assert all(row["error"] for row in data["logs"])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"setup": {"kingdom": "nowhere"}}, "nessun regno si chiama"),
        ({"setup": {"lay": 1}}, "serve true o false"),
        ({"setup": {"kingdom": ["smity"] * 10}}, "nessuna carta si chiama 'smity'; forse 'smithy'?"),
        ({"players": ["a"]}, "si gioca in 2, 3 o 4"),
        ({"choices": 1}, "choices: serve un elenco"),
        ({"more": 1}, "more: il registro di una partita non ha questo campo"),
        ({"seed": None}, "seed: serve un testo o un numero intero"),
        ({"game": "megalomania", "setup": {"dealer": 9}}, "serve una sedia da 1 a 2"),
        ({"game": "era_of_kingdoms", "setup": {"pack": "none"}}, "nessuna edizione delle carte si chiama 'none'"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_main_errors_of_setups_and_records_in_italian(
    capsys: pytest.CaptureFixture[str], record_file: Path, changes: dict[str, object], told: str
) -> None:
    record_file.write_text(json.dumps(json.loads(record_file.read_text(encoding="utf-8")) | changes), encoding="utf-8")
    status, _, err = run(capsys, "replay", record_file, "--lang", "it")
    assert status == 2
    assert told in err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_main_log_of_any_encoding(capsys: pytest.CaptureFixture[str], tmp_path: Path, encoding: str) -> None:
    text, sheet, _ = write_game(Setup(2, SUGGESTED_KINGDOMS["first_game"]), "encoding", random_bot("encoding"))
    path = tmp_path / "log.txt"
    path.write_bytes(text.encode(encoding))
    status, data, _ = run(capsys, "import-log", path, "--json")
    assert status == 0
    assert data["logs"][0]["sheet"]["sheet"] == sheet


def test_main_unwritable_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "file", "")
    status, _, err = run(capsys, "simulate", "dominion", "--games", 1, "--records", path / "sub")
    assert status == 2
    assert "cannot be written" in err


@pytest.mark.parametrize(("lang", "words"), [("it", "riga"), ("en", "line")])
def test_main_invalid_log_explained_in_both_languages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str, words: str
) -> None:
    path = write(tmp_path / "log.txt", "this is no log")
    _, data, _ = run(capsys, "import-log", path, "--lang", lang, "--json")
    assert words in data["logs"][0]["error"]


@pytest.mark.parametrize(
    ("game", "flags", "setup"),
    [
        ("era_of_kingdoms", ["--trade"], {"trade": True}),
        ("era_of_kingdoms", ["--set", "trade=true", "--set", "round_limit=8"], {"trade": True, "round_limit": 8}),
        ("megalomania", ["--players", "4", "--pairs"], {"pairs": True}),
        ("dominion", ["--set", "turn_limit=6"], {"turn_limit": 6}),
    ],
)
def test_main_game_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, flags: list[str], setup: dict[str, object]
) -> None:
    status, data, _ = run(capsys, "simulate", game, "--games", 1, "--records", tmp_path / "out", "--json", *flags)
    assert (status, data["games"]) == (0, 1)
    (record_path,) = (tmp_path / "out").iterdir()
    recorded_setup = json.loads(record_path.read_text(encoding="utf-8"))["setup"]
    assert {name: recorded_setup[name] for name in setup} == setup


@pytest.mark.parametrize(
    ("flags", "words"),
    [(["--trade"], "no such option"), (["--set", "turn_limit"], "NAME=VALUE"), (["--pairs"], "pairs")],
)
def test_main_unknown_game_option(capsys: pytest.CaptureFixture[str], flags: list[str], words: str) -> None:
    status, _, err = run(capsys, "simulate", "dominion", "--games", 1, *flags)
    assert status == 2
    assert words in err


#: Words that only English lines of the command line have.
ENGLISH = re.compile(r"\b(usage|options|positional|argument|error|warning|players|games|points|turns|place|the|one)\b")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        *([name, "--help"] for name in ("list", "check", "replay", "simulate", "import-log")),
        ["list"],
        ["simulate", "dominion", "--games", "2"],
        ["simulate", "chess"],
        ["simulate", "dominion", "--bots", "random,random,random"],
        ["simulate", "dominion", "--set", "turn_limit"],
        ["simulate", "dominion", "--games", "0"],
        ["simulate"],
        ["check", "absent.json"],
        ["import-log", "absent.txt"],
    ],
    ids=" ".join,
)
def test_italian_lines_have_no_english_words(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        main([*arguments, "--lang", "it"])
    captured = capsys.readouterr()
    text = re.sub(r"--\w+|No such file or directory|python -m games", "", captured.out + captured.err)
    assert text
    assert ENGLISH.findall(text) == []


def test_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert games.__version__ == project["version"]

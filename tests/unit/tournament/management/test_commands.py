"""Test the commands on event files: output, exit codes, and independence from the database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ranking.homologation import services as homologation_services
from ranking.national import selectors as national_selectors
from tests import factories, reporting
from tournament.draws.selectors import as_record
from tournament.models import Event
from tournament.regulation.event_file.parse import write_draw

ROOT = Path(__file__).parents[4]
SAMPLE = ROOT / "tests" / "data" / "event-13-players.json"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def _run(capsys: pytest.CaptureFixture[str], *args: Any) -> tuple[int, str, str]:
    try:
        call_command(*map(str, args))
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def _changed(tmp_path: Path, **changes: Any) -> Path:
    content = json.loads(SAMPLE.read_text(encoding="utf-8"))
    content["rounds"][1]["tables"][0]["results"][2] |= changes
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


# No database mark: a test without it fails if it accesses the database.


def test_event_verify_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = _run(capsys, "event_verify", SAMPLE)
    assert (status, out) == (0, "Giocatori: 13. Errori: 0. Avvertenze: 0.\n")


def test_event_verify_json_has_places_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = _run(capsys, "event_verify", SAMPLE, "--json")
    answer = json.loads(out)
    assert (status, answer["ok"], answer["findings"]) == (0, True, [])
    assert answer["places"][0] == {"place": 1, "player": "p10", "ordinary": 10.0, "points": 10.0}
    assert sum(row["points"] for row in answer["places"]) == 41.5


@pytest.mark.parametrize("language", ["it", "en"])
def test_event_verify_error_names_path_and_message(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _changed(tmp_path, gold=9)
    status, out, _ = _run(capsys, "event_verify", path, "--json", "--language", language)
    answer = json.loads(out)
    assert (status, answer["ok"]) == (1, False)
    wrong = next(finding for finding in answer["findings"] if finding["path"] == "rounds[1].tables[0].results[2].gold")
    assert set(wrong) == {"code", "severity", "path", "message", "article", "value", "bound"}
    assert (wrong["severity"], wrong["value"]) == ("error", 9)
    status, out, _ = _run(capsys, "event_verify", path, "--language", language)
    assert status == 1
    assert "rounds[1].tables[0].results[2].gold" in out


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"format": "tournament-event/3"}', SAMPLE.read_bytes()[:5000]],
    ids=["empty", "cut", "no utf-8", "a list", "null", "another version", "truncated"],
)
@pytest.mark.parametrize("command", ["event_verify", "draw_verify"])
def test_verify_commands_unreadable_file_exits_with_2(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    status, out, err = _run(capsys, command, path)
    assert (status, out) == (2, "")
    assert err.strip()
    status, out, _ = _run(capsys, command, path, "--json")
    assert status == 2
    assert json.loads(out)["ok"] is False


def test_event_verify_missing_file_exits_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = _run(capsys, "event_verify", tmp_path / "nothing.json")
    assert status == 2
    assert "nothing.json" in err


def test_verify_commands_need_no_database(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "FOSSATO_SQLITE": str(tmp_path / "nowhere" / "at-all.sqlite3"),
    }
    for command in ("event_verify", "draw_verify"):
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), command, str(SAMPLE)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "nowhere").exists()


def test_draw_verify_file_without_records(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = _run(capsys, "draw_verify", SAMPLE)
    assert status == 0
    assert out.endswith("Sorteggi: 3. Rifatti con lo stesso esito: 0.\n")


@pytest.mark.django_db
def test_draw_verify_recomputes_the_draws_of_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = factories.concluded_event()
    path = tmp_path / "event.json"
    assert _run(capsys, "event_export", event.slug, "--output", path)[0] == 0
    status, out, _ = _run(capsys, "draw_verify", path, "--json")
    answer = json.loads(out)
    names = [row["draw"] for row in answer["places"]]
    assert (status, {row["state"] for row in answer["places"]}) == (0, {"true"})
    assert [name for name in names if name.endswith("kingdom")] == [f"rounds[{index}].kingdom" for index in range(3)]
    assert len([name for name in names if name.endswith("seats")]) == 3 + 3 + 1
    content = json.loads(path.read_text(encoding="utf-8"))
    content["rounds"][1]["kingdom"]["draw"]["word"] = "altra"
    path.write_text(json.dumps(content), encoding="utf-8")
    status, out, _ = _run(capsys, "draw_verify", path)
    assert status == 1
    assert "rounds[1].kingdom: non torna" in out
    content["rounds"][1]["kingdom"]["draw"]["word"] = factories.WORD
    content["rounds"][0]["tables"][1]["seats"].reverse()
    path.write_text(json.dumps(content), encoding="utf-8")
    status, out, _ = _run(capsys, "draw_verify", path)
    assert status == 1
    assert "rounds[0].tables[1].seats: non torna" in out


@pytest.mark.django_db
def test_draw_verify_accepts_one_record_or_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = factories.drawn_event()
    records = [write_draw(as_record(draw)) for draw in event.draws.filter(drawn_at__isnull=False)]
    path = tmp_path / "draws.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    status, out, _ = _run(capsys, "draw_verify", path, "--language", "en")
    assert (status, out.count("made again, same outcome")) == (0, 3)
    first = records[0] | {"outcome": records[0]["outcome"][::-1]}
    path.write_text(json.dumps(first), encoding="utf-8")
    status, _, _ = _run(capsys, "draw_verify", path)
    assert status == 1


@pytest.mark.django_db
def test_event_import_and_export_round_trip_to_the_ranking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "foto.png"
    photo.write_bytes(reporting.picture().getvalue())
    factories.make_user("organizza")
    status, out, _ = _run(
        *(capsys, "event_import", SAMPLE, "--by", "organizza", "--photo", photo, "--forum", reporting.FORUM, "--report")
    )
    event = Event.objects.get()
    assert (status, out.split(":")[0], event.state) == (0, event.slug, Event.State.REPORTED)
    homologation_services.event_homologate(event=event, by=None, reason="Relazione completa")
    assert national_selectors.national_ranking(event.season)[0].points == 10
    path = tmp_path / "out.json"
    assert _run(capsys, "event_export", event.slug, "-o", path)[0] == 0
    assert _run(capsys, "event_verify", path)[0] == 0


@pytest.mark.django_db
def test_event_import_with_an_error_is_refused_with_every_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = _run(capsys, "event_import", _changed(tmp_path, gold=9))
    assert status == 1
    assert "rounds[1].tables[0].results[2].gold" in err
    assert "Niente è stato salvato" in err
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_event_import_incomplete_report_saves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = _run(capsys, "event_import", SAMPLE, "--report")
    assert status == 1
    assert "foto" in err
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_commands_unknown_names_are_reported() -> None:
    with pytest.raises(CommandError, match="nessuno"):
        call_command("event_import", str(SAMPLE), "--by", "nessuno")
    with pytest.raises(CommandError, match="niente"):
        call_command("event_export", "niente")
    with pytest.raises(CommandError, match="1999"):
        call_command("ranking_rebuild", "--check", "--season", "1999")
    with pytest.raises(CommandError, match="--reason"):
        call_command("ranking_rebuild")

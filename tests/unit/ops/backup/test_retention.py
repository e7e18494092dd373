"""Old backups are removed, the newest good ones stay; reports lacking a newer optional field are no problem."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ops.backup.archive import writing
from ops.backup.erasures import lineage
from ops.backup.retention import archives_prune
from ops.backup.verification import championship_verify
from tests import factories, reporting
from tournament.models import Draw, Report, Sheet

pytestmark = pytest.mark.django_db

GOOD: dict[str, Any] = {"problems": []}
NOT_RIGHT: dict[str, Any] = {"problems": ["draw 3: DRAW_OUTCOME"]}


def _archive(folder: Path, night: int, verification: dict[str, Any] | None = GOOD, **facts: Any) -> Path:
    path = folder / f"fossato-2026-11-{night:02}.tar"
    made_at = f"2026-11-{night:02}T04:10:00+00:00"
    with writing(path) as archive:
        archive.close({"made_at": made_at, "lineage": lineage(), "verification": verification, **facts})
    return path


def test_newest_good_and_one_bad_backup_stay(tmp_path: Path) -> None:
    good = [_archive(tmp_path, night) for night in (1, 2, 3)]
    bad_archives = [_archive(tmp_path, night, NOT_RIGHT) for night in (4, 5, 6)]
    unverified = _archive(tmp_path, 7, None)
    assert sorted(archives_prune(folder=tmp_path, keep=2)) == sorted([good[0], *bad_archives])
    assert sorted(tmp_path.iterdir()) == [*good[1:], unverified]
    assert archives_prune(folder=tmp_path, keep=2) == []


def test_other_files_left_alone(tmp_path: Path) -> None:
    other = [_archive(tmp_path, night, lineage="another") for night in (1, 2)]
    (tmp_path / "photos.tar").write_bytes(b"no archive")
    (tmp_path / "erasures.json").write_text("{}")
    own_archive = _archive(tmp_path, 3)
    assert archives_prune(folder=tmp_path, keep=1) == []
    assert {*other, own_archive} <= set(tmp_path.iterdir())


def test_failed_backup_removes_no_good_one(tmp_path: Path) -> None:
    archives = [_archive(tmp_path, night) for night in (1, 2, 3)]
    with pytest.raises(CommandError):
        call_command("backup", str(archives[2]), "--keep", "3", stdout=StringIO())
    assert sorted(tmp_path.iterdir()) == archives[1:]


@pytest.mark.parametrize("number", ["1", "0", "-3", "tre", "9" * 5000])
def test_fewer_than_two_refused(tmp_path: Path, number: str) -> None:
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "copia.tar"), f"--keep={number}")


def test_report_without_optional_field_accepted(settings: Any, tmp_path: Path) -> None:
    """An upgrade adds fields that the reports of earlier seasons lack."""
    settings.MEDIA_ROOT = tmp_path
    report = Report.objects.get(event=reporting.homologated_event())
    report.content["format"] = "tournament-event/1"
    for round_ in report.content["rounds"]:
        round_.pop("drawn_on", None)
        for table in round_["tables"]:
            table.pop("draw")
    report.save()
    assert championship_verify().problems == []


def test_inconsistent_rows_reported_without_failing(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    event = factories.concluded_event()
    Sheet.objects.filter(table__round__event=event).update(data={"seats": 7})
    reported = reporting.reported_event()
    Report.objects.filter(event=reported).update(content={})
    draw = Draw.objects.filter(event=event, purpose="kingdom", drawn_at__isnull=False).earliest("pk")
    Draw.objects.filter(pk=draw.pk).update(outcome={"drawn": None})
    problems = championship_verify().problems
    assert f"draw {draw.pk}: KeyError" in problems or f"draw {draw.pk}: TypeError" in problems
    assert any(problem.startswith(f"event {event.slug}: ") for problem in problems)
    assert f"event {reported.slug}: REPORT_NOT_RECOMPUTED format" in problems

"""Health and metrics: access to details, and the effect of a missing dependency on the response."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games import registry
from ops import health
from ops.metrics import ChampionshipCollector, exposition
from tests import factories as make
from tests.integration.servers.ports import free_port
from tournament.models import Job
from tournament.sheets import services as sheets

TOKEN = "un-segreto-per-chi-sorveglia"
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def test_live_checks_no_dependency(client: Client) -> None:
    """Without the database marker any query would raise."""
    response = client.get("/health/live")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "sessionid" not in response.cookies


@pytest.mark.django_db
def test_ready_names_dependencies_on_local_machine(client: Client) -> None:
    response = client.get("/health/ready")
    report = response.json()
    assert (response.status_code, report["status"]) == (200, "ok")
    assert list(report["dependencies"]) == ["database", "migrations", "media", "disk", "games"]
    assert {dependency["status"] for dependency in report["dependencies"].values()} == {"ok"}
    assert report["dependencies"]["database"]["words"] == connection.vendor
    assert report["dependencies"]["games"]["words"] == ("compiled" if registry.is_compiled() else "interpreted")
    assert response["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visitor", "is_detailed"),
    [
        (ELSEWHERE, False),
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
        ({**ELSEWHERE, "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, True),
        ({**ELSEWHERE, "HTTP_AUTHORIZATION": "Bearer "}, False),
        ({**ELSEWHERE, "HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"}, False),
    ],
)
def test_ready_detail_for_local_machine_and_token(settings: Any, visitor: dict[str, str], is_detailed: bool) -> None:
    settings.FOSSATO_HEALTH_TOKEN = TOKEN
    response = Client(**visitor).get("/health/ready")
    assert response.json()["status"] == "ok"
    assert ("dependencies" in response.json()) is is_detailed


@pytest.mark.django_db
def test_ready_detail_denied_without_token_setting(settings: Any) -> None:
    settings.FOSSATO_HEALTH_TOKEN = ""
    assert "dependencies" not in Client(**ELSEWHERE, HTTP_AUTHORIZATION="Bearer ").get("/health/ready").json()


def _failed(client: Client) -> dict[str, str]:
    response = client.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["status"] == "failed"
    dependencies = response.json()["dependencies"]
    return {name: dependency["words"] for name, dependency in dependencies.items() if dependency["status"] == "failed"}


@pytest.mark.django_db
def test_unapplied_migration_reported(client: Client) -> None:
    # Not the one that stands for others: it counts as applied when they are.
    applied = MigrationRecorder.Migration.objects.filter(app="ranking").exclude(name__contains="squashed")
    name = applied.latest("name").name
    MigrationRecorder(connection).record_unapplied("ranking", name)
    assert _failed(client) == {"migrations": "1 not applied"}


@pytest.mark.django_db
def test_unwritable_photo_folder_reported(client: Client, settings: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    settings.MEDIA_ROOT = tmp_path / "file"
    assert list(_failed(client)) == ["media"]


@pytest.mark.django_db
def test_full_disk_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 2**62)
    failed = _failed(client)
    assert list(failed) == ["disk"]
    assert failed["disk"].endswith("MB free")


@pytest.mark.django_db
def test_redis_worker_and_clock_checked_with_broker(client: Client, settings: Any) -> None:
    settings.CELERY_BROKER_URL = f"redis://:parola-segreta@127.0.0.1:{free_port()}/0"
    response = client.get("/health/ready")
    assert "parola-segreta" not in response.content.decode()
    assert _failed(client) == {
        "redis": "does not answer (ConnectionError)",
        "worker": "not known without Redis",
        "clock": "not known without Redis",
    }


@pytest.mark.django_db
def test_redis_without_worker_and_clock_heartbeats(client: Client, settings: Any, redis_url: str) -> None:
    settings.CELERY_BROKER_URL = redis_url.replace("/0", "/7")
    assert _failed(client) == {"worker": "not seen: default, mail, print", "clock": "not seen"}


@pytest.mark.parametrize("headers", [{}, {"HTTP_AUTHORIZATION": "Bearer "}, {"HTTP_AUTHORIZATION": "Bearer altro"}])
@pytest.mark.parametrize("token", ["", TOKEN])
def test_metrics_without_token_not_found(
    settings: Any, client: Client, token: str, headers: dict[str, str], db: None
) -> None:
    settings.FOSSATO_METRICS_TOKEN = token
    assert client.get("/metrics", **headers).status_code == 404


def _figures(text: str) -> dict[tuple[str, str], float]:
    """Return the values by name and label value."""
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("fossato_")
    }


@pytest.mark.django_db
def test_championship_metrics(client: Client, settings: Any) -> None:
    settings.FOSSATO_METRICS_TOKEN = TOKEN
    event = make.drawn_event(players=13)
    first, second, *_other_tables = make.tables_of(make.last_round(event))
    wrong_sheet = make.simple_sheet(first)
    wrong_sheet["seats"][0]["coins"] = 1
    sheets.sheet_submit(table=first, data=wrong_sheet, by=None)
    sheet = sheets.sheet_submit(table=second, data=make.simple_sheet(second), by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
    Job.objects.create(kind="mail", key="one", state=Job.State.WAITING)
    Job.objects.create(kind="mail", key="two", state=Job.State.FAILED)

    response = client.get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}")
    assert response.status_code == 200
    text = response.content.decode()
    figures = _figures(text)
    assert figures["fossato_sheets", "submitted"] == figures["fossato_sheets", "confirmed"] == 1
    assert figures["fossato_open_rounds", ""] == 1
    assert figures["fossato_jobs", "waiting"] >= 1
    assert figures["fossato_jobs", "failed"] == 1
    assert figures["fossato_oldest_waiting_job_seconds", ""] > 0
    codes = {code for name, code in figures if name == "fossato_findings_last_day"}
    assert codes >= {finding["code"] for finding in sheet.table.round.tables.get(pk=first.pk).sheets.get().findings}
    assert codes
    assert event.slug not in text


@pytest.mark.django_db
def test_metrics_of_empty_championship() -> None:
    values = {sample.name: sample.value for family in ChampionshipCollector().collect() for sample in family.samples}
    assert values["fossato_oldest_waiting_job_seconds"] == values["fossato_open_rounds"] == 0
    assert b"fossato_live_viewers" in exposition()[0]


@pytest.mark.django_db
def test_status_page_names_the_parts_that_work(client: Client) -> None:
    cache.clear()
    page = client.get("/stato/")
    assert [service.is_ok for service in page.context["services"]] == [True] * 4
    assert page.context["well"]


@pytest.mark.django_db
def test_status_page_tells_a_fault_without_its_cause(client: Client, settings: Any, tmp_path: Path) -> None:
    """A folder that cannot be written: photos and papers do not work, pages do; its path is not shown."""
    cache.clear()
    blocked = tmp_path / "file"
    blocked.write_text("")
    settings.MEDIA_ROOT = blocked / "media"
    page = client.get("/stato/")
    assert [service.is_ok for service in page.context["services"]] == [True, False, True, True]
    assert str(tmp_path) not in page.content.decode()
    settings.MEDIA_ROOT = tmp_path / "media"
    assert not client.get("/stato/").context["well"], "the checks are repeated only after a while"
    cache.clear()
    assert client.get("/stato/").context["well"]

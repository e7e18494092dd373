"""Shared fixtures: derandomized Hypothesis profile, database marker, skip guard, throw-away PostgreSQL and Redis."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests import selection
from tests.database import emptied_by_copy, migrated_database
from tests.integration.servers import leftovers
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.redis import throwaway_redis
from tests.selection import ROOT
from tests.volume import part_of

SHARED = ROOT.parent / "shared"
SHARED_ABSENT = "the ../shared folder is absent"

settings.register_profile(
    "fossato",
    max_examples=part_of(100),
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fossato")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not read the files that the selection of marks leaves out."""
    return selection.is_left_out(collection_path, config.getoption("markexpr")) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests for the selections of script/test, before -m selects."""
    for item in items:
        selection.mark(item)


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of garbage collection, and collect less often: it took 7 % of the processor."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Have the servers of a test ended with this process, however it ends."""
    if item.get_closest_marker("process"):
        leftovers.watch()


def _skip_is_a_failure(reason: str) -> bool:
    """Fail on skips in CI, except for the real game logs where their folder is absent."""
    return os.environ.get("CI") == "true" and not (SHARED_ABSENT in reason and not SHARED.is_dir())


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    expected_failure = getattr(report, "wasxfail", None)
    if (report.skipped or expected_failure is not None) and _skip_is_a_failure(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"In CI nothing may be skipped or expected to fail: {report.longrepr or expected_failure}"
        if isinstance(report, pytest.TestReport):
            # pytest does not count the failure of an xfail test.
            vars(report).pop("wasxfail", None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Return the folder of real game logs beside the checkout; only its absence may skip a test."""
    if not SHARED.is_dir():
        pytest.skip(SHARED_ABSENT)
    return SHARED


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Yield the URL of an empty database on a throw-away PostgreSQL, one cluster per test process."""
    with throwaway_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Yield the URL of a throw-away Redis with an append-only file, one server per test process."""
    with throwaway_redis() as url:
        yield url


@pytest.fixture(autouse=True)
def _begins_in_italian() -> None:
    """Activate the site's language before each test: an earlier test's request leaves its own active."""
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """Copy the migrated template instead of migrating, in place of pytest-django's fixture of this name."""
    with django_db_blocker.unblock(), migrated_database(), emptied_by_copy(), django_db_blocker.block():
        yield


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts recorded by tests (``record_property("counts", "…")``), including those of worker processes."""
    reports = [report for state in ("passed", "failed") for report in terminalreporter.stats.get(state, ())]
    counts = [(report.nodeid, text) for report in reports for name, text in report.user_properties if name == "counts"]
    if counts:
        terminalreporter.section("counts")
        for nodeid, text in counts:
            terminalreporter.write_line(f"{nodeid}\n    {text}")


@pytest.fixture(autouse=True)
def versions_unknown(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the published versions of the regulation: another test may have published the same number otherwise."""
    if not {"db", "transactional_db", "live_server"}.isdisjoint(request.fixturenames):
        from tournament.regulation_versions.selectors import DATABASE_REGULATION_SOURCE

        monkeypatch.setattr(DATABASE_REGULATION_SOURCE, "_known", {})

"""Which tests run where: marks that ``script/test`` selects by, set from a test's folder and fixtures."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_setup", "live_server"})
#: Fixtures that start a server, a worker or a browser.
PROCESS_FIXTURES = frozenset(
    {"postgres_url", "redis_url", "own_postgres", "postgres", "redis", "live_server", "chromium", "championship"}
)
#: Tests that start processes of their own.
PROCESS_PATHS = (
    "tests/integration/browser/",
    "tests/integration/concurrency/test_sixty_four.py",
    "tests/integration/faults/",
    "tests/integration/script/",
    "tests/integration/servers/",
    "tests/unit/games/dominion/test_adding_a_card.py",
    "tests/unit/games/test_main.py",
    "tests/unit/ops/backup/test_backup.py",
    "tests/unit/ops/backup/test_encryption.py",
    "tests/unit/ops/backup/test_moving.py",
    "tests/unit/ops/backup/test_upgrade.py",
    "tests/unit/ops/test_console_log.py",
    "tests/unit/ops/test_production_check.py",
    "tests/unit/tournament/exchange/test_second_installation.py",
)
#: Files in which some tests start a server.
MIXED_PATHS = ("tests/unit/ops/test_health.py", "tests/unit/tournament/live/test_hub.py")
#: Tests that need no process and still take long: pages, papers, attacks, generated input, whole seasons, large photos.
SLOW_PATHS = (
    "tests/attacks/",
    "tests/integration/concurrency/",
    "tests/regulation/test_example_event_changed.py",
    "tests/unit/access/",
    "tests/unit/api/",
    "tests/unit/games/dominion/test_sheet_slack.py",
    "tests/unit/games/test_batches.py",
    "tests/unit/games/test_cheating.py",
    "tests/unit/games/test_program.py",
    "tests/unit/ops/backup/test_retention.py",
    "tests/unit/ops/test_deployment_checks.py",
    "tests/unit/ops/test_online_migrations.py",
    "tests/unit/practice/",
    "tests/unit/ranking/api/",
    "tests/unit/ranking/statistics/",
    "tests/unit/ranking/test_admin.py",
    "tests/unit/ranking/test_append_only.py",
    "tests/unit/ranking/test_call_up.py",
    "tests/unit/ranking/test_call_up_sweep.py",
    "tests/unit/ranking/test_clock_reasons.py",
    "tests/unit/ranking/test_closing.py",
    "tests/unit/ranking/test_complete_sheets.py",
    "tests/unit/ranking/test_dates.py",
    "tests/unit/ranking/test_decisions.py",
    "tests/unit/ranking/test_demo_season.py",
    "tests/unit/ranking/test_ledger.py",
    "tests/unit/ranking/test_national_final.py",
    "tests/unit/ranking/test_next_season.py",
    "tests/unit/ranking/test_report_checks.py",
    "tests/unit/ranking/test_season_grows.py",
    "tests/unit/ranking/test_season_of_one_game.py",
    "tests/unit/ranking/test_selectors.py",
    "tests/unit/ranking/web/",
    "tests/unit/tournament/access/test_api_tokens.py",
    "tests/unit/tournament/access/test_links.py",
    "tests/unit/tournament/api/",
    "tests/unit/tournament/card_packs/",
    "tests/unit/tournament/core/test_at_once.py",
    "tests/unit/tournament/core/test_collation.py",
    "tests/unit/tournament/core/test_transitions.py",
    "tests/unit/tournament/delivery/",
    "tests/unit/tournament/entries/test_departures.py",
    "tests/unit/tournament/entries/test_requests.py",
    "tests/unit/tournament/entries/test_services.py",
    "tests/unit/tournament/exchange/",
    "tests/unit/tournament/events/test_next_step.py",
    "tests/unit/tournament/events/test_practice.py",
    "tests/unit/tournament/events/test_timeline.py",
    "tests/unit/tournament/management/",
    "tests/unit/tournament/pages/test_deciding_readings.py",
    "tests/unit/tournament/printing/",
    "tests/unit/tournament/records/",
    "tests/unit/tournament/regulation_versions/test_services.py",
    "tests/unit/tournament/reports/test_draw_marks.py",
    "tests/unit/tournament/reports/test_services.py",
    "tests/unit/tournament/rounds/test_beacon.py",
    "tests/unit/tournament/rounds/test_confirmations.py",
    "tests/unit/tournament/rounds/test_draw_alternatives.py",
    "tests/unit/tournament/rounds/test_draw_days.py",
    "tests/unit/tournament/rounds/test_no_shows.py",
    "tests/unit/tournament/rounds/test_selectors.py",
    "tests/unit/tournament/rounds/test_whole_event.py",
    "tests/unit/tournament/sheets/test_corrections.py",
    "tests/unit/tournament/sheets/test_late_corrections.py",
    "tests/unit/tournament/sheets/test_other_games.py",
    "tests/unit/tournament/test_sweeps.py",
    "tests/unit/tournament/web/",
)
#: What the gate runs on PostgreSQL, because it can differ there: locks and what is written at once, constraints,
#: triggers, the order of names, leases, streams, one whole event and the storing of sheets. Other services, pages and
#: papers run on SQLite at the gate, which takes half of the processor, and on PostgreSQL in ``script/test --soak``.
POSTGRES_PATHS = (
    "tests/integration/concurrency/",
    "tests/unit/ranking/test_append_only.py",
    "tests/unit/tournament/core/",
    "tests/unit/tournament/delivery/test_jobs.py",
    "tests/unit/tournament/live/",
    "tests/unit/tournament/people/test_keys_on_databases.py",
    "tests/unit/tournament/rounds/test_whole_event.py",
    "tests/unit/tournament/sheets/test_services.py",
)
#: Of these: random walks, pictures and the table of transitions.
NOT_POSTGRES_PATHS = (
    "tests/integration/concurrency/test_event_machine.py",
    "tests/unit/tournament/core/test_transitions.py",
)
#: Of those on PostgreSQL, what the gate runs there only; ``script/test --fast`` and ``--soak`` run it on SQLite. The
#: others, triggers, leases and keys of names, run on both at the gate.
_BOTH = ("test_append_only.py", "delivery/test_jobs.py", "test_keys_on_databases.py")
ONE_DATABASE_PATHS = tuple(path for path in POSTGRES_PATHS if not path.endswith(_BOTH))


def is_left_out(path: Path, selection: str) -> bool:
    """Return whether no test of a file can be in a selection, so that the file need not be read.

    Arguments:
        path: of a file or a folder.
        selection: pytest's expression of marks, for example ``not process and not slow``.
    """
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    name += "/" if path.is_dir() else ""
    marked = {"not slow": SLOW_PATHS, "not process": PROCESS_PATHS}
    if any(words in selection and name.startswith(paths) for words, paths in marked.items()):
        return True
    if not (path.name.startswith("test_") and path.suffix == ".py"):
        return False
    if selection.startswith("process"):
        return not name.startswith((*PROCESS_PATHS, *MIXED_PATHS))
    return selection.startswith("on_postgres") and not _is_on_postgres(name)


def _tries_more_in_a_soak(item: pytest.Item) -> bool:
    """Return whether a test has generated input, or its module or one that it takes helpers from reads the volume."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return True
    module = getattr(item, "module", None)
    return isinstance(module, ModuleType) and _reads_volume(module)


@cache
def _reads_volume(module: ModuleType) -> bool:
    """Return whether a module, or one of the tests' modules that it imports from, imports ``tests.volume``."""
    names = {getattr(value, "__module__", None) or getattr(value, "__name__", "") for value in vars(module).values()}
    sources = {name for name in names if str(name).startswith("tests.")} - {module.__name__, "tests.conftest"}
    modules = [module, *(sys.modules[name] for name in sources if name in sys.modules)]
    return any({"VOLUME", "part_of"} & vars(source).keys() for source in modules)


def _is_on_postgres(name: str) -> bool:
    """Return whether tests of a file that use the database run on PostgreSQL too."""
    return name.startswith(POSTGRES_PATHS) and not name.startswith((*NOT_POSTGRES_PATHS, *PROCESS_PATHS))


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@cache
def _runs_at_the_gate(test: str) -> bool:
    """Return whether a test, as path and name, exists and is not left to the soak."""
    path, _separator, name = test.partition("::")
    text = _text(ROOT / path)
    found = re.search(rf"^((?:[@ )].*\n)*)(?:async )?def {re.escape(name)}\(", text, re.MULTILINE) if name else None
    if found is None or re.search(r"^pytestmark\b.*mark\.soak", text, re.MULTILINE):
        return False
    return "@pytest.mark.soak" not in found[1]


def _need_gate(item: pytest.Item) -> None:
    """Require that a soak names a test of the gate, unless the mark is one case's: the other cases run there.

    Raises:
        pytest.UsageError: the mark names no test, or none that runs at the gate.
    """
    cases = getattr(getattr(item, "callspec", None), "marks", ())
    for soak in item.iter_markers("soak"):
        gate = soak.kwargs.get("gate", "")
        if not (_runs_at_the_gate(gate) if gate else soak in cases):
            raise pytest.UsageError(f'{item.nodeid}: soak(gate="path::test") names no test of the gate: {gate!r}')


def mark(item: pytest.Item) -> None:
    """Add the marks ``database``, ``process``, ``slow``, ``volume``, ``on_postgres``, ``one_database``.

    Raises:
        pytest.UsageError: a test starts a process and its file is listed nowhere here, so that no selection reads it;
            a soak names no test of the gate.
    """
    _need_gate(item)
    path = item.path.relative_to(ROOT).as_posix() if item.path.is_relative_to(ROOT) else ""
    fixtures = frozenset(getattr(item, "fixturenames", ()))
    uses_database = bool(DATABASE_FIXTURES & fixtures or item.get_closest_marker("django_db"))
    starts_process = bool(PROCESS_FIXTURES & fixtures) or path.startswith(PROCESS_PATHS)
    if path.startswith("tests/") and starts_process and not path.startswith((*PROCESS_PATHS, *MIXED_PATHS)):
        raise pytest.UsageError(f"{path} starts a process: add it to PROCESS_PATHS in tests/selection.py")
    if uses_database:
        item.add_marker("database")
    if starts_process:
        item.add_marker("process")
    if path.startswith(SLOW_PATHS):
        item.add_marker("slow")
    if _tries_more_in_a_soak(item):
        item.add_marker("volume")
    if uses_database and not starts_process and _is_on_postgres(path):
        item.add_marker("on_postgres")
        if path.startswith(ONE_DATABASE_PATHS):
            item.add_marker("one_database")

"""Which tests run where: marks that ``script/test`` selects by, set from a test's folder and fixtures."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

#: The module that says how much is tried, and what tells a test so; ``one_in`` marks its cases one by one.
VOLUMES, READ = "tests.volume", frozenset({"VOLUME", "part_of"})
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
    "tests/unit/games/test_game_state.py",
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

#: What is the same on both databases once the addresses behind it are: pages, papers, the API, mails, attacks. In a
#: soak ``access/test_matrix.py``, ``access/test_fuzz.py`` and ``api/test_made_up.py`` ask every address on PostgreSQL,
#: in every role, with hostile and with generated values; so these run on SQLite only, as at the gate.
ALIKE_PATHS = (
    "tests/attacks/",
    "tests/unit/access/test_headers.py",
    "tests/unit/access/test_hidden_as_unknown.py",
    "tests/unit/access/test_hidden_names.py",
    "tests/unit/access/test_shared.py",
    "tests/unit/access/test_uploads.py",
    "tests/unit/api/test_description.py",
    "tests/unit/api/test_examples.py",
    "tests/unit/practice/",
    "tests/unit/ranking/api/",
    "tests/unit/ranking/web/",
    "tests/unit/test_translations.py",
    "tests/unit/tournament/api/",
    "tests/unit/tournament/card_packs/",
    "tests/unit/tournament/delivery/",
    "tests/unit/tournament/printing/",
    "tests/unit/tournament/web/",
)


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
    """Return whether a test has generated input, or reads the volume, by itself or by a helper of its module."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return True
    name = getattr(item, "originalname", None) or item.name
    return name in _reading_volume(item.path)


@cache
def _reading_volume(path: Path) -> frozenset[str]:
    """Return the names at the top of a module whose definitions read the volume, themselves or by another such name.

    A fixture is found by the argument that names it; a helper of another module by its import.
    """
    module = ast.parse(_text(path))
    reading, uses = set(), {}
    for part in module.body:
        if isinstance(part, ast.ImportFrom) and str(part.module).startswith("tests."):
            source = ROOT / str(part.module).replace(".", "/")
            known = READ if part.module == VOLUMES else _reading_volume(source.with_suffix(".py"))
            modules = {one.name for one in part.names if _reading_volume(source / f"{one.name}.py")}
            reading |= {one.asname or one.name for one in part.names if one.name in known | modules}
        elif isinstance(part, ast.Assign | ast.AnnAssign | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            words = {one.id for one in ast.walk(part) if isinstance(one, ast.Name)}
            words |= {one.arg for one in ast.walk(part) if isinstance(one, ast.arg)}
            defined = {one.id for one in ast.walk(part) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
            for name in {part.name} if hasattr(part, "name") else defined:
                uses[name] = words
    before = -1
    while before != len(reading):
        before = len(reading)
        reading |= {name for name, words in uses.items() if words & reading}
    return frozenset(reading)


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
    """Add the marks ``database``, ``process``, ``slow``, ``volume``, ``on_postgres``, ``one_database``, ``alike``.

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
    elif uses_database and path.startswith(ALIKE_PATHS):
        item.add_marker("alike")

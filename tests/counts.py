"""Figures that a test counted, shown in the summary of the run, also with -q and with several processes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

#: Under this name a line travels with its test's report, from whichever process ran it.
PROPERTY = "counts"
Say = Callable[[str], None]


@pytest.fixture
def counts(request: pytest.FixtureRequest) -> Say:
    """Says a line with figures: it stands in the summary at the end of the run, beside the test's name."""

    def say(line: str) -> None:
        request.node.user_properties.append((PROPERTY, line))

    return say


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Writes what the tests counted."""
    lines = []
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            # A failure while the test is put away has a report of its own, with the same lines.
            if report.when == "call":
                name = report.nodeid.rpartition("/")[2]
                lines += [f"{name}: {line}" for key, line in report.user_properties if key == PROPERTY]
    if lines:
        terminalreporter.section("counts")
        for line in lines:
            terminalreporter.write_line(line)

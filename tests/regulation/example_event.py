"""The complete event with 13 players of EX-51, loaded from its file."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tournament.regulation.event_file.verify import Report, parse, verify

TEXT = (Path(__file__).parents[1] / "data" / "event-13-players.json").read_text(encoding="utf-8")
EVENT: dict[str, Any] = json.loads(TEXT)


def check(changed: dict[str, Any]) -> Report:
    """Verify the changed file by the rules."""
    return verify(parse(changed))


def changeable() -> dict[str, Any]:
    """Return a copy of the event that a test may change."""
    return copy.deepcopy(EVENT)


def codes_of(changed: dict[str, Any]) -> dict[str, str]:
    """Return the codes of the findings, by path."""
    return {finding.path: finding.code for finding in check(changed).findings}

"""The complete event with 13 players of EX-51, as its file has it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tournament.regulation.event_file.verify import Report, parse, verify

TEXT = (Path(__file__).parents[1] / "data" / "event-13-players.json").read_text(encoding="utf-8")
EVENT: dict[str, Any] = json.loads(TEXT)


def check(changed: dict[str, Any]) -> Report:
    """What the rules say of the file as it was changed."""
    return verify(parse(changed))


def changeable() -> dict[str, Any]:
    """A copy of the event, to be changed."""
    return copy.deepcopy(EVENT)


def codes_of(changed: dict[str, Any]) -> dict[str, str]:
    """The codes of what is found, by path."""
    return {finding.path: finding.code for finding in check(changed).findings}

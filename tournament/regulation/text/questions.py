"""What people ask where the regulation leaves something open, by the id of the reading that answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournament.regulation.translatable import gettext_noop as _

QUESTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "AMB-41": _("Can I enter after round 1 is drawn?"),
        "AMB-11": _("What is the last place at a table of three worth?"),
        "AMB-31": _("Does a player who leaves early get points?"),
        "AMB-32": _("Who plays for a finalist who withdraws?"),
        "AMB-01": _("Can a different number of rounds be played?"),
        "REQ-905": _("Can a round last longer?"),
    }
)

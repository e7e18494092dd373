"""What the services of the Ranking refuse.

The tree::

    RuleError
        RankingRefused
            ReasonNeeded, HomologationRefused (with its findings), NoReportYet, NoFascia
            RankingEmpty, SeasonNotOver, EventsUndecided, CallUpDone, CallUpAnswered, CallUpMissing, CallUpFull,
            RankingLotMissing, NationalFinalExists

Each carries its code, article and params; its sentence stands in :mod:`ranking.error_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from games.wording import filled
from ranking.error_messages import SENTENCES
from tournament.regulation.errors import RuleError


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class RankingRefused(RuleError):
    """The Ranking refuses, and nothing was written."""

    article = "1.4"

    def sentence(self, language: str = "it") -> str:
        """What is wrong and what would be right, in Italian or English."""
        return filled(SENTENCES[self.code][language], {name: _shown(value) for name, value in self.params.items()})


class ReasonNeeded(RankingRefused):
    """Art. 1.4: a decision says why. Params: none."""

    code = "REASON_NEEDED"


class HomologationRefused(RankingRefused):
    """Art. 1.4: the figures of the report are wrong (REQ-606); ``findings`` says where. Params: count."""

    code = "HOMOLOGATION_REFUSED"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class NoReportYet(RankingRefused):
    """Art. 1.4: there is nothing to decide on. Params: none."""

    code = "NO_REPORT_YET"


class NoFascia(RankingRefused):
    """Art. 1.7: the national final has no fascia (AMB-36). Params: none."""

    code, article = "NO_FASCIA", "1.7"


class RankingEmpty(RankingRefused):
    """Art. 1.7: nobody to call. Params: season."""

    code, article = "RANKING_EMPTY", "1.7"


class CallUpDone(RankingRefused):
    """Art. 1.7: the list is made once. Params: season."""

    code, article = "CALL_UP_DONE", "1.7"


class SeasonNotOver(RankingRefused):
    """Art. 1.7: the call-up follows the finished season. Params: season, day."""

    code, article = "SEASON_NOT_OVER", "1.7"


class EventsUndecided(RankingRefused):
    """Art. 1.7: an event can still change who is called. Params: events (names)."""

    code, article = "EVENTS_UNDECIDED", "1.7"


class CallUpAnswered(RankingRefused):
    """Art. 1.7: a call-up is withdrawn until the first answer. Params: season."""

    code, article = "CALL_UP_ANSWERED", "1.7"


class CallUpMissing(RankingRefused):
    """Art. 1.7: there is no list yet. Params: season."""

    code, article = "CALL_UP_MISSING", "1.7"


class CallUpFull(RankingRefused):
    """Art. 1.7: every place of the final is somebody's already. Params: number."""

    code, article = "CALL_UP_FULL", "1.7"


class RankingLotMissing(RankingRefused):
    """Art. 1.6: a tie across the line needs a lot (AMB-20). Params: players."""

    code, article = "RANKING_LOT_MISSING", "1.6"


class NationalFinalExists(RankingRefused):
    """Art. 1.7: one national final a season. Params: season."""

    code, article = "NATIONAL_FINAL_EXISTS", "1.7"

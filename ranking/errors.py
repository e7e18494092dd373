"""Rule errors of the Ranking's services.

The tree::

    RuleError
        RankingRefused
            ReasonNeeded, HomologationRefused (with its findings), NoReportYet, NoFascia
            RankingEmpty, SeasonNotOver, EventsUndecided, CallUpDone, CallUpAnswered, CallUpMissing, CallUpFull,
            RankingLotMissing, NationalFinalExists

Each carries its code, article and params; its message is defined in :mod:`ranking.error_messages`.
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
    """Base of the Ranking's rule errors; nothing was written."""

    article = "1.4"

    def sentence(self, language: str = "it") -> str:
        """Return the message in Italian or English: what is wrong and how to correct it."""
        return filled(SENTENCES[self.code][language], {name: _shown(value) for name, value in self.params.items()})


class ReasonNeeded(RankingRefused):
    """Art. 1.4: a decision needs a written reason. Params: none."""

    code = "REASON_NEEDED"


class HomologationRefused(RankingRefused):
    """Art. 1.4: the figures of the report are wrong (REQ-606); ``findings`` lists the differences. Params: count."""

    code = "HOMOLOGATION_REFUSED"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class NoReportYet(RankingRefused):
    """Art. 1.4: no report has been submitted yet. Params: none."""

    code = "NO_REPORT_YET"


class NoFascia(RankingRefused):
    """Art. 1.7: the national final has no fascia (AMB-36). Params: none."""

    code, article = "NO_FASCIA", "1.7"


class RankingEmpty(RankingRefused):
    """Art. 1.7: the Ranking is empty, so nobody can be called. Params: season."""

    code, article = "RANKING_EMPTY", "1.7"


class CallUpDone(RankingRefused):
    """Art. 1.7: the call-up has already been made. Params: season."""

    code, article = "CALL_UP_DONE", "1.7"


class SeasonNotOver(RankingRefused):
    """Art. 1.7: the call-up is made only after the end of the season. Params: season, day."""

    code, article = "SEASON_NOT_OVER", "1.7"


class EventsUndecided(RankingRefused):
    """Art. 1.7: events that are not decided yet can still change the Ranking. Params: events (names)."""

    code, article = "EVENTS_UNDECIDED", "1.7"


class CallUpAnswered(RankingRefused):
    """Art. 1.7: a call-up can be withdrawn only until the first answer. Params: season."""

    code, article = "CALL_UP_ANSWERED", "1.7"


class CallUpMissing(RankingRefused):
    """Art. 1.7: the call-up has not been made yet. Params: season."""

    code, article = "CALL_UP_MISSING", "1.7"


class CallUpFull(RankingRefused):
    """Art. 1.7: all places of the final are taken. Params: number."""

    code, article = "CALL_UP_FULL", "1.7"


class RankingLotMissing(RankingRefused):
    """Art. 1.6: a tie across the call-up line needs a lot (AMB-20). Params: players."""

    code, article = "RANKING_LOT_MISSING", "1.6"


class NationalFinalExists(RankingRefused):
    """Art. 1.7: the season already has a national final. Params: season."""

    code, article = "NATIONAL_FINAL_EXISTS", "1.7"

"""Rule errors of the Ranking's services.

The tree::

    RuleError
        RankingRefused
            ReasonNeeded, HomologationRefused (with its findings), NoReportYet, NoFascia
            RankingEmpty, SeasonNotOver, EventsUndecided, CallUpDone, CallUpAnswered, CallUpMissing, CallUpFull,
            RankingLotMissing, NationalFinalExists, AnswerDayWrong
            SeasonClosed, SeasonClosedAlready, SeasonNotClosed, SeasonCalled, PastSeasonExists
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop, ngettext_lazy


class RankingRefused(RuleError):
    """Base of the Ranking's rule errors; nothing was written."""

    article = "1.4"


class ReasonNeeded(RankingRefused):
    """Art. 1.4: a decision needs a written reason. Params: none."""

    code = "REASON_NEEDED"
    message = gettext_noop("Every decision of the Referent needs a written reason.")


class HomologationRefused(RankingRefused):
    """Art. 1.4: the figures of the report are wrong (REQ-606); ``findings`` lists the differences. Params: count."""

    code = "HOMOLOGATION_REFUSED"
    message = ngettext_lazy(
        "The report is wrong in {count} place: it cannot be ratified like this. Ask the organiser for a new "
        "report, or do not ratify the event.",
        "The report is wrong in {count} places: it cannot be ratified like this. Ask the organiser for a new "
        "report, or do not ratify the event.",
        "count",
    )

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class NoReportYet(RankingRefused):
    """Art. 1.4: no report has been submitted yet. Params: none."""

    code = "NO_REPORT_YET"
    message = gettext_noop("No report has been sent yet: the organiser sends it once the event is concluded.")


class NoFascia(RankingRefused):
    """Art. 1.7: the national final has no fascia (AMB-36). Params: none."""

    code, article = "NO_FASCIA", "1.7"
    message = gettext_noop("The national final has no Fascia and gives no points.")


class RankingEmpty(RankingRefused):
    """Art. 1.7: the Ranking is empty, so nobody can be called. Params: season."""

    code, article = "RANKING_EMPTY", "1.7"
    message = gettext_noop("The Ranking of season {season} is empty: ratify at least one event first.")


class CallUpDone(RankingRefused):
    """Art. 1.7: the call-up has already been made. Params: season."""

    code, article = "CALL_UP_DONE", "1.7"
    message = gettext_noop(
        "The call-up of season {season} has already been made: change the number, or call substitutes."
    )


class SeasonNotOver(RankingRefused):
    """Art. 1.7: the call-up is made only after the end of the season. Params: season, day."""

    code, article = "SEASON_NOT_OVER", "1.7"
    message = gettext_noop(
        "Season {season} ends on {day}: players are called after that. If it ends earlier, change its last day."
    )


class EventsUndecided(RankingRefused):
    """Art. 1.7: events that are not decided yet can still change the Ranking. Params: events (names)."""

    code, article = "EVENTS_UNDECIDED", "1.7"
    message = gettext_noop(
        "These can still change the Ranking: {events}. Decide the reports or close these events first."
    )


class CallUpAnswered(RankingRefused):
    """Art. 1.7: a call-up can be withdrawn only until the first answer. Params: season."""

    code, article = "CALL_UP_ANSWERED", "1.7"
    message = gettext_noop(
        "For season {season} there is an answer or the final already: the call-up can no longer be withdrawn."
    )


class CallUpMissing(RankingRefused):
    """Art. 1.7: the call-up has not been made yet. Params: season."""

    code, article = "CALL_UP_MISSING", "1.7"
    message = gettext_noop("Nobody has been called for season {season} yet.")


class CallUpFull(RankingRefused):
    """Art. 1.7: all places of the final are taken. Params: number."""

    code, article = "CALL_UP_FULL", "1.7"
    message = ngettext_lazy(
        "The final has {number} place, which is taken: one has to become free first.",
        "The final has {number} places, which are all taken: one has to become free first.",
        "number",
    )


class RankingLotMissing(RankingRefused):
    """Art. 1.6: a tie across the call-up line needs a lot (AMB-20). Params: players."""

    code, article = "RANKING_LOT_MISSING", "1.6"
    message = gettext_noop(
        "The tie among {players} crosses the line of the call-up: lots are needed, with a word called out."
    )


class NationalFinalExists(RankingRefused):
    """Art. 1.7: the season already has a national final. Params: season."""

    code, article = "NATIONAL_FINAL_EXISTS", "1.7"
    message = gettext_noop("The national final of season {season} is already there.")


class SeasonClosed(RankingRefused):
    """Art. 1.6: the final Ranking is published, so no event gains or loses points. Params: season, number."""

    code, article = "SEASON_CLOSED", "1.6"
    message = gettext_noop(
        "Season {season} is closed, its final Ranking is no. {number}: open the season again first, with a reason."
    )


class SeasonClosedAlready(RankingRefused):
    """Art. 1.6: the season is already closed. Params: season, number."""

    code, article = "SEASON_CLOSED_ALREADY", "1.6"
    message = gettext_noop("Season {season} is closed already: its final Ranking is no. {number}.")


class SeasonNotClosed(RankingRefused):
    """Art. 1.6: only a closed season can be opened again. Params: season."""

    code, article = "SEASON_NOT_CLOSED", "1.6"
    message = gettext_noop("Season {season} is not closed.")


class SeasonCalled(RankingRefused):
    """Art. 1.7: players are called from the final Ranking. Params: season."""

    code, article = "SEASON_CALLED", "1.7"
    message = gettext_noop("Players are called from the final Ranking of season {season}: withdraw the call-up first.")


class AnswerDayWrong(RankingRefused):
    """Art. 1.7: the last day for the answer lies after the day of the call and before the final. Params: day."""

    code, article = "ANSWER_DAY_WRONG", "1.7"
    message = gettext_noop("{day} cannot be the last day for the answer: it must be after today and before the final.")


class PastSeasonExists(RankingRefused):
    """Art. 1.6: a past season is imported once. Params: season."""

    code, article = "PAST_SEASON_EXISTS", "1.6"
    message = gettext_noop("There is a past season “{season}” already: delete it first, or give this one another name.")

"""Refusals of ranking: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.findings import Finding
from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "REASON_NEEDED": ("1.4", gettext_noop("Every decision of the Referent needs a written reason.")),
    # The figures of the report are wrong (REQ-606); ``findings`` lists the differences.
    "HOMOLOGATION_REFUSED": (
        "1.4",
        ngettext_lazy(
            "The report is wrong in {count} place: it cannot be ratified like this. Ask the organiser for a new"
            " report, or do not ratify the event.",
            "The report is wrong in {count} places: it cannot be ratified like this. Ask the organiser for a "
            "new report, or do not ratify the event.",
            "count",
        ),
    ),
    "NO_REPORT_YET": (
        "1.4",
        gettext_noop("No report has been sent yet: the organiser sends it once the event is concluded."),
    ),
    # The national final has no fascia (AMB-36).
    "NO_FASCIA": ("1.7", gettext_noop("The national final has no Fascia and gives no points.")),
    "RANKING_EMPTY": ("1.7", gettext_noop("The Ranking of season {season} is empty: ratify at least one event first.")),
    "CALL_UP_DONE": (
        "1.7",
        gettext_noop("The call-up of season {season} has already been made: change the number, or call substitutes."),
    ),
    "SEASON_NOT_OVER": (
        "1.7",
        gettext_noop(
            "Season {season} ends on {day}: players are called after that. If it ends earlier, change its last day."
        ),
    ),
    "EVENTS_UNDECIDED": (
        "1.7",
        gettext_noop("These can still change the Ranking: {events}. Decide the reports or close these events first."),
    ),
    "CALL_UP_ANSWERED": (
        "1.7",
        gettext_noop(
            "For season {season} there is an answer or the final already: the call-up can no longer be withdrawn."
        ),
    ),
    "CALL_UP_MISSING": ("1.7", gettext_noop("Nobody has been called for season {season} yet.")),
    "CALL_UP_FULL": (
        "1.7",
        ngettext_lazy(
            "The final has {number} place, which is taken: one has to become free first.",
            "The final has {number} places, which are all taken: one has to become free first.",
            "number",
        ),
    ),
    # A tie across the call-up line needs a lot (AMB-20).
    "RANKING_LOT_MISSING": (
        "1.6",
        gettext_noop(
            "The tie among {players} crosses the line of the call-up: lots are needed, with a word called out."
        ),
    ),
    "NATIONAL_FINAL_EXISTS": ("1.7", gettext_noop("The national final of season {season} is already there.")),
    "SEASON_CLOSED": (
        "1.6",
        gettext_noop(
            "Season {season} is closed, its final Ranking is no. {number}: open the season again first, with a reason."
        ),
    ),
    "SEASON_CLOSED_ALREADY": (
        "1.6",
        gettext_noop("Season {season} is closed already: its final Ranking is no. {number}."),
    ),
    "SEASON_NOT_CLOSED": ("1.6", gettext_noop("Season {season} is not closed.")),
    "SEASON_CALLED": (
        "1.7",
        gettext_noop("Players are called from the final Ranking of season {season}: withdraw the call-up first."),
    ),
    "ANSWER_DAY_WRONG": (
        "1.7",
        gettext_noop("{day} cannot be the last day for the answer: it must be after today and before the final."),
    ),
    "PAST_SEASON_EXISTS": (
        "1.6",
        gettext_noop("There is a past season “{season}” already: delete it first, or give this one another name."),
    ),
    "COUNTED_SINCE": (
        "",
        gettext_noop(
            "“{event}” was ratified after the records were joined, so its points are the kept record’s: revoke the "
            "ratification, take the join back, then ratify it again."
        ),
    ),
}
add_rows(ROWS)


class HomologationRefused(Caught):
    """Art. 1.4: the figures of the report are wrong (REQ-606); ``findings`` lists the differences."""

    code = "HOMOLOGATION_REFUSED"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class NoReportYet(Caught):
    """Art. 1.4: no report has been submitted yet."""

    code = "NO_REPORT_YET"


class RankingLotMissing(Caught):
    """Art. 1.6: a tie across the call-up line needs a lot (AMB-20); ``group``: keys of the players."""

    code = "RANKING_LOT_MISSING"

    def __init__(self, *, group: Sequence[int], **params: Any) -> None:
        super().__init__(**params)
        self.group = group

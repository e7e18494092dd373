"""Errors about the state of an event, or the person who acts (articles 1.1 to 1.5)."""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class LifecycleRefused(RuleError):
    """Base of the errors about the state of the event, or the person who acts."""

    article = "1.2"


class TransitionRefused(LifecycleRefused):
    """Art. 1.2: an event does not go from one state to the other. Params: state, to."""

    code = "TRANSITION_REFUSED"
    message = gettext_noop("An event that is “{state}” cannot become “{to}”.")


class NotReferent(LifecycleRefused):
    """Art. 1.4: only the national referent does this. Params: state, to."""

    code, article = "NOT_REFERENT", "1.4"
    message = gettext_noop("Only the National Referent takes an event from “{state}” to “{to}”.")


class ReasonMissing(LifecycleRefused):
    """Art. 1.1: an exception of the referent carries its reason (AMB-16, AMB-18). Params: state, to."""

    code, article = "REASON_MISSING", "1.1"
    message = gettext_noop("Going from “{state}” to “{to}” needs a reason.")


class NotAuthorised(LifecycleRefused):
    """Art. 1.2: nothing is drawn before the referent's authorisation. Params: none."""

    code = "NOT_AUTHORISED"
    message = gettext_noop("The Referent has not authorised the event yet: nothing can be drawn.")


class AnnouncedLate(LifecycleRefused):
    """Art. 1.2: the notice on the Forum comes before the event. Params: announced, first_day."""

    code = "ANNOUNCED_LATE"
    message = gettext_noop(
        "The notice on the Forum ({announced}) must come before the start of the event ({first_day})."
    )


class RoundNotComplete(LifecycleRefused):
    """Art. 1.5: every table of a round is closed before the next round is drawn. Params: round, tables."""

    code, article = "ROUND_NOT_COMPLETE", "1.5"
    message = gettext_noop("Round {round}: tables still open: {tables}. The next round is drawn when all are closed.")


class RoundAlreadyDrawn(LifecycleRefused):
    """Art. 1.5: nothing is drawn twice. Params: round."""

    code, article = "ROUND_ALREADY_DRAWN", "1.5"
    message = gettext_noop("Round {round} has been drawn already: nothing is drawn twice.")


class EntriesClosed(LifecycleRefused):
    """Art. 1.5: after the draw of round 1 nobody enters (AMB-41). Params: none."""

    code, article = "ENTRIES_CLOSED", "1.5"
    message = gettext_noop("Nobody enters after the draw of round 1.")


class OrganiserDisqualified(LifecycleRefused):
    """Art. 1.4: a disqualified organiser's events are not admitted. Params: none."""

    code, article = "ORGANISER_DISQUALIFIED", "1.4"
    message = gettext_noop("The organiser is disqualified: its events are not admitted.")


class ReportLate(LifecycleRefused):
    """Art. 1.2: the report came after the deadline. Params: deadline, received."""

    code = "REPORT_LATE"
    message = gettext_noop("The report came on {received}, too late: it was due before {deadline}.")


class ReportIncomplete(LifecycleRefused):
    """Art. 1.4: the report lacks something. Params: missing (codes)."""

    code, article = "REPORT_INCOMPLETE", "1.4"
    message = gettext_noop("The report is incomplete: missing {missing}.")

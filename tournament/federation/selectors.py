"""Read who acts for an organiser, the requests to organise, the news and the federation's texts of pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.collation import collation_key
from tournament.models import News, Organiser, OrganiserRequest, SiteText
from tournament.models.accounts import account_name

State = OrganiserRequest.State

#: What happened to a request, by the verb of its history.
_LOG_WORDS = {
    "organiser_request_make": _("Request sent"),
    "organiser_request_change": _("Request completed and sent again"),
    "organiser_request_ask_back": _("The Referent asked something"),
    "organiser_request_approve": _("The Referent approved it"),
    "organiser_request_refuse": _("The Referent refused it"),
    "organiser_request_withdraw": _("Request withdrawn"),
}


@dataclass(frozen=True, slots=True)
class RequestStep:
    """A step of a request: when, and what happened."""

    at: datetime
    words: str


def acting_accounts(organiser: Organiser) -> list[User]:
    """Return the accounts that act for an organiser, the responsible one first, then by name. One query."""
    acting = Q(organisations=organiser) | Q(organiser_memberships__organiser=organiser)
    accounts = User.objects.filter(acting, is_active=True).distinct()
    return sorted(accounts, key=lambda account: (account.pk != organiser.user_id, collation_key(account_name(account))))


def request_log(request: OrganiserRequest) -> list[RequestStep]:
    """Return what happened to a request, oldest first. One query."""
    rows = request.history.order_by("history_date", "history_id").values_list("history_date", "history_verb")
    return [RequestStep(at, str(_LOG_WORDS[verb])) for at, verb in rows if verb in _LOG_WORDS]


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """An open request.

    Arguments:
        same_name: the name of the organiser that is already called like that; empty if there is none.
    """

    request: OrganiserRequest
    same_name: str


def open_requests() -> list[OpenRequest]:
    """Return the open requests, those that wait for the Referent first. Two queries."""
    waiting_first = {State.WAITING: 0, State.ASKED_BACK: 1}
    requests = list(OrganiserRequest.objects.filter(state__in=waiting_first).select_related("user"))
    requests.sort(key=lambda request: (waiting_first[State(request.state)], request.asked_at))
    names = {name.casefold(): name for name in Organiser.objects.values_list("name", flat=True)} if requests else {}
    return [OpenRequest(request, names.get(request.name.casefold(), "")) for request in requests]


def decided_requests() -> QuerySet[OrganiserRequest]:
    """Return the twenty requests that were decided or withdrawn last. One query."""
    decided = OrganiserRequest.objects.exclude(state__in=[State.WAITING, State.ASKED_BACK])
    return decided.select_related("organiser", "answered_by").order_by("-changed_at", "-pk")[:20]


def published_news(limit: int) -> QuerySet[News]:
    """Return the news that everybody reads, newest first. One query."""
    return News.objects.filter(published_at__isnull=False)[:limit]


def missing_texts() -> list[str]:
    """Return what the public pages lack, in the reader's language: a block without its text is not shown there."""
    texts = (
        (settings.FOSSATO_CONTACT_MAIL, gettext("the mail address of the championship (FOSSATO_CONTACT_MAIL)")),
        (settings.FOSSATO_CONTROLLER, gettext("who answers for the data (FOSSATO_CONTROLLER)")),
        (settings.FOSSATO_PURPOSES, gettext("what the data are for, and the legal basis (FOSSATO_PURPOSES)")),
    )
    return [what for text, what in texts if not text]


def site_texts(pages: Collection[str]) -> dict[str, str]:
    """Return the federation's texts of some pages in the visitor's language, without empty ones. One query."""
    rows = SiteText.objects.filter(page__in=pages)
    return {row.page: row.shown_text for row in rows if row.shown_text}

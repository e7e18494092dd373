"""Template context of every page."""

from functools import cache

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tournament.core.permissions import account_facts
from tournament.delivery.waiting import waiting_number
from tournament.live.server_faults import fault_lines


def site(request: HttpRequest) -> dict[str, object]:
    """Return what every page shows: settings, server faults, the user's global roles, how much is to read and decide.

    The bell's number is computed where a page shows it: one more query for organisers and the Referent.
    """
    user = getattr(request, "user", None) or AnonymousUser()
    facts = account_facts(user)

    @cache
    def bell_number() -> int:
        return facts.unread + waiting_number(user)

    return {
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "server_faults": fault_lines(),
        "is_referent": facts.is_referent,
        "is_referee": facts.is_referee,
        "is_organiser": facts.is_organiser,
        "is_photographer": facts.is_photographer,
        "unread_notices": facts.unread,
        "bell_number": bell_number,
    }

"""Template context of every page."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tournament.core.permissions import account_facts
from tournament.live.server_faults import fault_lines


def site(request: HttpRequest) -> dict[str, object]:
    """Return what every page shows: settings, server faults, the user's global roles and number of unread notices."""
    user = getattr(request, "user", None) or AnonymousUser()
    facts = account_facts(user)
    return {
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "server_faults": fault_lines(),
        "is_referent": facts.is_referent,
        "is_referee": facts.is_referee,
        "is_organiser": facts.is_organiser,
        "is_photographer": facts.is_photographer,
        "unread_notices": facts.unread,
    }

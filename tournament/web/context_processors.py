"""Template context of every page."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tournament.core.permissions import account_facts, is_national_referent


def site(request: HttpRequest) -> dict[str, object]:
    """Return the settings shown on every page, the user's global roles and the number of unread notices."""
    user = getattr(request, "user", None) or AnonymousUser()
    facts = account_facts(user)
    return {
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "is_referent": is_national_referent(user),
        "is_auditor": facts.is_auditor and not facts.is_referent,
        "is_referee": facts.is_referee,
        "is_organiser": facts.is_organiser,
        "is_photographer": facts.is_photographer,
        "unread_notices": facts.unread,
    }

"""Template context of every page."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tournament.core.permissions import is_national_referent, is_referee_somewhere


def site(request: HttpRequest) -> dict[str, object]:
    """Return the settings shown on every page and the user's global roles."""
    user = getattr(request, "user", None) or AnonymousUser()
    return {
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "is_referent": is_national_referent(user),
        "is_referee": is_referee_somewhere(user),
    }

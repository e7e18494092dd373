"""What every page may show."""

from django.conf import settings
from django.http import HttpRequest

from tournament.permissions import is_national_referent


def site(request: HttpRequest) -> dict[str, object]:
    """The site's own facts and the visitor's global role."""
    user = getattr(request, "user", None)
    return {
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "is_referent": bool(user and user.is_authenticated and is_national_referent(user)),
    }

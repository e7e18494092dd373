"""Template context of every page."""

from functools import cache, partial

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, get_language_info

from tournament.core.permissions import account_facts
from tournament.delivery.waiting import waiting_number
from tournament.live.server_faults import fault_lines

#: Names of the addresses that the frame of every page links to.
LINKED = (
    *("home", "event_list", "ranking", "regulation", "organise_event", "play", "search", "help", "contact", "privacy"),
    *("own_place", "notices", "my_games", "account", "account_login", "account_logout", "set_language"),
    *("event_feed", "manifest"),
)


@cache
def linked_addresses() -> dict[str, str]:
    """Return the addresses of the frame by name; none has an argument, so that they are found once in a process."""
    return {name: reverse(name) for name in LINKED}


@cache
def other_languages(language: str) -> list[dict[str, str]]:
    """Return code and own name of each language of the site but this one."""
    return [get_language_info(code) for code, _name in settings.LANGUAGES if code != language]


def site(request: HttpRequest) -> dict[str, object]:
    """Return what every page shows: addresses, settings, server faults, global roles, how much they have to decide.

    The bell's number is computed where a page shows it: one query, for organisers and the Referent.
    """
    user = getattr(request, "user", None) or AnonymousUser()
    facts = account_facts(user)

    return {
        "to": linked_addresses(),
        "other_languages": other_languages(get_language() or settings.LANGUAGE_CODE),
        "site_url": settings.FOSSATO_SITE_URL,
        "suggestions": settings.FOSSATO_SUGGESTIONS,
        "server_faults": fault_lines(),
        "is_referent": facts.is_referent,
        "is_referee": facts.is_referee,
        "is_organiser": facts.is_organiser,
        "is_photographer": facts.is_photographer,
        "bell_number": cache(partial(waiting_number, user)),
    }

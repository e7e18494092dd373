"""The language of the pages: a choice of the browser, and of the account where somebody is signed in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.views.i18n import set_language

from tournament.models import UserPreference
from tournament.people.preferences import language_choose, language_forget
from tournament.web.locale import remember


@login_not_required
def language_set(request: HttpRequest) -> HttpResponseBase:
    """Leads back to where one was, in the language chosen; an empty one leaves the choice to the browser again."""
    answer = set_language(request)
    if request.method != "POST" or "language" not in request.POST:
        return answer
    language = request.POST["language"]
    if language and language not in UserPreference.Language.values:
        return answer
    if not language:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    if request.user.is_authenticated:
        if language:
            language_choose(user=request.user, language=language)
        else:
            language_forget(user=request.user)
        remember(request, language or None)
    return answer

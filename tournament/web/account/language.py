"""Set the language of the pages: in the browser, and in the account of a signed-in user."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.i18n import set_language

from tournament.models import UserPreference
from tournament.people.preferences import language_choose, language_forget
from tournament.web.locale import remember


@login_not_required
@csrf_exempt
def language_set(request: HttpRequest) -> HttpResponseBase:
    """Set the language and redirect back; an empty value removes the choice, so that the browser's setting applies.

    Without an account it only sets the browser's cookie, and needs no token: the pages that hold its form are the same
    for everybody. For an account the token is required.
    """
    return _account_language_set(request) if request.user.is_authenticated else _language_set(request)


def _language_set(request: HttpRequest) -> HttpResponseBase:
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


_account_language_set = csrf_protect(_language_set)

"""Tell the owner of an account by mail what changed in it: what django-allauth does not tell by itself."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import get_language

from tournament.delivery.account_mail import account_mail_enqueue


def change_mail_enqueue(request: HttpRequest, user: User, change: str) -> None:
    """Queue the mail about a change, with the address and the browser that made it.

    Arguments:
        user: the owner; an account without a mail address gets none.
        change: the words for it, as part of a sentence, in the language of the page.
    """
    if not user.email:
        return
    context = {
        "change": change,
        "ip": str(get_adapter().get_client_ip(request)),
        "agent": request.META.get("HTTP_USER_AGENT", "")[:200],
    }
    account_mail_enqueue(name="account_changed", to=user.email, context=context, language=get_language() or "it")

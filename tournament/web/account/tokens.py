"""Manage personal API tokens."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access.api_tokens import token_issue, token_revoke
from tournament.core.permissions import account_facts
from tournament.models import ApiToken
from tournament.regulation.refused import Refused
from tournament.web.account.changes import change_mail_enqueue
from tournament.web.account.forms import TokenForm
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: SignedInRequest) -> HttpResponse:
    """List the user's tokens and create new ones; a new token is shown only in the response that creates it.

    Raises Http404 for who neither runs events nor has a token of earlier.
    """
    facts = account_facts(request.user)
    may_make = facts.is_organiser or facts.is_referent
    rows = ApiToken.objects.filter(user=request.user)
    if not may_make and (request.method == "POST" or not rows):
        raise Http404
    form = TokenForm(request.POST or None)
    new_token = ""
    if request.method == "POST" and form.is_valid():
        require_reauthentication(request)
        try:
            _row, new_token = token_issue(user=request.user, **form.cleaned_data)
            change_mail_enqueue(request, request.user, _("an API key was made"))
            form = TokenForm()
        except Refused as refusal:
            add_rule_error(form, refusal)
    context = {"form": form if may_make else None, "rows": rows, "shown": new_token, "now": timezone.now()}
    return render(request, "web/account/tokens.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def token_stop(request: SignedInRequest, pk: int) -> HttpResponse:
    """Revoke one of the user's tokens, after a confirmation.

    Raises Http404 for another user's token.
    """
    token = get_object_or_404(ApiToken, pk=pk, user=request.user)
    if request.method == "POST":
        token_revoke(token=token)
        change_mail_enqueue(request, request.user, _("an API key was revoked"))
        return redirect("tokens")
    return render_confirmation(
        request,
        question=_("Revoke the key “%(name)s”?") % {"name": token.name},
        detail=_("The program that uses it stops at once. This cannot be undone; a new key can be made."),
        label=_("Revoke the key"),
        back_url=reverse("tokens"),
    )

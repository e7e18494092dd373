"""What waits for the signed-in user, and which mails they want."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.messages import sentence
from tournament.core.permissions import account_facts
from tournament.delivery.choices import mail_switch, mute_read
from tournament.delivery.push import push_is_on, push_subscribe, push_unsubscribe
from tournament.delivery.waiting import waiting_for
from tournament.models import NoticeKind
from tournament.regulation.refused import Refused
from tournament.web.account.addresses import settings_url
from tournament.web.requests import SignedInRequest


@never_cache
@require_safe
def notices(request: SignedInRequest) -> HttpResponse:
    """List what waits for an organiser or the Referent; a player's news stand where their things are."""
    facts = account_facts(request.user)
    if not (facts.is_organiser or facts.is_referent):
        return redirect("my_games")
    return render(request, "web/account/notices.html", {"waiting": waiting_for(request.user)})


@require_POST
def mail_choice(request: SignedInRequest) -> HttpResponse:
    """Store whether the user wants the mails of a kind. Errors: Http404 for an unknown kind."""
    kind = request.POST.get("kind", "")
    if kind not in NoticeKind:
        raise Http404
    mail_switch(request.user, NoticeKind(kind), wanted=request.POST.get("wanted") == "yes")
    return redirect(settings_url("avvisi"))


@require_POST
def push_device(request: SignedInRequest) -> HttpResponse:
    """Add this browser to the devices that show the user's notices, or take it away; requested by a script.

    Raises Http404 if push is off.
    """
    if not push_is_on():
        raise Http404
    endpoint = request.POST.get("endpoint", "")
    if request.POST.get("what") == "remove":
        push_unsubscribe(user=request.user, endpoint=endpoint)
        return HttpResponse(status=204)
    keys = {"public_key": request.POST.get("p256dh", ""), "auth_secret": request.POST.get("auth", "")}
    try:
        push_subscribe(user=request.user, endpoint=endpoint, **keys)
    except Refused as refusal:
        return HttpResponse(sentence(refusal), status=400, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to end one kind of mails, and end it; the link of a mail is enough (RFC 8058).

    No CSRF token: a mail program posts here without having read the page, and the link is the secret.
    """
    read = mute_read(token)
    if read is None:
        raise Http404
    user, kind = read
    if request.method == "POST":
        mail_switch(user, kind, wanted=False)
    return render(request, "web/account/notice_mute.html", {"kind": kind, "is_done": request.method == "POST"})

"""The notices of the signed-in user, and which of them they want."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.messages import sentence
from tournament.delivery.inbox import (
    mail_mute,
    mute_read,
    notice_choices,
    notice_choices_set,
    notice_read,
    notices_of,
    notices_read,
)
from tournament.delivery.push import push_is_on, push_public_key, push_subscribe, push_unsubscribe
from tournament.delivery.waiting import waiting_for
from tournament.regulation.refused import Refused
from tournament.web.requests import SignedInRequest

#: Notices on a page.
PER_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: SignedInRequest) -> HttpResponse:
    """List what waits for the user, then their notices, newest first; the form notes that all are read."""
    if request.method == "POST":
        notices_read(request.user)
        return redirect("notices")
    page = Paginator(notices_of(request.user), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "web/account/notices.html", {"page": page, "waiting": waiting_for(request.user)})


@never_cache
@require_safe
def notice_open(request: SignedInRequest, pk: int) -> HttpResponse:
    """Note that a notice is read and go to the page that it is about."""
    notice = get_object_or_404(notices_of(request.user), pk=pk)
    notice_read(notice)
    return HttpResponseRedirect(notice.path) if notice.path else redirect("notices")


@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: SignedInRequest) -> HttpResponse:
    """Show and store which kinds of notices the user wants, on the site and by mail."""
    if request.method == "POST":
        notice_choices_set(user=request.user, wanted=request.POST.keys())
        messages.success(request, _("Your choice is saved."))
        return redirect("notice_choices")
    kinds = notice_choices(request.user)
    channels = [choice.channel for choice in kinds[0][1]]
    context = {"kinds": kinds, "channels": channels, "push_key": push_public_key()}
    return render(request, "web/account/notice_choices.html", context)


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
        mail_mute(user, kind)
    return render(request, "web/account/notice_mute.html", {"kind": kind, "is_done": request.method == "POST"})

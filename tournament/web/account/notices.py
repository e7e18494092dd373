"""The notices of the signed-in user, and which of them they want."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.notifications.inbox import (
    notice_choices,
    notice_choices_set,
    notice_read,
    notices_of,
    notices_read,
)
from tournament.web.requests import SignedInRequest

#: Notices on a page.
PER_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: SignedInRequest) -> HttpResponse:
    """List the user's notices, newest first; the form notes that all are read."""
    if request.method == "POST":
        notices_read(request.user)
        return redirect("notices")
    page = Paginator(notices_of(request.user), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "web/account/notices.html", {"page": page})


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
        messages.success(request, _("Your choice is stored."))
        return redirect("notice_choices")
    return render(request, "web/account/notice_choices.html", {"kinds": notice_choices(request.user)})

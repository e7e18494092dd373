"""Ask to hold events, and follow one's own request (art. 1.2)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.federation import requests as services
from tournament.federation.selectors import request_log, site_texts
from tournament.models import OrganiserRequest, SiteText
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, redirect_on_rule_error, render_confirmation
from tournament.web.public.information import regulation_context
from tournament.web.public.organiser_forms import OrganiserRequestForm
from tournament.web.requests import SignedInRequest


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def organise(request: HttpRequest) -> HttpResponse:
    """Show what the regulation asks of an organiser (art. 1.1 to 1.5); a signed-in visitor sends a request."""
    form = OrganiserRequestForm(request.POST or None)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if form.is_valid():
            try:
                sent = services.organiser_request_make(user=request.user, **form.cleaned_data)
            except Refused as refusal:
                add_rule_error(form, refusal)
            else:
                messages.success(request, _("The request is sent. The answer comes by mail and on this page."))
                return redirect("organiser_request", sent.pk)
    is_member = request.user.is_authenticated
    context = {
        "form": form,
        "may_create": is_member and request.user.has_perm("tournament.create_event"),
        "own_request": services.open_request(request.user) if request.user.is_authenticated else None,
    }
    status = 422 if form.errors else 200
    return render(
        request,
        "web/public/information/organise.html",
        regulation_context(texts=site_texts([SiteText.Page.ORGANISE]), **context),
        status=status,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def organiser_request(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the visitor's own request with its answers; a POST writes it anew.

    Raises Http404 for somebody else's.
    """
    own = get_object_or_404(OrganiserRequest.objects.select_related("organiser"), pk=pk, user=request.user)
    form = OrganiserRequestForm(request.POST or None, initial={field: getattr(own, field) for field in services.FIELDS})
    if request.method == "POST" and form.is_valid():
        try:
            services.organiser_request_change(request=own, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("The request is sent. The answer comes by mail and on this page."))
            return redirect("organiser_request", pk)
    context = {"own": own, "form": form, "log": request_log(own), "may_change": own.is_open or own.state == "refused"}
    return render(request, "web/public/organiser_request.html", context, status=422 if form.errors else 200)


@require_POST
@redirect_on_rule_error(lambda pk: ("organiser_request", pk))
def organiser_request_withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Withdraw the visitor's own request after a confirmation."""
    own = get_object_or_404(OrganiserRequest, pk=pk, user=request.user)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Withdraw the request of %(name)s?") % {"name": own.name},
            detail=_("The Referent no longer decides on it. You can send another one at any time."),
            label=_("Withdraw the request"),
            back_url=reverse("organiser_request", args=[pk]),
        )
    services.organiser_request_withdraw(request=own, by=request.user)
    messages.success(request, _("The request is withdrawn."))
    return redirect("organise_event")

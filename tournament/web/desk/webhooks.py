"""Webhook endpoints: add, test, pause, remove; their deliveries, and sending one again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Event, WebhookEndpoint
from tournament.pages.export_columns import DELIVERIES, ENDPOINTS
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error, render_confirmation
from tournament.web.desk.webhook_forms import WebhookForm
from tournament.web.requests import SignedInRequest
from tournament.webhooks import services
from tournament.webhooks.selectors import delivery_lines, event_deliveries, event_endpoints


def _event(request: HttpRequest, slug: str) -> Event | None:
    """Return the event of the endpoints; None for the Referent's, which receive every event.

    Raises Http404 or PermissionDenied if the user may not manage them.
    """
    if slug:
        return get_event_or_404(request, slug)
    if not request.user.has_perm("tournament.authorise_event"):
        raise PermissionDenied
    return None


def _page(slug: str = "", **_more: Any) -> tuple[str, ...]:
    return ("webhooks", slug) if slug else ("all_webhooks",)


def _shown_once(request: HttpRequest, event: Event | None, endpoint: WebhookEndpoint, secret: str) -> HttpResponse:
    """Render the secret of an endpoint; it is not stored in clear, so only this response shows it."""
    context = {"event": event, "endpoint": endpoint, "secret": secret}
    response = render(request, "web/desk/webhooks/secret.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: SignedInRequest, slug: str = "") -> HttpResponse:
    """List the endpoints with their latest deliveries, and add an endpoint."""
    event = _event(request, slug)
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            endpoint, secret = services.webhook_add(event=event, **form.cleaned_data, by=request.user)
        except RuleError as refusal:
            add_rule_error(form, refusal, "url")
        else:
            return _shown_once(request, event, endpoint, secret)
    endpoints = event_endpoints(event)
    context = {
        "event": event,
        "form": form,
        "endpoints": endpoints,
        "lines": delivery_lines(event),
        "act_name": "webhook_act" if event else "all_webhook_act",
        "resend_name": "webhook_resend" if event else "all_webhook_resend",
    }
    delivery_list = Export("consegne", DELIVERIES, lambda: event_deliveries(event).iterator())
    addresses = Export("indirizzi", ENDPOINTS, endpoints)
    status = 422 if form.errors else 200
    return render_or_export(request, "web/desk/webhooks/list.html", context, addresses, delivery_list, status=status)


def _render_confirmation(request: HttpRequest, question: str, detail: str, label: str, slug: str) -> HttpResponse:
    """Render the confirmation page of a step that cannot be undone."""
    name, *args = _page(slug)
    return render_confirmation(
        request, question=question, detail=detail, label=label, back_url=reverse(name, args=args)
    )


@require_POST
@redirect_on_rule_error(_page)
def act(request: SignedInRequest, pk: int, what: str, slug: str = "") -> HttpResponse:
    """Test, pause, resume or remove an endpoint, or replace its secret."""
    event = _event(request, slug)
    endpoint = get_object_or_404(event_endpoints(event), pk=pk)
    is_confirmed = "confirmed" in request.POST
    if what == "segreto":
        if not is_confirmed:
            detail = _("What is sent from now on is signed with the new one: the receiver needs it at once.")
            return _render_confirmation(request, _("Make a new secret?"), detail, _("Make a new one"), slug)
        return _shown_once(request, event, endpoint, services.webhook_renew(endpoint=endpoint, by=request.user))
    if what == "togli":
        if not is_confirmed:
            detail = _("%(address)s will no longer be notified, and the list of its deliveries goes with it.")
            return _render_confirmation(
                request, _("Remove the address?"), detail % {"address": endpoint}, _("Remove"), slug
            )
        services.webhook_remove(endpoint=endpoint, by=request.user)
        messages.success(request, _("The address is removed."))
    elif what == "prova":
        services.webhook_test(endpoint=endpoint, by=request.user)
        messages.success(request, _("A test is on its way: load the page again to see how it went."))
    elif what == "pausa":
        services.webhook_pause(endpoint=endpoint, by=request.user)
        messages.success(request, _("The address is paused: nothing is sent there."))
    else:
        services.webhook_resume(endpoint=endpoint, by=request.user)
        messages.success(request, _("From now on the address is notified again."))
    return redirect(*_page(slug))


@require_POST
@redirect_on_rule_error(_page)
def resend(request: SignedInRequest, pk: int, slug: str = "") -> HttpResponse:
    """Send a delivery again, with the same id and the same body."""
    event = _event(request, slug)
    services.webhook_resend(delivery=get_object_or_404(event_deliveries(event), pk=pk), by=request.user)
    messages.success(request, _("It is on its way again, with the same id."))
    return redirect(*_page(slug))

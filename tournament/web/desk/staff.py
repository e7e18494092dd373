"""The staff of an event: who has a role, who is invited, invite by mail, end a role."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import roles as role_services
from tournament.access.invitations import invite
from tournament.access.selectors import open_invitations
from tournament.models.accounts import account_name
from tournament.pages.export_columns import ROLES
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.web.common import (
    add_rule_error,
    get_event_or_404,
    redirect_on_rule_error,
    render_confirmation,
)
from tournament.web.desk.forms import InviteForm
from tournament.web.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
def roles(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the organisers and referees of the event and the open invitations; invite somebody by mail."""
    event = get_event_or_404(request, slug)
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            invite(event=event, by=request.user, language=event.language, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            # The same words whether or not the address has an account.
            messages.success(
                request, _("The invitation to %(address)s is on its way.") % {"address": form.cleaned_data["address"]}
            )
            return redirect("roles", slug)
    roles = event.roles.select_related("user").order_by("role", "pk")
    context = {
        "event": event,
        "form": form,
        "roles": roles,
        "invitations": open_invitations(event=event),
        "now": timezone.now(),
    }
    status = 422 if form.errors else 200
    return render_or_export(request, "web/desk/roles.html", context, Export("ruoli", ROLES, roles), status=status)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("roles", slug))
def role_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """End a role after a confirmation; does nothing if it has ended already."""
    event = get_event_or_404(request, slug)
    role = event.roles.select_related("user").filter(pk=pk).first()
    if role is None:
        return redirect("roles", slug)
    name = account_name(role.user)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("End the role of %(name)s?") % {"name": name},
            detail=_("The pages of this event no longer open with that account. A mail says so."),
            label=_("End the role"),
            back_url=reverse("roles", args=[slug]),
        )
    role_services.role_revoke(event=event, user=role.user, role=role.role, by=request.user)
    messages.success(request, _("The role of %(name)s has ended.") % {"name": name})
    return redirect("roles", slug)

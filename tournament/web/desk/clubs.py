"""The pages of those who act for an organiser: what its public page says, who acts for it, who is invited."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import roles as role_services
from tournament.access.invitations import invite
from tournament.access.selectors import open_invitations
from tournament.federation.selectors import acting_accounts
from tournament.federation.services import PUBLIC_FIELDS, organiser_update
from tournament.models import Invitation, Organiser
from tournament.models.accounts import account_name
from tournament.pages.export_columns import ACCOUNTS
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, redirect_on_rule_error, render_confirmation
from tournament.web.desk.club_forms import ClubForm, InviteMemberForm
from tournament.web.requests import SignedInRequest


def club_or_404(request: SignedInRequest, pk: int) -> Organiser:
    """Return the organiser if the visitor acts for it or is the Referent. Raises Http404 otherwise."""
    organiser = get_object_or_404(Organiser.objects.select_related("user"), pk=pk)
    if not request.user.has_perm("tournament.run_club", organiser):
        raise Http404
    return organiser


def _invite(request: SignedInRequest, organiser: Organiser, form: InviteMemberForm) -> bool:
    """Send the invitation of a valid form. Returns whether it was sent."""
    if not form.is_valid():
        return False
    address, language = form.cleaned_data["address"], get_language() or "it"
    try:
        invite(address=address, grant=Invitation.Grant.MEMBER, organiser=organiser, by=request.user, language=language)
    except Refused as refusal:
        add_rule_error(form, refusal)
        return False
    messages.success(request, _("The invitation to %(address)s is on its way.") % {"address": address})
    return True


def _describe(request: SignedInRequest, organiser: Organiser, form: ClubForm) -> bool:
    """Store the public facts of a valid form. Returns whether they were stored."""
    if not form.is_valid():
        return False
    try:
        organiser_update(organiser=organiser, by=request.user, **form.cleaned_data)
    except Refused as refusal:
        add_rule_error(form, refusal)
        return False
    messages.success(request, _("The public page says so from now on."))
    return True


@require_http_methods(["GET", "HEAD", "POST"])
def club_desk(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show and change what an organiser's public page says, and who acts for it; invite somebody by mail."""
    organiser = club_or_404(request, pk)
    invites = request.method == "POST" and "invite" in request.POST
    form = InviteMemberForm(request.POST if invites else None)
    initial = {field: getattr(organiser, field) for field in PUBLIC_FIELDS}
    facts = ClubForm(request.POST if request.method == "POST" and not invites else None, initial=initial)
    if request.method == "POST":
        done = _invite(request, organiser, form) if invites else _describe(request, organiser, facts)
        if done:
            return redirect("club_desk", pk)
    accounts = acting_accounts(organiser)
    context = {
        "club": organiser,
        "form": form,
        "facts": facts,
        "accounts": accounts,
        "invitations": open_invitations(organiser=organiser),
        "now": timezone.now(),
    }
    status = 422 if form.errors or facts.errors else 200
    export = Export("persone", ACCOUNTS, accounts)
    return render_or_export(request, "web/desk/club.html", context, export, status=status)


@require_POST
@redirect_on_rule_error(lambda pk, user: ("club_desk", pk))
def member_end(request: SignedInRequest, pk: int, user: int) -> HttpResponse:
    """End that an account acts for an organiser, after a confirmation."""
    organiser = club_or_404(request, pk)
    account = next((each for each in acting_accounts(organiser) if each.pk == user), None)
    if account is None:
        # The same for an account that does not exist: who it is stays untold.
        return redirect("club_desk", pk)
    name = account_name(account)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("%(name)s no longer acts for %(club)s?") % {"name": name, "club": organiser.name},
            detail=_("The desks of its events that are not over close for that account too. A mail says so."),
            label=_("End the role"),
            back_url=reverse("club_desk", args=[pk]),
        )
    role_services.member_end(organiser=organiser, user=account, by=request.user)
    messages.success(request, _("The role of %(name)s has ended.") % {"name": name})
    return redirect("club_desk" if account != request.user else "my_events", *([pk] if account != request.user else []))

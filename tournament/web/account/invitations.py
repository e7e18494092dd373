"""The page of an invitation, opened with the link of its mail; and what its sender does with it."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import invitations as services
from tournament.access.refusals import InvitationRefused
from tournament.core.messages import sentence
from tournament.delivery.roles import work_path
from tournament.models import Invitation
from tournament.regulation.refused import Refused
from tournament.web.common import guess_allowed, render_confirmation, show_rule_error
from tournament.web.requests import SignedInRequest


def _render_refusal(request: HttpRequest, refusal: InvitationRefused) -> HttpResponse:
    """Render why a link opens no invitation: 404 unknown, 410 used, withdrawn or expired, 429 too many guesses."""
    is_unknown = refusal.code == "INVITATION_UNKNOWN"
    status = 404 if is_unknown else 410
    if is_unknown and not guess_allowed(request):
        status = 429
    context = {"words": sentence(refusal), "status": status}
    return render(request, "web/account/invitation_refused.html", context, status=status)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the offer and its sender; a POST accepts it with the account that has confirmed the address.

    A visitor who is not signed in holds the link of the mail: an account that they create now needs no other proof of
    the address.
    """
    try:
        offer = services.invitation_resolve(token)
        if request.method == "POST" and request.user.is_authenticated:
            accepted = services.invitation_accept(invitation=offer, user=request.user)
            messages.success(request, _("Done. Your role: %(offer)s.") % {"offer": accepted.offer})
            return redirect(work_path(accepted.grant, accepted.event, accepted.organiser))
    except InvitationRefused as refusal:
        return _render_refusal(request, refusal)
    if not request.user.is_authenticated:
        get_adapter(request).stash_verified_email(request, offer.address)
    context = {"invitation": offer, "is_own": request.user.is_authenticated and services.is_for(offer, request.user)}
    return render(request, "web/account/invitation.html", context)


def _sent_invitation(request: SignedInRequest, pk: int) -> Invitation:
    """Return an invitation that the visitor may send again and withdraw. Raises Http404 for any other."""
    offer = get_object_or_404(Invitation.objects.select_related("event", "organiser"), pk=pk)
    if offer.event is not None:
        allowed = request.user.has_perm("tournament.run_event", offer.event)
    elif offer.organiser is not None:
        allowed = request.user.has_perm("tournament.run_club", offer.organiser)
    else:
        allowed = request.user.has_perm("tournament.manage_referents")
    if not allowed:
        raise Http404
    return offer


def _staff_page(invitation: Invitation) -> tuple[str, ...]:
    """Return the arguments of ``redirect`` for the page that lists an invitation."""
    if invitation.event is not None:
        return ("roles", invitation.event.slug)
    return ("club_desk", str(invitation.organiser_id)) if invitation.organiser is not None else ("referents",)


@require_POST
def resend(request: SignedInRequest, pk: int) -> HttpResponse:
    """Mail an invitation again."""
    offer = _sent_invitation(request, pk)
    try:
        services.invitation_resend(invitation=offer, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, _("The invitation to %(address)s is on its way.") % {"address": offer.address})
    return redirect(*_staff_page(offer))


@require_POST
def withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Withdraw an invitation after a confirmation."""
    offer = _sent_invitation(request, pk)
    page, *args = _staff_page(offer)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Withdraw the invitation to %(address)s?") % {"address": offer.address},
            detail=_("The link in the mail no longer works."),
            label=_("Withdraw the invitation"),
            back_url=reverse(page, args=args),
        )
    try:
        services.invitation_withdraw(invitation=offer, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, _("The invitation to %(address)s is withdrawn.") % {"address": offer.address})
    return redirect(page, *args)

"""The National Referents: who they are, who is invited, invite by mail, end the role."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import roles as role_services
from tournament.access.invitations import invite
from tournament.access.selectors import open_invitations, referent_list, referent_log
from tournament.models import Invitation
from tournament.models.accounts import account_name
from tournament.pages.export_columns import ACCOUNTS
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.web.account.forms import InviteReferentForm
from tournament.web.common import add_rule_error, redirect_on_rule_error, render_confirmation
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


@permission_required("tournament.manage_referents", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def referents(request: SignedInRequest) -> HttpResponse:
    """List the National Referents, the open invitations and what changed; invite somebody by mail (art. 1.2)."""
    form = InviteReferentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        require_reauthentication(request)
        try:
            language = get_language() or "it"
            invite(by=request.user, grant=Invitation.Grant.REFERENT, language=language, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(
                request, _("The invitation to %(address)s is on its way.") % {"address": form.cleaned_data["address"]}
            )
            return redirect("referents")
    rows = referent_list()
    context = {
        "form": form,
        "referents": rows,
        "invitations": open_invitations(),
        "log": referent_log(),
        "now": timezone.now(),
    }
    status, export = 422 if form.errors else 200, Export("referenti", ACCOUNTS, rows)
    return render_or_export(request, "web/referent/referents.html", context, export, status=status)


@permission_required("tournament.manage_referents", raise_exception=True)
@require_POST
@redirect_on_rule_error(lambda pk: ("referents",))
def referent_end(request: SignedInRequest, pk: int) -> HttpResponse:
    """End that somebody is a National Referent, with a reason, after a confirmation."""
    user = get_object_or_404(User, pk=pk)
    name = account_name(user)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("End the role of %(name)s as National Referent?") % {"name": name},
            detail=_("The Referent’s desk no longer opens with that account. A mail says so, with the reason."),
            label=_("End the role"),
            back_url=reverse("referents"),
        )
    reason = request.POST.get("reason", "")
    role_services.referent_end(user=user, by=request.user, reason=reason)
    messages.success(request, _("%(name)s is no longer a National Referent.") % {"name": name})
    return redirect("referents" if user != request.user else "home")

"""The page of a club's members by season: enter a membership with its card, remove one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.consent_errors import CardOfAnother
from tournament.core.errors import CardNumberTaken
from tournament.memberships.errors import CardGiven
from tournament.memberships.selectors import club_players, latest_season, members_of, members_to_renew
from tournament.memberships.services import (
    CardFacts,
    membership_enter,
    membership_enter_by_name,
    membership_remove,
    memberships_renew,
)
from tournament.models import Membership, Organiser, Person, Season
from tournament.pages.export_columns import MEMBERS
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, render_confirmation, show_rule_error
from tournament.web.desk.clubs import club_or_404
from tournament.web.desk.event_forms import DayInput
from tournament.web.list_budget import counted_cards
from tournament.web.reauthentication import ask_before_export
from tournament.web.requests import SignedInRequest

if TYPE_CHECKING:
    _PersonField = forms.ModelChoiceField[Person]
    _MembersField = forms.ModelMultipleChoiceField[Membership]
else:
    _PersonField = forms.ModelChoiceField
    _MembersField = forms.ModelMultipleChoiceField


class _KnownPlayers(_PersonField):
    """Choose a player known to the club; the label names the city."""

    def label_from_instance(self, person: Any) -> str:
        return f"{person.last_name} {person.first_name}{f', {person.city}' if person.city else ''}"


class MembershipForm(forms.Form):
    """A new member: one of the players of the club's events, or a name; the card with its days."""

    known = _KnownPlayers(
        Person.objects.none(),
        label=gettext_lazy("A player of your events"),
        required=False,
        empty_label=gettext_lazy("somebody else: write the name"),
    )
    first_name = forms.CharField(label=gettext_lazy("First name"), max_length=80, required=False)
    last_name = forms.CharField(label=gettext_lazy("Last name"), max_length=80, required=False)
    card_number = forms.CharField(
        label=gettext_lazy("Card number"),
        max_length=40,
        help_text=gettext_lazy("Whoever already holds a card of the national list is recognised by name and number."),
    )
    valid_from = forms.DateField(label=gettext_lazy("Valid from"), widget=DayInput())
    valid_until = forms.DateField(label=gettext_lazy("Valid until"), widget=DayInput())

    def __init__(self, data: QueryDict | None, *, organiser: Organiser, season: Season) -> None:
        super().__init__(data, initial={"valid_from": season.first_day, "valid_until": season.last_day})
        self._organiser, self._season = organiser, season
        cast("forms.ModelChoiceField[Person]", self.fields["known"]).queryset = club_players(organiser, season)

    def clean(self) -> dict[str, Any]:
        """Require one of the two ways of saying who it is."""
        data: dict[str, Any] = super().clean() or {}
        if not data.get("known") and "known" not in self.errors:
            for name in ("first_name", "last_name"):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("Write it, or choose a player of your events."))
        return data

    def store(self, by: Any) -> Membership:
        """Enter the membership of the valid form. Errors: those of the services."""
        data = self.cleaned_data
        card = CardFacts(data["card_number"], data["valid_from"], data["valid_until"])
        facts: dict[str, Any] = {"organiser": self._organiser, "season": self._season, "card": card, "by": by}
        if data["known"]:
            return membership_enter(person=data["known"], **facts)
        return membership_enter_by_name(first_name=data["first_name"], last_name=data["last_name"], **facts)


class _FormerMembers(_MembersField):
    """Choose among the members of the last season; the label has the card."""

    def label_from_instance(self, membership: Any) -> str:
        return f"{membership.person}, {membership.card_number}"


class RenewalForm(forms.Form):
    """The members of the club's last season to renew, all by default, and the days of their cards."""

    prefix = "rinnovo"

    members = _FormerMembers(
        Membership.objects.none(), label=gettext_lazy("Members"), widget=forms.CheckboxSelectMultiple
    )
    valid_from = forms.DateField(label=gettext_lazy("Valid from"), widget=DayInput())
    valid_until = forms.DateField(label=gettext_lazy("Valid until"), widget=DayInput())

    def __init__(self, data: QueryDict | None, *, former: QuerySet[Membership], season: Season) -> None:
        initial = {"members": former, "valid_from": season.first_day, "valid_until": season.last_day}
        super().__init__(data, initial=initial)
        cast("forms.ModelMultipleChoiceField[Membership]", self.fields["members"]).queryset = former


#: Refusals that concern the card's number.
_OF_THE_CARD: Final = (CardGiven, CardOfAnother, CardNumberTaken)


def _season(request: SignedInRequest) -> Season | None:
    """Return the season that the address or the form names, else the present one; None without any."""
    return latest_season(request.POST.get("stagione", "") or request.GET.get("stagione", ""))


@require_http_methods(["GET", "HEAD", "POST"])
def club_members(request: SignedInRequest, pk: int) -> HttpResponse:
    """List a club's members of a season, and enter a further one."""
    organiser, season = club_or_404(request, pk), _season(request)
    if season is None:
        return render(request, "web/desk/club_members.html", {"club": organiser, "season": None})
    ask_before_export(request)
    is_renewal = "rinnova" in request.POST
    former = members_to_renew(organiser, season)
    renewal = RenewalForm(request.POST if is_renewal else None, former=former, season=season) if former else None
    if renewal is not None and renewal.is_valid() and _renewed(request, renewal, season):
        return redirect(f"{reverse('club_members', args=[pk])}?stagione={season.slug}")
    form = MembershipForm((request.POST or None) if not is_renewal else None, organiser=organiser, season=season)
    if form.is_valid():
        try:
            with counted_cards(request):
                membership = form.store(request.user)
        except RuleError as refusal:
            add_rule_error(form, refusal, "card_number" if isinstance(refusal, _OF_THE_CARD) else None)
        else:
            words = {"player": membership.person, "season": season.name}
            messages.success(request, _("%(player)s is a member in “%(season)s”.") % words)
            return redirect(f"{reverse('club_members', args=[pk])}?stagione={season.slug}")
    rows = members_of(season, organiser)
    context = {"club": organiser, "season": season, "seasons": Season.objects.all(), "form": form, "rows": rows}
    context |= {"renewal": renewal}
    status = 422 if form.errors or (renewal is not None and renewal.errors) else 200
    return render_or_export(
        request, "web/desk/club_members.html", context, Export("tessere", MEMBERS, rows), status=status
    )


def _renewed(request: SignedInRequest, form: RenewalForm, season: Season) -> bool:
    """Renew the members of a valid form; return whether it was done, else the form says why not."""
    data = form.cleaned_data
    days = {"valid_from": data["valid_from"], "valid_until": data["valid_until"]}
    try:
        number = memberships_renew(season=season, memberships=data["members"], by=request.user, **days)
    except RuleError as refusal:
        add_rule_error(form, refusal)
        return False
    words = ngettext("%(n)s member of “%(season)s”.", "%(n)s members of “%(season)s”.", number)
    messages.success(request, _("Renewed:") + " " + words % {"n": number, "season": season.name})
    return True


@require_POST
def membership_end(request: SignedInRequest, pk: int, membership: int) -> HttpResponse:
    """Remove a membership that was entered by mistake, with a reason, after a confirmation."""
    organiser = club_or_404(request, pk)
    rows = Membership.objects.select_related("person", "season")
    row = get_object_or_404(rows, pk=membership, organiser=organiser)
    back = f"{reverse('club_members', args=[pk])}?stagione={row.season.slug}"
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Remove the membership of %(name)s?") % {"name": row.person},
            detail=_("The card no longer counts in this season; the history keeps who removed it and why."),
            label=_("Remove it"),
            back_url=back,
        )
    try:
        membership_remove(membership=row, reason=request.POST.get("reason", ""), by=request.user)
    except RuleError as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, _("The membership of %(name)s is removed.") % {"name": row.person})
    return redirect(back)

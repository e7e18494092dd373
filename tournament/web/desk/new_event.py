"""A new event: name, day, hour and place; the rest has values that fit a shop's afternoon, and is folded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib.auth.decorators import permission_required
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournament.events import lifecycle
from tournament.events.season_selectors import current_season
from tournament.models import Event, Organiser, Season
from tournament.pages.event_plan import NewEventDefaults, defaults_for_clubs, defaults_from_event, plan_checks
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error
from tournament.web.desk.event_forms import DayInput, OrganiserField, SeasonField, need_convention
from tournament.web.requests import SignedInRequest

# Django's ModelForm is generic for the type checker only.
if TYPE_CHECKING:
    _EventForm = forms.ModelForm[Event]
else:
    _EventForm = forms.ModelForm

#: The fields that everybody sees, and those behind «Altro», each with its columns of six.
MAIN_FIELDS = (("name", 6), ("first_day", 2), ("starts_at", 2), ("place", 6))
OTHER_FIELDS = (
    *(("organiser", 3), ("season", 3), ("fascia_declared", 3), ("convention", 3), ("convention_url", 3)),
    *(("entry_mode", 3), ("capacity", 2), ("price", 2), ("last_day", 2), ("description", 6), ("is_practice", 6)),
)


#: The five digits before the name of an Italian town.
_POSTAL_CODE = re.compile(r"(\d{5})\s+(?=\S)")


class NewEventForm(_EventForm):
    """Create an event of one of the user's organisers; fields that have one possible value are not shown.

    Arguments:
        organisers: those that the user acts for.
        defaults: values of the club, or of the event that this one repeats.
    """

    organiser = OrganiserField(Organiser.objects.none())
    season = SeasonField(required=False)
    place = forms.CharField(label=_("Place"), max_length=202)
    convention_url = forms.URLField(label=_("Page of the convention"), required=False, assume_scheme="https")
    is_practice = forms.BooleanField(
        label=_("Practice: in no list, mail or Ranking, and you can delete it"), required=False
    )

    class Meta:
        model = Event
        fields = (
            *("name", "first_day", "last_day", "starts_at", "fascia_declared", "convention"),
            *("entry_mode", "capacity", "price", "description"),
        )
        labels = {"first_day": _("Day"), "starts_at": _("Time"), "last_day": _("Last day")}
        widgets = {
            "first_day": DayInput(),
            "last_day": DayInput(),
            "starts_at": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "description": forms.Textarea(attrs={"rows": 3}),
        }

    def __init__(self, data: Any = None, *, organisers: QuerySet[Organiser], defaults: NewEventDefaults) -> None:
        initial = {"fascia_declared": Event.Fascia.I, "entry_mode": Event.EntryMode.OPEN, **defaults.initial}
        super().__init__(data, initial=initial)
        self.defaults = defaults
        clubs = list(organisers)
        self.only_organiser = clubs[0] if len(clubs) == 1 else None
        if self.only_organiser is not None:
            del self.fields["organiser"]
        else:
            cast("forms.ModelChoiceField[Organiser]", self.fields["organiser"]).queryset = organisers
        self._offer_seasons()
        fascia = cast("forms.ChoiceField", self.fields["fascia_declared"])
        fascia.choices = [("I", _("I: a shop or a club")), ("III", _("III: inside a national fair"))]
        cast("forms.ChoiceField", self.fields["entry_mode"]).choices = [
            ("open", _("Open to all")),
            ("approval", _("I accept each one")),
            ("closed", _("Closed, I enter the players")),
        ]
        self.fields["last_day"].required = False
        self.fields["starts_at"].required = True
        self.fields["price"].widget.attrs["placeholder"] = _("free of charge")
        if defaults.is_of_club:
            self.fields["place"].help_text = _("Where you usually play. Change it if it is elsewhere.")
        else:
            self.fields["place"].help_text = _("Name, street and town, with commas between them.")

    def _offer_seasons(self) -> None:
        """Offer the seasons that are not over; none if there is one: the day decides."""
        season = cast("forms.ModelChoiceField[Season]", self.fields["season"])
        season.queryset = Season.objects.filter(pk__in=self.defaults.seasons)
        season.empty_label = gettext("the one of that day")
        if len(self.defaults.seasons) < 2:
            del self.fields["season"]

    def _cells(self, fields: tuple[tuple[str, int], ...]) -> list[tuple[forms.BoundField, int]]:
        return [(self[name], columns) for name, columns in fields if name in self.fields]

    @property
    def main_cells(self) -> list[tuple[forms.BoundField, int]]:
        return self._cells(MAIN_FIELDS)

    @property
    def other_cells(self) -> list[tuple[forms.BoundField, int]]:
        return self._cells(OTHER_FIELDS)

    @property
    def others_wrong(self) -> bool:
        """Return whether a folded field has an error, so that the fold has to be open."""
        return self.is_bound and any(cell.errors for cell, _columns in self.other_cells)

    def clean_place(self) -> str:
        """Return the place: venue, street if any, town; a postal code before the town belongs to the street."""
        place = " ".join(self.cleaned_data["place"].split()).strip(", ")
        parts = [part.strip() for part in place.split(",")]
        venue, street, city = parts[0], parts[1:-1], parts[-1]
        if len(parts) < 2 or not venue or not city:
            raise forms.ValidationError(gettext("Write name, street and town, with commas between them."))
        code = _POSTAL_CODE.match(city)
        if code is not None:
            street, city = [*street, code[1]], city[code.end() :]
        self.cleaned_data |= {"venue": venue, "address": ", ".join(street), "city": city}
        return place

    def clean(self) -> dict[str, Any]:
        """Return the data of the event, with the season of its day unless another one was chosen."""
        facts: dict[str, Any] = {**(super().clean() or self.cleaned_data)}
        day = facts.get("first_day")
        facts["last_day"] = facts.get("last_day") or day
        if self.only_organiser is not None:
            facts["organiser"] = self.only_organiser
        facts["season"] = facts.get("season") or current_season(day)
        if facts["season"] is None:
            self.add_error(None, gettext("No season is open: the National Referent opens it."))
        elif facts.get("fascia_declared") == Event.Fascia.III:
            need_convention(self, facts, facts["season"])
        return facts

    def _post_clean(self) -> None:
        """Skip the model's validation: the service validates, and this form never saves."""

    def facts(self) -> dict[str, Any]:
        """Return the arguments of ``event_create`` from a valid form."""
        facts = {**self.defaults.repeated, **self.cleaned_data}
        del facts["place"]
        return facts


def _organisers(request: SignedInRequest) -> QuerySet[Organiser]:
    if request.user.has_perm("tournament.authorise_event"):
        return Organiser.objects.filter(disqualified_at__isnull=True)
    return Organiser.objects.run_by(request.user)


def _defaults(request: SignedInRequest, organisers: QuerySet[Organiser]) -> NewEventDefaults:
    """Return the values that the form starts with: of the event named by ``?da=``, else of the user's club."""
    chosen = request.GET.get("da", "")
    pattern = Event.objects.filter(organiser__in=organisers, is_national_final=False, slug=chosen).first()
    if pattern is not None:
        return defaults_from_event(pattern)
    return defaults_for_clubs(list(organisers))


def _plan(form: NewEventForm) -> dict[str, Any]:
    """Return the context of the preview: the facts as they are typed, and what speaks against them."""
    if form.is_bound:
        form.is_valid()
        facts = {**form.cleaned_data}
    else:
        facts = {name: form[name].value() for name in form.fields}
        facts["season"] = None
    venue, _comma, city = str(facts.get("place") or "").rpartition(",")
    facts |= {"venue_lines": [line.strip() for line in venue.split(",")], "city": city.strip()}
    return {"facts": facts, "faults": [check for check in plan_checks(facts) if check.met is False]}


@permission_required("tournament.create_event", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: SignedInRequest) -> HttpResponse:
    """Create an event as a draft; its announcement is the next page."""
    organisers = _organisers(request)
    defaults = _defaults(request, organisers)
    if request.headers.get("HX-Request") and request.method == "GET":
        form = NewEventForm(request.GET, organisers=organisers, defaults=defaults)
        return render(request, "web/desk/event_preview.html", {"form": form, "live": True, **_plan(form)})
    form = NewEventForm(request.POST or None, organisers=organisers, defaults=defaults)
    if request.method == "POST" and form.is_valid():
        facts = form.facts()
        try:
            event = lifecycle.event_create(by=request.user, **facts)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            return redirect("desk" if event.is_practice else "event_announce", event.slug)
    context = {"form": form, "repeats": defaults.repeats, **_plan(form)}
    return render(request, "web/desk/event_new.html", context, status=422 if form.errors else 200)

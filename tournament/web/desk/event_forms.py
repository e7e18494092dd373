"""Forms of the organiser: they read what was typed; the services decide."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from games import registry
from tournament.card_packs.selectors import OPTIONS, pack_choices
from tournament.models import Event, EventRole, Organiser, Person, Season
from tournament.models.season import season_label


class DayInput(forms.DateInput):
    """A day as browsers choose it."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


def _pack_choices(game: str) -> list[tuple[str, str]]:
    """The packs of a game, each with what it is."""
    return [
        (name, f"{name} ({_('printed cards') if printed else _('assumed figures')})")
        for name, printed in pack_choices(game)
    ]


class SeasonField(forms.ModelChoiceField):
    """A season, with the game that it is of."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Season.objects.all(), label=_("Season"), empty_label=None, **kwargs)

    def label_from_instance(self, season: Any) -> str:
        return season_label(season)


class EventForm(forms.ModelForm):
    """The facts of an event. What may still change at this point of its life is the service's to say."""

    season = SeasonField(help_text=_("The event is of its season’s game."))
    trade = forms.BooleanField(label=_("Era of Kingdoms: with the trade mini-expansion"), required=False)
    pack = forms.ChoiceField(
        label=_("Card pack"),
        required=False,
        help_text=_("What results are checked against; the rounds already drawn keep theirs."),
    )

    class Meta:
        model = Event
        fields = (
            "name",
            "season",
            "pack",
            "city",
            "venue",
            "first_day",
            "last_day",
            "starts_at",
            "fascia_declared",
            "capacity",
            "rounds_override",
            "rounds_reason",
            "clock_minutes",
            "clock_reason",
            "final_has_clock",
            "final_clock_reason",
            "language",
            "card_names",
            "description",
        )
        widgets = {
            "first_day": DayInput(),
            "last_day": DayInput(),
            "starts_at": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "description": forms.Textarea(),
            "rounds_reason": forms.Textarea(),
            "clock_reason": forms.Textarea(),
            "final_clock_reason": forms.Textarea(),
        }
        help_texts = {
            "fascia_declared": _("I for a club or shop (at least 12 players), III inside a national convention (16)."),
            "clock_minutes": _("45 by the regulation. Another number wants a reason that the Referent reads."),
            "rounds_override": _("2 below 16 players, else 3. Another number wants a reason that the Referent reads."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fascia_declared"].choices = [("I", "I"), ("III", "III")]
        self.fields["season"].required = not self.instance.pk
        self._offer_packs()
        self._offer_options()

    def _offer_options(self) -> None:
        """The trade mini-expansion, of an event of its game or of a new one."""
        if self.instance.pk and "trade" not in OPTIONS.get(self.instance.game, ()):
            del self.fields["trade"]
        else:
            self.initial.setdefault("trade", self.instance.game_options.get("trade", False))

    def clean(self) -> dict[str, Any]:
        """The options of the game as the event keeps them; another game’s are left out."""
        found: dict[str, Any] = {**(super().clean() or self.cleaned_data)}
        trade = found.pop("trade", False)
        season = found.get("season")
        if season is None:
            # Not sent: the event stays where it is.
            found.pop("season", None)
            season = self.instance.season if self.instance.pk else None
        known = OPTIONS.get(season.game, ()) if season is not None else ()
        found["game_options"] = {"trade": True} if trade and "trade" in known else {}
        return found

    def _offer_packs(self) -> None:
        """The packs of the event's game; of a new event, which has no game yet, those of each game."""
        games = [self.instance.game] if self.instance.pk else list(registry.with_packs())
        offered = [(registry.get(game).names["it"], _pack_choices(game)) for game in games if registry.packs(game)]
        if not offered:
            del self.fields["pack"]
            return
        groups = offered[0][1] if self.instance.pk else offered
        self.fields["pack"].choices = [("", _("the one that comes with the game")), *groups]

    def _post_clean(self) -> None:
        """The model's own checks are left to the service: this form never saves."""


class NewEventForm(EventForm):
    """A new event, of one of the visitor's organisers."""

    organiser = forms.ModelChoiceField(Organiser.objects.none(), label=_("Organiser"), empty_label=None)
    field_order = ("organiser", "season")

    def __init__(self, *args: Any, organisers: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["organiser"].queryset = organisers


class AnnounceForm(forms.Form):
    """Art. 1.2: where and when the event was announced."""

    announcement_url = forms.URLField(label=_("Address of the announcement on the forum"), assume_scheme="https")
    announced_on = forms.DateField(label=_("Announced on"), widget=DayInput(), initial=date.today)


class PersonForm(forms.ModelForm):
    """A new person of the national list."""

    # For this event alone: what holds everywhere is the person's own to decide (art. 1.6).
    consent = forms.BooleanField(label=_("Agrees that this event shows the name"), required=False)

    class Meta:
        model = Person
        fields = ("first_name", "last_name", "city", "email", "birth_date", "card_number")
        widgets = {"birth_date": DayInput()}

    def _post_clean(self) -> None:
        """The service checks."""


class WalkInForm(forms.Form):
    """Somebody at the door, in one line."""

    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    consent = forms.BooleanField(label=_("Agrees that this event shows the name"), required=False)


class CardForm(forms.Form):
    """Somebody of another club, as their card says (art. 1.6)."""

    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    card_number = forms.CharField(label=_("Card number"), max_length=40)


class ReasonForm(forms.Form):
    """A decision that says why."""

    reason = forms.CharField(label=_("Why"), widget=forms.Textarea(), max_length=2000)


class RoleForm(forms.Form):
    """Who helps with an event."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Part"), choices=EventRole.Role.choices, initial=EventRole.Role.REFEREE)

    def clean_username(self) -> str:
        name = self.cleaned_data["username"].strip()
        self.user = get_user_model().objects.filter(username=name, is_active=True).first()
        if self.user is None:
            raise forms.ValidationError(_("Nobody signs in as “%(name)s”."), params={"name": name})
        return name


class PhotoForm(forms.Form):
    """A photo that proves the event (art. 1.4)."""

    # static/fossato/js/photos.js makes it small before it is sent.
    file = forms.ImageField(label=_("Photo"), widget=forms.FileInput(attrs={"accept": "image/*", "data-shrink": ""}))
    caption = forms.CharField(label=_("Caption"), max_length=200, required=False)


class ConsentPaperForm(forms.Form):
    """The photo of a signed consent form (art. 1.6)."""

    file = forms.ImageField(
        label=_("Photo of the signed form"), widget=forms.FileInput(attrs={"accept": "image/*", "data-shrink": ""})
    )


class ForumForm(forms.Form):
    """Art. 1.2: where the final part of the report was published."""

    url = forms.URLField(label=_("Address of the published report"), assume_scheme="https")


class ReportForm(forms.Form):
    """The report goes to the Referent with a note."""

    note = forms.CharField(label=_("Note to the Referent"), widget=forms.Textarea(), required=False, max_length=4000)


class ClockForm(forms.Form):
    """Minutes to add to the clock, and why."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=60, initial=5)
    reason = forms.CharField(label=_("Why"), max_length=200, required=False)

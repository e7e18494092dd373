"""Forms of the desk other than that of the event: they parse the input; the services validate it against the rules."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import EventRole, Person
from tournament.web.desk.event_forms import DayInput

# Django's ModelForm is generic for the type checker only.
if TYPE_CHECKING:
    _PersonForm = forms.ModelForm[Person]
else:
    _PersonForm = forms.ModelForm


class AnnounceForm(forms.Form):
    """Enter where and when the event was announced (art. 1.2)."""

    reasons: ClassVar[dict[str, Any]] = {
        "announced_on": _("The announcement has to come before the event: the Referent checks the day (art. 1.2)."),
    }
    announcement_url = forms.URLField(label=_("Address of the announcement on the Forum"), assume_scheme="https")
    announced_on = forms.DateField(label=_("Announced on"), widget=DayInput(), initial=date.today)


class PersonForm(_PersonForm):
    """Create a person of the national list."""

    reasons: ClassVar[dict[str, Any]] = {
        "email": _("The player’s own page goes there. Without it you print the link and hand it over."),
        "birth_date": _("Under 18 the name is shown only with a parent’s signature."),
        "card_number": _("It tells two players with the same name apart, so that points go to the right one."),
        "city": _("It tells players with the same name apart, in your list and in the Ranking."),
        "consent": _("Without it the public pages write no name; the player plays and takes points all the same."),
    }
    # For this event alone: consent for all pages is given only by the person themselves (art. 1.6).
    consent = forms.BooleanField(label=_("18 or older, and agrees that this event shows the name"), required=False)

    class Meta:
        model = Person
        fields = ("first_name", "last_name", "city", "email", "birth_date", "card_number")
        widgets = {"birth_date": DayInput()}

    def _post_clean(self) -> None:
        """Skip the model's validation: the service validates."""


class WalkInForm(forms.Form):
    """Enter a walk-in in one line."""

    reasons: ClassVar[dict[str, Any]] = {
        "consent": _("Without it the public pages write no name; the player plays and takes points all the same."),
    }
    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    consent = forms.BooleanField(label=_("18 or older, and agrees that this event shows the name"), required=False)


class CardForm(forms.Form):
    """Enter a member of another club by name and card number (art. 1.6)."""

    reasons: ClassVar[dict[str, Any]] = {"card_number": _("Name and number together show that it is the same person.")}
    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    card_number = forms.CharField(label=_("Card number"), max_length=40)


class ReasonForm(forms.Form):
    """Enter the reason of a decision."""

    reason = forms.CharField(label=_("Why"), widget=forms.Textarea(), max_length=2000)


class InviteForm(forms.Form):
    """Invite the owner of a mail address to a role in an event."""

    reasons: ClassVar[dict[str, Any]] = {
        "grant": _("It decides what they can open: sheets, the desk, or photos alone."),
    }
    address = forms.EmailField(
        label=_("Mail"), max_length=254, help_text=_("Whoever has no account makes one with the link in the mail.")
    )
    grant = forms.ChoiceField(label=_("Role"), choices=EventRole.Role.choices, initial=EventRole.Role.REFEREE)


class PhotoForm(forms.Form):
    """Upload a photo that documents the event (art. 1.4)."""

    reasons: ClassVar[dict[str, Any]] = {
        "file": _("The report has to show that the event took place: the Referent looks at it (art. 1.4)."),
    }
    # static/fossato/js/photos.js shrinks the image before the upload.
    file = forms.ImageField(label=_("Photo"), widget=forms.FileInput(attrs={"accept": "image/*", "data-shrink": ""}))
    caption = forms.CharField(label=_("Caption"), max_length=200, required=False)


class ConsentPaperForm(forms.Form):
    """Upload the photo of a signed consent form (art. 1.6)."""

    file = forms.ImageField(
        label=_("Photo of the signed form"), widget=forms.FileInput(attrs={"accept": "image/*", "data-shrink": ""})
    )


class ForumForm(forms.Form):
    """Enter where the final part of the report was published (art. 1.2)."""

    reasons: ClassVar[dict[str, Any]] = {
        "url": _("Without the report on the Forum the event does not count (art. 1.2).")
    }
    url = forms.URLField(label=_("Address of the published report"), assume_scheme="https")


class ReportForm(forms.Form):
    """Send the report to the Referent with a note."""

    reasons: ClassVar[dict[str, Any]] = {
        "note": _("What was unusual that day, e.g. a stopped clock: the Referent need not ask you for it."),
    }
    note = forms.CharField(label=_("Note to the Referent"), widget=forms.Textarea(), required=False, max_length=4000)


class ClockForm(forms.Form):
    """Extend the clock by minutes; a reason, if one is given, is read by the Referent."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=60, initial=5)
    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        required=False,
        help_text=_("The Referent reads it."),
    )

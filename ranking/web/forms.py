"""Forms of the National Referent: they parse the input; the services validate it against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from ranking.models import CallUp
from tournament.events.fields import SEASON_EDITABLE
from tournament.models import Organiser, Season
from tournament.models.people import validate_birth_date
from tournament.models.season import game_choices
from tournament.people.accounts import find_account
from tournament.regulation import parameters as regulation
from tournament.regulation_versions.selectors import version_in_force
from tournament.web.desk.event_forms import DayInput, OrganiserField


class DecisionForm(forms.Form):
    """A decision with its reason; the button names the decision. An approval needs no reason."""

    reason = forms.CharField(
        label=_("Message to the organiser"),
        widget=forms.Textarea(),
        max_length=2000,
        required=False,
        help_text=_("A yes needs none; anything else does."),
    )

    def __init__(self, *args: Any, approves: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.approves = approves

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"].strip()
        if not (reason or self.approves):
            raise forms.ValidationError(self.fields["reason"].error_messages["required"], code="required")
        return reason


class DisqualifyForm(forms.Form):
    """Enter why an organiser is disqualified (art. 1.4)."""

    reasons: ClassVar[dict[str, Any]] = {
        "reason": _("The organiser reads it, and it stays in the history of the decisions."),
    }
    reason = forms.CharField(label=_("Why"), widget=forms.Textarea(), max_length=2000)


class RequestAnswerForm(forms.Form):
    """Answer a request to organise: the button names the decision, a yes needs no text."""

    answer = forms.CharField(
        label=_("Question or reason: whoever asked reads it"),
        widget=forms.Textarea(),
        max_length=2000,
        required=False,
        help_text=_("A yes needs none; anything else does."),
    )


class RestoreForm(forms.Form):
    """Enter why a disqualification is taken back (art. 1.4)."""

    reason = forms.CharField(label=_("Why"), widget=forms.Textarea(), max_length=2000)


def _versions() -> list[tuple[str, str]]:
    return [(version, version) for version in regulation.versions()]


if TYPE_CHECKING:
    _SeasonForm = forms.ModelForm[Season]
else:
    _SeasonForm = forms.ModelForm


class SeasonForm(_SeasonForm):
    """Edit a season: game, period, regulation, and its final."""

    reasons: ClassVar[dict[str, Any]] = {
        "regulation": _("It decides tables, points and Fasce of the events that begin in the season."),
        "finalists": _("This many are called to the final, and the Ranking draws its line below them."),
    }
    game = forms.ChoiceField(
        label=_("Game"),
        choices=game_choices,
        help_text=_("Its events, its Ranking, its call-up and its title are for this game alone."),
    )
    regulation = forms.ChoiceField(label=_("Regulation version"), choices=_versions)
    forum_url = forms.URLField(
        label=_("Address of the Forum"),
        required=False,
        assume_scheme="https",
        help_text=_("Where events are announced and reports published (art. 1.2): organisers are led there."),
    )

    class Meta:
        model = Season
        fields = SEASON_EDITABLE
        widgets = {
            "first_day": DayInput(),
            "last_day": DayInput(),
            "final_day": DayInput(),
            "final_prizes": forms.Textarea({"rows": 3}),
        }
        help_texts = {
            "first_day": _("Events outside these days cannot be announced (art. 1.3)."),
            "finalists": _("24 at most, and a number that tables of 3 and 4 can seat (art. 1.7)."),
            "final_prizes": _("One a line. The Ranking and the page of the final show them; they can be changed."),
        }

    def __init__(self, *args: Any, called: bool = False, held: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if held:
            # A season that holds events keeps its game.
            del self.fields["game"]
        if self.instance._state.adding:
            self.fields["regulation"].initial = version_in_force().version
        if called:
            # After the call-up the number changes on its own page, with a reason.
            del self.fields["finalists"]

    def _post_clean(self) -> None:
        """Skip the model's validation: the service validates."""


class WordForm(forms.Form):
    """Enter the word for lots at the line, called out by somebody present."""

    word = forms.CharField(
        label=_("Word called out"),
        max_length=64,
        required=False,
        help_text=_("Only where the line divides players equal in everything."),
    )


class CallForm(WordForm):
    """Confirm the call-up by typing it, because it sends mails to everybody on the list (art. 1.7)."""

    answer_by = forms.DateField(
        label=_("Answers by"),
        required=False,
        widget=DayInput(),
        help_text=_("Afterwards, and after a no, the next name is called automatically. Empty: you call each by hand."),
    )
    typed = forms.CharField(label=_("To confirm"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, number: int, needs_word: bool, **kwargs: Any) -> None:
        """Ask for the word only where equals stand on both sides of the line; there it is compulsory."""
        super().__init__(*args, **kwargs)
        self.number = number
        self.fields["word"].required = needs_word
        self.fields["word"].error_messages["required"] = _("Write the word: without it nothing is drawn.")
        self.fields["word"].help_text = ""
        self.fields["typed"].help_text = _("Type “call %(n)s”.") % {"n": number}

    def clean_typed(self) -> str:
        """Accept the phrase in either language, ignoring case and extra spaces."""
        phrase = " ".join(self.cleaned_data["typed"].split()).casefold()
        if phrase not in (f"convoca {self.number}", f"call {self.number}"):
            raise forms.ValidationError(_("Type “call %(n)s”, nothing else."), params={"n": self.number})
        return phrase


class ReopenForm(forms.Form):
    """Enter why a closed season is opened again; everybody reads it on the document (art. 1.1)."""

    reason = forms.CharField(label=_("Why: everybody reads it"), max_length=400)


class GiveUpForm(forms.Form):
    """Enter why lots that wait for the public number are given up; everybody reads it."""

    reason = forms.CharField(label=_("Why do you give it up?"), max_length=400)


class WithdrawForm(forms.Form):
    """Enter why the call-up is withdrawn; the called players read it (art. 1.7)."""

    reason = forms.CharField(label=_("Why: those called read it"), max_length=400)


class NumberForm(forms.Form):
    """Change how many players are called (art. 1.7)."""

    number = forms.IntegerField(label=_("Players called"), min_value=1, max_value=200)
    reason = forms.CharField(label=_("Why"), max_length=400)
    word = forms.CharField(label=_("Word called out, if a lot is needed"), max_length=64, required=False)


#: Answers of a called player, with the labels of the form.
ANSWERS = [
    (CallUp.State.ACCEPTED, _("is coming")),
    (CallUp.State.DECLINED, _("is not coming")),
    (CallUp.State.NO_ANSWER, _("has not answered")),
]


class AnswerForm(forms.Form):
    """Record the answer of a called player."""

    state = forms.ChoiceField(
        label=_("Answer"),
        choices=ANSWERS,
    )
    note = forms.CharField(label=_("Note"), max_length=400, required=False)


class FinalForm(forms.Form):
    """Create the national final as an event."""

    organiser = OrganiserField(Organiser.objects.filter(disqualified_at__isnull=True))
    name = forms.CharField(label=_("Name"), max_length=120)
    city = forms.CharField(label=_("City"), max_length=80)
    venue = forms.CharField(label=_("Venue"), max_length=120)
    first_day = forms.DateField(label=_("First day"), widget=DayInput())
    last_day = forms.DateField(label=_("Last day"), widget=DayInput())


def _account(name: str) -> Any:
    """Return the active account that signs in with this; None for an empty text.

    Raises ValidationError if there is no such account.
    """
    account = find_account(name)
    if name and account is None:
        raise forms.ValidationError(_("No account “%(name)s”."), params={"name": name})
    return account


class OrganiserForm(forms.Form):
    """Create an organiser and name the account responsible for it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    city = forms.CharField(label=_("City"), max_length=80, required=False)
    username = forms.CharField(
        label=_("Mail (or user name)"),
        max_length=254,
        required=False,
        help_text=_("The account that may create its events; without one only the Referent can."),
    )

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"].strip()
        self.user = _account(name)
        return name


class PersonForm(forms.Form):
    """Edit a record of the national list and its linked account, with a reason."""

    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    city = forms.CharField(label=_("City"), max_length=80, required=False)
    email = forms.EmailField(label=_("Email"), required=False)
    birth_date = forms.DateField(
        label=_("Date of birth"), required=False, widget=DayInput(), validators=[validate_birth_date]
    )
    guardian_name = forms.CharField(
        label=_("Parent or guardian"),
        max_length=160,
        required=False,
        help_text=_("Who answers for a minor, and whose the mail address is."),
    )
    card_number = forms.CharField(label=_("Card"), max_length=40, required=False)
    username = forms.CharField(
        label=_("Mail (or user name)"),
        max_length=254,
        required=False,
        help_text=_("The account that sees these results as its own; empty for none."),
    )
    reason = forms.CharField(label=_("Why"), max_length=400)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"].strip()
        self.user = _account(name)
        return name


class MergeForm(forms.Form):
    """Merge two records of one person, with a reason."""

    keep = forms.IntegerField(widget=forms.HiddenInput())
    merge = forms.IntegerField(widget=forms.HiddenInput())
    reason = forms.CharField(label=_("Why they are one person"), widget=forms.Textarea(), max_length=2000)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("keep") is not None and data.get("keep") == data.get("merge"):
            raise forms.ValidationError(_("Choose two different records."))
        return data

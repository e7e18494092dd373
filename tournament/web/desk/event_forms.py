"""Forms of the organiser: they parse the input; the services validate it against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games import registry
from tournament.card_packs.options import OPTIONS, colour_choices, edition_label
from tournament.card_packs.selectors import pack_choices
from tournament.core.collation import collation_key
from tournament.events.fields import IN_FORM
from tournament.models import Event, Organiser, Season
from tournament.models.season import season_label
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import Convention, Fascia
from tournament.regulation_versions.selectors import version_for_event, version_in_force


class DayInput(forms.DateInput):
    """Browser's date picker."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class MomentInput(forms.DateTimeInput):
    """Browser's picker of day and time, in the time zone of the site."""

    input_type = "datetime-local"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M", **kwargs)


def _pack_choices(game: str) -> list[tuple[str, str]]:
    """Return the choices of a game's packs, each labelled as printed or assumed."""
    return [(name, edition_label(name, is_printed)) for name, is_printed in pack_choices(game)]


if TYPE_CHECKING:
    _SeasonField = forms.ModelChoiceField[Season]
    _EventForm = forms.ModelForm[Event]
    _OrganiserField = forms.ModelChoiceField[Organiser]
    _OrganiserIterator = ModelChoiceIterator[Organiser]
else:
    _SeasonField, _EventForm = forms.ModelChoiceField, forms.ModelForm
    _OrganiserField, _OrganiserIterator = forms.ModelChoiceField, ModelChoiceIterator


def need_convention(form: forms.ModelForm[Event], event_data: dict[str, Any], season: Season | None) -> None:
    """Art. 1.3: ask for the convention of a fascia III and its page, unless its version leaves it open (S-8)."""
    number = (
        version_for_event(season, event_data.get("first_day")) if season is not None else regulation.CURRENT.version
    )
    if regulation.get(number).readings.convention is Convention.OPTIONAL:
        return
    for field in ("convention", "convention_url"):
        if field not in form.errors and not event_data.get(field):
            form.add_error(field, _("A Fascia III event is held inside a national convention: say which one."))


class SeasonField(_SeasonField):
    """Choose a season; its label names its game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Season.objects.all(), label=_("Season"), empty_label=None, **kwargs)

    def label_from_instance(self, season: Any) -> str:
        return season_label(season)


#: Options that only events of some games have.
GAME_FIELDS = ("pack", "trade", "dominant")
#: Rounds of a game of Megalomania, each with its dominant colour.
_COLOURS = 12


class EventForm(_EventForm):
    """Edit the data of an event. The service decides which of them may still change in its state."""

    reasons: ClassVar[dict[str, Any]] = {
        "season": _("The points go into the Ranking of this season."),
        "fascia_declared": _(
            "It multiplies the points. With too few players in round 1 the Referent lowers it before ratifying "
            "(art. 1.3)."
        ),
        "capacity": _("Entries close automatically: later players go on the waiting list, in order."),
        "pack": _(
            "Sheets are checked against it: if your cards are different, the check finds errors that are not there."
        ),
        "language": _("Printouts are the same for everybody in the hall, whatever language each reads the site in."),
    }
    season = SeasonField(help_text=_("The event’s game is its season’s."))
    trade = forms.BooleanField(label=_("Era of Kingdoms: with the trade mini-expansion"), required=False)
    dominant = forms.CharField(
        label=_("Megalomania: dominant colours of the twelve rounds"),
        required=False,
        max_length=200,
        help_text=_("Only if your score pad has others than the card pack: twelve colours, separated by commas."),
    )
    convention_url = forms.URLField(
        label=_("Page of the convention"),
        required=False,
        assume_scheme="https",
        help_text=_("Where the Referent and the players find it."),
    )
    payment_url = forms.URLField(
        label=_("Address for paying in advance"),
        required=False,
        assume_scheme="https",
        help_text=_("A page of yours that begins with https. Empty: players pay at the door."),
    )
    pack = forms.ChoiceField(
        label=_("Card pack"),
        required=False,
        help_text=_("What results are checked against; the rounds already drawn keep theirs."),
        error_messages={"invalid_choice": _("This pack is not of the event’s game: choose one of the list.")},
    )

    class Meta:
        model = Event
        fields = tuple(field.name for field in IN_FORM)
        widgets = {
            "first_day": DayInput(),
            "last_day": DayInput(),
            "starts_at": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "fascia_declared": forms.RadioSelect(),
            "requests_open_at": MomentInput(),
            "requests_close_at": MomentInput(),
            "description": forms.Textarea(),
            "rounds_reason": forms.Textarea(),
            "clock_reason": forms.Textarea(),
            "final_clock_reason": forms.Textarea(),
        }
        help_texts = {
            "convention": _("Fascia III alone: the national convention that the event is part of (art. 1.3)."),
            "price": _("As players read it, for example “8 €”. Empty: free of charge."),
            "bring": _("For example: nothing, cards and tables are here."),
            "contact_name": _("Players read name and telephone until the event begins."),
            "answer_hours": _(
                "How long a free place is kept for the first of the list, at most until the event begins."
            ),
            "price_covers": _("For example: the hall, a drink, the prizes."),
            "requests_close_at": _(
                "Both times are for players who enter themselves; the desk enters players at any time."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["fascia_declared"]).choices = [("I", "I"), ("III", "III")]
        self.fields["season"].required = not self.instance.pk
        self.fields["last_day"].required = False
        self.fields["last_day"].help_text = _("Empty: the same day.")
        self._say_numbers()
        self.game = self._game()
        self._offer_packs()
        self._offer_options()

    def _say_numbers(self) -> None:
        """Write what the version of the regulation says beside the minutes and the rounds."""
        rules = regulation.get(self.instance.regulation) if self.instance.pk else version_in_force()
        minutes = gettext("%(n)s by the regulation. Another number needs a reason that the Referent reads.")
        rounds = gettext(
            "%(least)s below %(n)s players, else %(most)s. Another number needs a reason that the Referent reads."
        )
        numbers = {"least": rules.rounds_minimum, "most": rules.rounds_maximum, "n": rules.rounds_threshold}
        for name, words in (("clock_minutes", minutes % {"n": rules.minutes}), ("rounds_override", rounds % numbers)):
            if name in self.fields:
                self.fields[name].help_text = words

    def _game(self) -> str:
        """Return the slug of the event's game: the stored one, or that of the season chosen; empty if none is."""
        if self.instance.pk:
            return self.instance.game
        chosen = self.data.get("season") if self.is_bound else self.initial.get("season")
        if isinstance(chosen, Season):
            return chosen.game
        key = str(chosen or "")
        season = Season.objects.filter(pk=int(key)).first() if key.isdecimal() and len(key) < 10 else None
        return season.game if season else ""

    def _offer_options(self) -> None:
        """Offer the options that the event's game has."""
        stored = self.instance.game_options or self.initial.get("game_options", {})
        for name in ("trade", "dominant"):
            if name not in OPTIONS.get(self.game, ()):
                del self.fields[name]
        self.initial.setdefault("trade", stored.get("trade", False))
        colours = dict(colour_choices(self._language))
        written = ", ".join(colours[colour] for colour in stored.get("dominant", ()))
        self.initial.setdefault("dominant", written)

    @property
    def _language(self) -> str:
        return (get_language() or "it")[:2]

    def clean_dominant(self) -> list[str]:
        """Return the code names of twelve colours, or none. Errors: ValidationError with the word that is no colour."""
        text = self.cleaned_data["dominant"].strip()
        names = {name.casefold(): colour for colour, name in colour_choices(self._language)}
        words = [word.strip() for word in text.split(",") if word.strip()]
        unknown = next((word for word in words if word.casefold() not in names), None)
        if unknown is not None:
            raise forms.ValidationError(
                gettext("No colour is called “%(word)s”; there are: %(names)s."),
                params={"word": unknown[:30], "names": ", ".join(names)},
            )
        if words and len(words) != _COLOURS:
            raise forms.ValidationError(
                gettext("Write %(right)s colours, one for each round: here are %(n)s."),
                params={"right": _COLOURS, "n": len(words)},
            )
        return [names[word.casefold()] for word in words]

    def _game_options(self, event_data: dict[str, Any], game: str) -> dict[str, Any]:
        """Take the fields of the game's options out of the data, and return those that differ from the usual."""
        found = {
            "trade": event_data.pop("trade", False),
            "dominant": event_data.pop("dominant", []),
        }
        return {name: value for name, value in found.items() if value and name in OPTIONS.get(game, ())}

    def _cells(self, part: str) -> list[tuple[forms.BoundField, int]]:
        return [(self[row.name], row.columns) for row in IN_FORM if row.part == part and row.name in self.fields]

    @property
    def main_cells(self) -> list[tuple[forms.BoundField, int]]:
        """Return the fields that say what, where and when, each with its columns of six."""
        return self._cells("main")

    @property
    def fascia_tiles(self) -> list[tuple[forms.boundfield.BoundWidget, dict[str, int]]]:
        """Return the radio button of each Fascia with the minimum of its players and what multiplies its points."""
        version = self.instance.regulation if self.instance.pk else regulation.CURRENT.version
        numbers = regulation.get(version)
        fascie = [Fascia(radio.data["value"]) for radio in self["fascia_declared"]]
        return [
            (radio, {"minimum": numbers.minimum_players[fascia], "multiplier": numbers.multipliers[fascia]})
            for radio, fascia in zip(self["fascia_declared"], fascie, strict=True)
        ]

    @property
    def option_cells(self) -> list[tuple[forms.BoundField, int]]:
        """Return the other fields but those of the game, each with its columns of six."""
        return self._cells("option")

    @property
    def game_cells(self) -> list[tuple[forms.BoundField, int]]:
        """Return the fields that the event's game has, each with its columns of six."""
        return [(self[name], 6) for name in GAME_FIELDS if name in self.fields]

    @property
    def live_fields(self) -> str:
        """Return the names of the fields that the card beside the form, and the fields of the game, are made from."""
        plan = "season,name,first_day,last_day,starts_at,city,venue,fascia_declared,capacity,price"
        return f"{plan},pack,trade,dominant"

    @property
    def options_wrong(self) -> bool:
        """Return whether an option has an error, so that the group has to be open."""
        return self.is_bound and any(cell.errors for cell, _ in [*self.option_cells, *self.game_cells])

    def clean(self) -> dict[str, Any]:
        """Return the data with ``game_options`` of the season's game; options of other games are dropped."""
        event_data: dict[str, Any] = {**(super().clean() or self.cleaned_data)}
        event_data["last_day"] = event_data.get("last_day") or event_data.get("first_day")
        if "last_day" in self.errors or event_data["last_day"] is None:
            del event_data["last_day"]
        season = event_data.get("season")
        if season is None:
            # Not submitted: the event stays in its season.
            event_data.pop("season", None)
            season = self.instance.season if self.instance.pk else None
        if event_data.get("fascia_declared") == "III":
            need_convention(self, event_data, season)
        event_data["game_options"] = self._game_options(event_data, season.game if season is not None else "")
        return event_data

    def _offer_packs(self) -> None:
        """Offer the packs of the event's game; no field for a game without packs."""
        if self.game not in registry.with_packs():
            del self.fields["pack"]
            return
        choices = [("", _("the one that comes with the game")), *_pack_choices(self.game)]
        cast("forms.ChoiceField", self.fields["pack"]).choices = choices

    def _post_clean(self) -> None:
        """Skip the model's validation: the service validates, and this form never saves."""


class _OrganisersByName(_OrganiserIterator):
    """Organisers in the order of their names."""

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        yield from map(self.choice, sorted(self.queryset, key=lambda organiser: collation_key(organiser.name)))


class OrganiserField(_OrganiserField):
    """A choice among organisers, one of which has to be chosen."""

    iterator = _OrganisersByName

    def __init__(self, queryset: QuerySet[Organiser]) -> None:
        super().__init__(queryset, label=_("Organiser"), empty_label=None)

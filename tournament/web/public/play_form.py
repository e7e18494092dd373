"""The form that sets up a visitor's own game."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games import registry
from games.dominion import cards
from games.dominion.sets import SETS
from tournament.pages.game_tables.guest_tables import GuestTable, new_table
from tournament.pages.game_tables.opponents import PERSON, STRENGTHS, strengths_of

MOST_SEATS = 4
KINGDOM_SIZE = 10
_EMPTY = ""
_SEATS = [
    (PERSON, gettext_lazy("Person at this screen")),
    *((name, words) for name, (words, _help) in reversed(STRENGTHS.items())),
    (_EMPTY, gettext_lazy("Nobody")),
]
_DRAWN = [
    ("moat-rule", gettext_lazy("Drawn as in the championship")),
    ("random", gettext_lazy("Any ten cards, by lot")),
    ("by-hand", gettext_lazy("The ten cards that you tick")),
]
_DIFFICULTIES = [
    ("normal", pgettext_lazy("difficulty", "Normal")),
    ("hard", pgettext_lazy("difficulty", "Hard")),
    ("champion", pgettext_lazy("difficulty", "Champion")),
]


class PlayForm(forms.Form):
    """Game, seats and set-up; a valid form makes the table."""

    game = forms.ChoiceField(
        choices=[(slug, slug) for slug in ("dominion", "megalomania", "era_of_kingdoms")], initial="dominion"
    )
    seat_1 = forms.ChoiceField(choices=_SEATS, initial=PERSON, required=False)
    seat_2 = forms.ChoiceField(choices=_SEATS, initial="medio", required=False)
    seat_3 = forms.ChoiceField(choices=_SEATS, initial=_EMPTY, required=False)
    seat_4 = forms.ChoiceField(choices=_SEATS, initial=_EMPTY, required=False)
    kingdom = forms.ChoiceField(initial="first_game", required=False)
    cards = forms.MultipleChoiceField(required=False, choices=[(name, name) for name in cards.KINGDOM])
    pairs = forms.BooleanField(required=False)
    trade = forms.BooleanField(required=False)
    difficulty = forms.ChoiceField(choices=_DIFFICULTIES, initial="normal", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        index = 1 if (get_language() or "it").startswith("en") else 0
        names = {
            name: (suggested.italian, suggested.english)[index]
            for card_set in SETS
            for name, suggested in card_set.suggested.items()
        }
        self._choice_field("kingdom").choices = [*names.items(), *_DRAWN]

    def _choice_field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def choices_of(self, name: str) -> list[str]:
        """Return the values that a field offers, in their order."""
        choices = cast("list[tuple[str, str]]", self._choice_field(name).choices)
        return [value for value, _label in choices]

    def clean(self) -> dict[str, Any]:
        """Refuse what no table can be: nobody who plays, too few seats, a bot that the game does not have."""
        data = super().clean() or {}
        if "game" not in data:
            return data
        seats = self._seats(data)
        plugin = registry.get(data["game"])
        if PERSON not in seats:
            self.add_error(None, _("Nobody plays at this screen: choose “Person at this screen” for a seat."))
        if len(seats) not in plugin.players:
            message = _("%(game)s is for %(least)s to %(most)s players; you chose %(chosen)s.")
            least, most = min(plugin.players), max(plugin.players)
            facts = {"game": plugin.names["en"], "least": least, "most": most, "chosen": len(seats)}
            self.add_error(None, message % facts)
        if set(seats) - {PERSON, *strengths_of(data["game"])}:
            self.add_error(None, _("This game has no medium bot yet: choose the weak or the strong one."))
        chosen = len(data.get("cards", ()))
        if data["game"] == "dominion" and data.get("kingdom") == "by-hand" and chosen != KINGDOM_SIZE:
            self.add_error(None, _("A kingdom has ten cards; you ticked %(chosen)s.") % {"chosen": chosen})
        if data["pairs"] and data["game"] == "megalomania" and len(seats) != MOST_SEATS:
            self.add_error(None, _("Pairs are for four players."))
        return data

    @staticmethod
    def _seats(data: dict[str, Any]) -> list[str]:
        return [seat for number in range(1, MOST_SEATS + 1) if (seat := data.get(f"seat_{number}", _EMPTY))]

    def table(self) -> GuestTable:
        """Return the table that a valid form describes."""
        data = self.cleaned_data
        return new_table(data["game"], self._seats(data), self._options(data))

    def _options(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["game"] == "dominion":
            kingdom = data["cards"] if data["kingdom"] == "by-hand" else data["kingdom"] or "first_game"
            return {"kingdom": kingdom, "turn_limit": 400}
        if data["game"] == "megalomania":
            return {"pairs": True} if data["pairs"] else {}
        alone = len(self._seats(data)) == 1
        return {"trade": data["trade"]} | ({"difficulty": data["difficulty"] or "normal"} if alone else {})

"""The form that sets up a visitor's own game."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games import registry
from games.dominion import cards
from games.dominion.sets import SETS
from practice.tables.guest_tables import GuestTable, new_table
from practice.tables.kingdoms import PlayedKingdom, kingdom_by_lot, played_kingdoms
from practice.tables.opponents import PERSON, STRENGTHS
from tournament.card_packs.options import edition_label
from tournament.card_packs.selectors import pack_choices

MOST_SEATS = 4
KINGDOM_SIZE = 10
_EMPTY = ""
_SEATS = [
    (PERSON, gettext_lazy("Person at this screen")),
    *((name, words) for name, (words, _help) in reversed(STRENGTHS.items())),
    (_EMPTY, gettext_lazy("Nobody")),
]
#: The ways to a kingdom.
WAYS = [
    ("evento", gettext_lazy("Of an event")),
    ("consigliato", gettext_lazy("Recommended")),
    ("sorte", gettext_lazy("Random")),
    ("mano", gettext_lazy("By hand")),
]
_DIFFICULTIES = [
    ("normal", pgettext_lazy("difficulty", "Normal")),
    ("hard", pgettext_lazy("difficulty", "Hard")),
    ("champion", pgettext_lazy("difficulty", "Champion")),
]
#: The games whose figures are in packs.
WITH_PACKS = ("megalomania", "era_of_kingdoms")
_ALL_CARDS = [(name, name) for name in cards.KINGDOM]


class PlayForm(forms.Form):
    """Game, seats and set-up; a valid form makes the table."""

    game = forms.ChoiceField(
        choices=[(slug, slug) for slug in ("dominion", "megalomania", "era_of_kingdoms")], initial="dominion"
    )
    seat_1 = forms.ChoiceField(choices=_SEATS, initial=PERSON, required=False)
    seat_2 = forms.ChoiceField(choices=_SEATS, initial="medio", required=False)
    seat_3 = forms.ChoiceField(choices=_SEATS, initial=_EMPTY, required=False)
    seat_4 = forms.ChoiceField(choices=_SEATS, initial=_EMPTY, required=False)
    name_1 = forms.CharField(max_length=40, required=False)
    name_2 = forms.CharField(max_length=40, required=False)
    name_3 = forms.CharField(max_length=40, required=False)
    name_4 = forms.CharField(max_length=40, required=False)
    way = forms.ChoiceField(choices=WAYS, initial="consigliato", required=False)
    round = forms.CharField(max_length=100, required=False)
    kingdom = forms.ChoiceField(initial="first_game", required=False)
    lots = forms.CharField(max_length=20, required=False)
    any_ten = forms.BooleanField(required=False)
    vetoed = forms.MultipleChoiceField(required=False, choices=_ALL_CARDS)
    cards = forms.MultipleChoiceField(required=False, choices=_ALL_CARDS)
    pairs = forms.BooleanField(required=False)
    trade = forms.BooleanField(required=False)
    difficulty = forms.ChoiceField(choices=_DIFFICULTIES, initial="normal", required=False)
    pack_megalomania = forms.ChoiceField(required=False)
    pack_era_of_kingdoms = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        index = 1 if (get_language() or "it").startswith("en") else 0
        names = {
            name: (suggested.italian, suggested.english)[index]
            for card_set in SETS
            for name, suggested in card_set.suggested.items()
        }
        self._choice_field("kingdom").choices = [*names.items()]
        for game in WITH_PACKS:
            self._offer_packs(game)

    def _offer_packs(self, game: str) -> None:
        """Offer the editions of a game's cards, newest first; the printed cards are chosen where there are any."""
        field, editions = self._choice_field(f"pack_{game}"), pack_choices(game)
        field.choices = [(name, edition_label(name, is_printed)) for name, is_printed in editions]
        field.initial = next((name for name, is_printed in editions if is_printed), editions[-1][0])

    def _choice_field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    # --- a kingdom by lot, before the form is sent ------------------------------------------------------------------

    def chosen(self, name: str) -> Any:
        """Return what the page shows as chosen for a field."""
        return self[name].value() or self.fields[name].initial

    @property
    def vetoes(self) -> list[str]:
        """The cards that people have turned down, one each."""
        return [name for name in self["vetoed"].value() or () if name in cards.KINGDOM]

    @property
    def vetoes_left(self) -> int:
        """The vetoes that are left: one for each person."""
        people = sum(self.chosen(f"seat_{number}") == PERSON for number in range(1, MOST_SEATS + 1))
        return max(0, int(people) - len(self.vetoes))

    @cached_property
    def lots_text(self) -> str:
        """Return the text that draws the kingdom by lot."""
        return str(self["lots"].value() or token_hex(6))[:20]

    def by_lot(self) -> tuple[str, ...]:
        """Return the kingdom by lot that the page shows."""
        return kingdom_by_lot(self.lots_text, self.vetoes, moat_rule=not self["any_ten"].value())

    @cached_property
    def rounds(self) -> list[PlayedKingdom]:
        """Return the rounds whose kingdom can be played."""
        return played_kingdoms()

    # --- checks -----------------------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Refuse what no table can be: nobody who plays, too few seats, a kingdom that is not complete."""
        data = super().clean() or {}
        if "game" not in data:
            return data
        seats = [seat for seat, _name in self._seats(data)]
        plugin = registry.get(data["game"])
        if PERSON not in seats:
            self.add_error(None, _("Nobody plays at this screen: choose “Person at this screen” for a seat."))
        if len(seats) not in plugin.players:
            message = _("%(game)s is for %(least)s to %(most)s players; you chose %(chosen)s.")
            least, most = min(plugin.players), max(plugin.players)
            facts = {"game": plugin.names["en"], "least": least, "most": most, "chosen": len(seats)}
            self.add_error(None, message % facts)
        if data["game"] == "dominion":
            self._check_kingdom(data)
        if data["pairs"] and data["game"] == "megalomania" and len(seats) != MOST_SEATS:
            self.add_error(None, _("Pairs are for four players."))
        return data

    def _check_kingdom(self, data: dict[str, Any]) -> None:
        ticked = len(data.get("cards", ()))
        if data.get("way") == "mano" and ticked != KINGDOM_SIZE:
            self.add_error(None, _("A kingdom has ten cards; you ticked %(chosen)s.") % {"chosen": ticked})
        if data.get("way") == "evento" and self._round_cards(data) is None:
            self.add_error(None, _("Choose the round whose kingdom you want to play."))

    def _round_cards(self, data: dict[str, Any]) -> tuple[str, ...] | None:
        return next((each.cards for each in self.rounds if each.value == data.get("round")), None)

    @staticmethod
    def _seats(data: dict[str, Any]) -> list[tuple[str, str]]:
        """Return the seats that are taken, with the names that people gave."""
        return [
            (seat, data.get(f"name_{number}", "") if seat == PERSON else "")
            for number in range(1, MOST_SEATS + 1)
            if (seat := data.get(f"seat_{number}", _EMPTY))
        ]

    def table(self) -> GuestTable:
        """Return the table that a valid form describes."""
        data = self.cleaned_data
        seats = self._seats(data)
        return new_table(
            data["game"], [seat for seat, _name in seats], self._options(data), [name for _seat, name in seats]
        )

    def _options(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["game"] == "dominion":
            return {"kingdom": self._kingdom(data), "turn_limit": 400}
        field = f"pack_{data['game']}"
        pack = {"pack": data[field] or self.fields[field].initial}
        if data["game"] == "megalomania":
            return pack | ({"pairs": True} if data["pairs"] else {})
        alone = len(self._seats(data)) == 1
        return pack | {"trade": data["trade"]} | ({"difficulty": data["difficulty"] or "normal"} if alone else {})

    def _kingdom(self, data: dict[str, Any]) -> Any:
        if data["way"] == "mano":
            return data["cards"]
        if data["way"] == "evento":
            return list(self._round_cards(data) or ())
        return list(self.by_lot()) if data["way"] == "sorte" else data["kingdom"] or "first_game"


def lots_changed(sent: QueryDict) -> QueryDict | None:
    """Return what was sent with another draw, or with a card turned down, to be shown; None if the game is to begin."""
    if not {"redraw", "veto", "show"} & sent.keys():
        return None
    changed = sent.copy()
    if "redraw" in sent:
        changed["lots"] = token_hex(6)
        changed.setlist("vetoed", [])
    elif "veto" in sent and PlayForm(sent).vetoes_left:
        changed.appendlist("vetoed", str(sent["veto"]))
    return changed

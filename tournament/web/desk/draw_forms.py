"""Forms of a draw: the word called out, and the outcome of a draw made by hand."""

from __future__ import annotations

import re
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games import registry
from games.game import GameError
from games.sheet_form import CardReader
from tournament.core.numbers import whole_number
from tournament.draws.beacon import has_beacon
from tournament.events.draw_preview import is_draw_day_unusual
from tournament.models import Entry, Event
from tournament.pages.event import edition
from tournament.regulation import parameters as regulation
from tournament.regulation.validity import draws_kingdom


def dates_reason_field() -> forms.CharField:
    """Return the field for the reason of a draw outside the event's days."""
    return forms.CharField(
        label=_("Why it is drawn outside the event’s days"),
        max_length=500,
        widget=forms.Textarea(),
        help_text=_("The Referent reads it."),
        error_messages={"required": _("Write why: the draw is outside the event’s days.")},
    )


class DrawDayForm(forms.Form):
    """The reason for drawing outside the event's days; without fields on those days."""

    dates_reason = dates_reason_field()

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_draw_day_unusual(event):
            del self.fields["dates_reason"]


class WordForm(DrawDayForm):
    """The word of a draw where the site has no beacon, and the reason for an unusual day."""

    field_order = ("word", "dates_reason")
    word = forms.CharField(
        label=_("A word"),
        min_length=3,
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("A player says it aloud: it decides the draw, together with a secret of this site."),
        error_messages={"required": _("Write the word: without it nothing is drawn.")},
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if has_beacon():
            del self.fields["word"]


class HandDrawForm(forms.Form):
    """The outcome of a draw made with cards or slips of paper, and who watched it."""

    tables = forms.CharField(
        label=_("Tables drawn by hand"),
        required=False,
        widget=forms.Textarea(),
        help_text=_("One line per table: the numbers of the entries in playing order, e.g. 9 11 10 2."),
    )
    kingdom = forms.CharField(
        label=_("Kingdom drawn by hand"),
        required=False,
        # The placeholder tells the style sheet that the field is empty.
        widget=forms.Textarea(attrs={"placeholder": " "}),
        help_text=_("Ten cards in the order they were drawn, separated by commas. Empty: the site draws it."),
    )
    rejected = forms.CharField(
        label=_("Attacks put aside by the Moat rule"),
        required=False,
        help_text=_("Only if the tenth had to be drawn again, in order."),
    )
    first_witness = forms.CharField(label=_("Who watched the draw?"), max_length=120, required=False)
    second_witness = forms.CharField(
        label=_("And who else?"),
        max_length=120,
        required=False,
        help_text=_("The public page says “by hand”; it shows their names if they play and show them."),
    )
    hand_word = forms.CharField(
        label=_("The word, for what was not drawn by hand"),
        max_length=64,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Needed unless tables and kingdom are both written here."),
    )
    hand_dates_reason = dates_reason_field()

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        number = event.round_set.count() + 1
        if not draws_kingdom(event.game, number, regulation=regulation.get(event.regulation)):
            del self.fields["kingdom"], self.fields["rejected"]
        if not is_draw_day_unusual(event):
            del self.fields["hand_dates_reason"]
        for name in ("first_witness", "second_witness"):
            self.fields[name].required = not event.is_practice
        if has_beacon():
            del self.fields["hand_word"]

    def clean_tables(self) -> list[list[Entry]] | None:
        text = self.cleaned_data["tables"].strip()
        if not text:
            return None
        entries = {entry.number: entry for entry in self.event.entries.select_related("person")}
        tables = []
        for line in filter(str.strip, text.splitlines()):
            numbers = re.findall(r"\d+", line)
            unknown_numbers = [number for number in numbers if whole_number(number) not in entries]
            if unknown_numbers:
                raise forms.ValidationError(
                    _("No entry has the number %(number)s."), params={"number": unknown_numbers[0][:20]}
                )
            tables.append([entries[whole_number(number)] for number in numbers])
        return tables

    def _cards(self, name: str) -> list[str]:
        game = registry.get(self.event.game)
        try:
            return cast("CardReader", game.form).read_cards(self.cleaned_data[name])
        except GameError as unknown:
            text, nearest = getattr(unknown, "text", ""), getattr(unknown, "nearest", None)
            message = _("No card is called “%(text)s”.") % {"text": str(text).strip()}
            if nearest:
                nearest_name = game.display.setup_cards({"drawn": [nearest]}, edition(self.event))[0].name
                message = _("No card is called “%(text)s”. Is it %(nearest)s?") % {
                    "text": str(text).strip(),
                    "nearest": nearest_name,
                }
            raise forms.ValidationError(message) from unknown

    def clean_kingdom(self) -> list[str]:
        return self._cards("kingdom")

    def clean_rejected(self) -> list[str]:
        return self._cards("rejected")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data["tables"] and not data.get("kingdom"):
            raise forms.ValidationError(_("Write what came out: the tables, the kingdom or both."))
        return data

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``hand_draw`` other than ``event`` and ``by``."""
        data = self.cleaned_data
        kingdom = {"drawn": data["kingdom"], "rejected": data.get("rejected", [])} if data.get("kingdom") else None
        return {
            "word": data.get("hand_word", ""),
            "seats": data["tables"],
            "kingdom": kingdom,
            "witnesses": [data["first_witness"], data["second_witness"]],
            "dates_reason": data.get("hand_dates_reason", ""),
        }

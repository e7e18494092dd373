"""Page on which the desk records a player who is drawn to a table and does not come."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.models import Round, Seat, Table
from tournament.regulation.parameters import TABLE_SIZE
from tournament.regulation.refused import Refused
from tournament.rounds.no_shows import can_draw_again, table_no_show
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.requests import SignedInRequest


class NoShowForm(forms.Form):
    """Choose a player of a table that has not delivered a sheet; the groups say what becomes of the table."""

    seat = forms.ModelChoiceField(Seat.objects.none(), label=gettext_lazy("Who did not come"))
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=200)

    def __init__(self, *args: Any, game_round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = Table.objects.filter(round=game_round, sheets=None)
        seats = Seat.objects.filter(table__in=tables).select_related("table", "entry__person")
        chosen = self.fields["seat"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = seats
        again = can_draw_again(game_round)
        by_table: dict[int, list[tuple[int, str]]] = {}
        for seat in seats.order_by("table__number", "position"):
            by_table.setdefault(seat.table.number, []).append((seat.pk, str(seat.entry)))
        choices = [(_table_words(number, len(people), again), people) for number, people in sorted(by_table.items())]
        chosen.choices = [("", "---------"), *choices]
        self.fields["reason"].initial = _("Called three times, not in the hall")


def _table_words(number: int, players: int, can_draw: bool) -> str:
    """Return what becomes of a table whose player did not come.

    Arguments:
        can_draw: whether the round can be drawn again.
    """
    facts = {"number": number, "players": players - 1}
    if players < TABLE_SIZE and can_draw:
        return _("Table %(number)s: the round is drawn again") % facts
    return _("Table %(number)s: goes on with %(players)s") % facts


@require_http_methods(["GET", "HEAD", "POST"])
def no_show(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Take a player who did not come off a table, or undo the draw so that it is made without them."""
    event = get_event_or_404(request, slug)
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    form = NoShowForm(request.POST or None, game_round=game_round)
    if request.method == "POST" and form.is_valid():
        try:
            plays_on = table_no_show(
                seat=form.cleaned_data["seat"], reason=form.cleaned_data["reason"], by=request.user
            )
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            if plays_on:
                words = _("Table %(number)s goes on without the player: print its sheet again.")
                messages.success(request, words % {"number": form.cleaned_data["seat"].table.number})
            else:
                messages.success(request, _("The round is undone: draw it again, without the player."))
            return redirect("desk", slug)
    context = {
        "event": event,
        "form": form,
        "question": _("A player did not come"),
        "consequence": _(
            "A table of four goes on with three, the others in their order. A table of three: while no sheet of the "
            "round is in, the draw is undone and made again without the player; afterwards the two play on, and nobody "
            "gets the third place."
        ),
        "kept": _("Everybody can read the reason, and the Referent too. Whoever comes later does not play this round."),
    }
    return render(request, "web/desk/reason.html", context, status=422 if form.errors else 200)

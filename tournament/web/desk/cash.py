"""The cash list of an event: prices with reductions, who has paid which, and the sums."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.collation import by_name
from tournament.core.numbers import whole_number
from tournament.entries.payments import cash_totals, entry_pay, entry_unpay, price_remove, price_set
from tournament.models import EntryPrice
from tournament.pages.export_columns import CASH
from tournament.pages.exports import Export, render_or_export
from tournament.people.selectors import event_entries
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


class PriceForm(forms.Form):
    """A price: its name and the amount in euro."""

    label = forms.CharField(label=_("Name of the price"), max_length=60)
    amount = forms.DecimalField(label=_("Amount in euro"), min_value=0, max_value=1000, decimal_places=2)


@require_http_methods(["GET", "HEAD", "POST"])
def cash(request: SignedInRequest, slug: str) -> HttpResponse:
    """List who has paid what, and add a price."""
    event = get_event_or_404(request, slug)
    form = PriceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            price_set(event=event, label=form.cleaned_data["label"], cents=int(form.cleaned_data["amount"] * 100))
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            return redirect("cash", slug)
    entries = by_name(event_entries(event))
    totals = cash_totals(entries)
    context = {
        "event": event,
        "form": form,
        "prices": [(price, Decimal(price.cents) / 100) for price in event.prices.all()],
        "rows": [(entry, None if entry.paid_cents is None else Decimal(entry.paid_cents) / 100) for entry in entries],
        "totals": [(total, Decimal(total.cents) / 100) for total in totals],
        "sum": Decimal(sum(total.cents for total in totals)) / 100,
        "paid": sum(total.players for total in totals),
    }
    status = 422 if form.errors else 200
    return render_or_export(
        request,
        "web/desk/cash.html",
        context,
        Export("cassa", CASH, entries),
        status=status,
        proof=require_reauthentication,
    )


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("cash", slug))
def cash_price_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a price; what was paid stays in the list."""
    event = get_event_or_404(request, slug)
    price_remove(price=get_object_or_404(EntryPrice, pk=pk, event=event))
    return redirect("cash", slug)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("cash", slug))
def cash_pay(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Store that a player paid the price of the button, or that they did not after all."""
    event = get_event_or_404(request, slug)
    entry = get_object_or_404(event.entries.select_related("person"), pk=pk)
    if "undo" in request.POST:
        entry_unpay(entry=entry, by=request.user)
    else:
        price = get_object_or_404(EntryPrice, pk=whole_number(request.POST.get("price", "")), event=event)
        entry_pay(entry=entry, price=price, by=request.user)
    return redirect("cash", slug)

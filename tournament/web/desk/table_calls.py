"""Call the players of a table from the desk (organisers and referees)."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.models import Table
from tournament.rounds.table_calls import table_call
from tournament.web.common import get_event_or_404, redirect_on_rule_error
from tournament.web.requests import SignedInRequest


@require_POST
@redirect_on_rule_error(lambda slug, number, **_more: ("round_desk", slug, number))
def call_table(request: SignedInRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Send the notice "you are called" to the players of a table who have an account."""
    event = get_event_or_404(request, slug)
    tables = Table.objects.select_related("round__event").filter(round__event=event, round__number=number)
    reached = table_call(table=get_object_or_404(tables, number=table), by=request.user)
    if reached:
        text = ngettext(
            "Table %(table)s is called: %(n)s player has an account.",
            "Table %(table)s is called: %(n)s players have an account.",
            reached,
        )
        messages.success(request, text % {"table": table, "n": reached})
    else:
        messages.info(request, _("Nobody at table %(table)s has an account: call them by voice.") % {"table": table})
    return redirect("round_desk", slug, number)

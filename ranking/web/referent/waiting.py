"""What waits for whom: open requests with their owner and their age."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ranking.homologation.waiting import Waiting, waiting_things
from ranking.web.export_columns import WAITING_ACTS
from tournament.pages.exports import Export, render_or_export

#: Per kind of what waits: what it is, and the address of the page of the act; True if it has the row's key.
KINDS = {
    "authorisation": (_("event to authorise"), "authorisations", False),
    "homologation": (_("report to decide on"), "homologation", True),
    "report": (_("report to send"), "homologation", True),
    "organiser_request": (_("request to organise"), "organiser_requests", False),
    "organiser_answer": (_("answer to the Referent’s question"), "organiser_requests", False),
    "consent": (_("signed consent form to read"), "consents", False),
    "claim": (_("results to link to an account"), "claims", False),
    "erasure": (_("erasure of personal data"), "erasures", False),
    "entry": (_("requests to enter to answer"), "entries", True),
    "error": (_("reported error to answer"), "error_reports", True),
    "error_of_report": (_("reported error to answer"), "error_reports_all", False),
    "closing": (_("season to close"), "season_end", True),
    "call": (_("answers to the call-up"), "call_up", True),
}
SIDES = {"referent": _("National Referent"), "club": _("clubs"), "player": _("players")}


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Something that waits, with its words and the address of the page where it is done."""

    row: Waiting
    label: str
    url: str


def _row(row: Waiting) -> WaitingRow:
    label, name, has_key = KINDS[row.kind]
    return WaitingRow(row, str(label), reverse(name, args=[row.key] if has_key else []))


@permission_required("ranking.homologate", raise_exception=True)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """List what waits for the Referent, for clubs and for players, the oldest first; ``?chi=`` shows one of them."""
    everything = waiting_things()
    side = request.GET.get("chi", "")
    rows = [_row(row) for row in everything if side not in SIDES or row.side == side]
    counts = Counter(row.side for row in everything)
    sides = [(name, words, counts[name]) for name, words in SIDES.items()]
    context = {"rows": rows, "sides": sides, "side": side if side in SIDES else "", "total": len(everything)}
    return render_or_export(request, "web/referent/waiting.html", context, Export("attese", WAITING_ACTS, rows))

"""What waits for whom: open requests with their owner and their age."""

from __future__ import annotations

from collections import Counter

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ranking.web.export_columns import SIDES, WAITING_ACTS
from tournament.delivery.waiting import waiting_things
from tournament.pages.exports import Export, render_or_export


@permission_required("ranking.homologate", raise_exception=True)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """List what waits for the Referent, for clubs and for players, the oldest first; ``?chi=`` shows one of them."""
    everything = waiting_things()
    side = request.GET.get("chi", "")
    rows = [row for row in everything if side not in SIDES or row.side == side]
    counts = Counter(row.side for row in everything)
    sides = [(name, words, counts[name]) for name, words in SIDES.items()]
    context = {"rows": rows, "sides": sides, "side": side if side in SIDES else "", "total": len(everything)}
    return render_or_export(request, "web/referent/waiting.html", context, Export("attese", WAITING_ACTS, rows))

"""The final Ranking of a closed season: page, PDF and the signed file (art. 1.6)."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ranking.closing.document import SIGNED_FORMAT
from ranking.closing.reading import final_document
from ranking.closing.selectors import standing_document
from ranking.models import FinalRanking
from ranking.web.printing import final_ranking_paper
from tournament.web.shared import shared


def _document(number: int) -> FinalRanking:
    """Return the document with this number. Raises Http404."""
    documents = FinalRanking.objects.select_related("season", "reopening")
    document: FinalRanking = get_object_or_404(documents, number=number)
    return document


@login_not_required
@require_safe
@shared
def final_ranking(request: HttpRequest, number: int) -> HttpResponse:
    """Show a final Ranking with its number, date, digest and signature, and whether it still holds."""
    viewer = request.user if request.user.is_authenticated else None
    document = _document(number)
    reopening = getattr(document, "reopening", None)
    context = {
        "shown": final_document(document, viewer),
        "season": document.season,
        "reopening": reopening,
        "newer": standing_document(document.season) if reopening else None,
    }
    return render(request, "web/public/ranking/final_ranking.html", context)


@login_not_required
@require_safe
def final_ranking_file(request: HttpRequest, number: int) -> HttpResponse:
    """Return the signed text with digest, key and signature as JSON; ``ranking_verify`` checks it anywhere."""
    document = _document(number)
    content = {
        "format": SIGNED_FORMAT,
        "text": document.content,
        "sha256": document.sha256,
        "key": document.key,
        "signature": document.signature,
    }
    response = HttpResponse(json.dumps(content, ensure_ascii=False, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="final-ranking-{document.number}.json"'
    return response


@login_not_required
@require_safe
def final_ranking_pdf(request: HttpRequest, number: int) -> HttpResponse:
    """Return a final Ranking as an A4 PDF with its digest and signature, the names as the public sees them."""
    document = _document(number)
    content = final_ranking_paper(final_document(document), (get_language() or "it")[:2])
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="final-ranking-{document.number}.pdf"'
    return response

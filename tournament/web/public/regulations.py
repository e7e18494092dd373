"""The regulation for everybody: in short, the whole text with a search, as a PDF, and the federation's document."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import RegulationDocument
from tournament.pages.regulation import points_rows, value_rows
from tournament.pages.telling import matching_text, tell
from tournament.printing.regulation_paper import regulation_paper
from tournament.regulation import parameters as regulation
from tournament.regulation_versions.selectors import (
    documents_of,
    published_version,
    value_origins,
    version_in_force,
    version_lines,
)
from tournament.web.common import get_regulation_or_404, pdf_response
from tournament.web.shared import shared

#: Longest search in the text.
LONGEST_SEARCH = 80


@login_not_required
@require_safe
@shared
def regulation_page(request: HttpRequest, version: str = "") -> HttpResponse:
    """Show the numbers, readings and articles of one version of the regulation, by default the one in force (art. 1.1).

    Raises Http404 for an unknown version.
    """
    numbers = get_regulation_or_404(version) if version else version_in_force()
    published = published_version(numbers.version)
    before = regulation.get(published.based_on) if published else None
    rows = value_rows(numbers, before)
    context = {
        "numbers": numbers,
        "minimums": [(fascia.value, minimum) for fascia, minimum in numbers.minimum_players.items()],
        "bands": points_rows(numbers),
        "readings": [row for row in rows if row.reading],
        "changes": [row for row in rows if row.before],
        "published": published,
        "versions": version_lines(),
        "documents": documents_of(numbers.version),
    }
    return render(request, "web/public/regulation.html", context)


@login_not_required
@require_safe
@shared
def regulation_text(request: HttpRequest, version: str) -> HttpResponse:
    """Show the whole text of a version, or with ``?cerca=`` what of it has all of some words.

    Raises Http404 for an unknown version.
    """
    numbers = get_regulation_or_404(version)
    words = request.GET.get("cerca", "").strip()[:LONGEST_SEARCH]
    telling = tell(numbers, value_origins(numbers.version))
    context = {"numbers": numbers, "words": words, "telling": matching_text(telling, words) if words else telling}
    return render(request, "web/public/regulation_text.html", context)


@login_not_required
@require_safe
def regulation_pdf(request: HttpRequest, version: str) -> HttpResponse:
    """Return the whole text of a version as a PDF in the visitor's language. Raises Http404 for an unknown version."""
    numbers = get_regulation_or_404(version)
    language = (get_language() or "it")[:2]
    return pdf_response(regulation_paper(numbers, language), f"regolamento-{numbers.version}-{language}")


@login_not_required
@require_safe
def regulation_document(request: HttpRequest, version: str, language: str, kind: str) -> FileResponse:
    """Return the federation's own document of a version, as a file to save: the browser never runs it.

    Raises Http404 for an unknown version and for one without a document.
    """
    numbers = get_regulation_or_404(version)
    document = get_object_or_404(RegulationDocument, version=numbers.version, language=language, kind=kind)
    try:
        content = document.file.open("rb")
    except FileNotFoundError as missing_file:
        raise Http404 from missing_file
    return FileResponse(content, as_attachment=True, filename=document.name, content_type=document.content_type)

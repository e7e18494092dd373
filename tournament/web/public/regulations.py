"""The regulation for everybody: the federation's document to read, search and print, and our explanation beside it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import RegulationDocument
from tournament.pages.regulation import (
    asked_cases,
    cases,
    cases_by_article,
    document_prose,
    points_rows,
    version_documents,
)
from tournament.printing.regulation_paper import regulation_paper
from tournament.regulation import parameters as regulation
from tournament.regulation.names import folded
from tournament.regulation.parameters import Fascia
from tournament.regulation_versions.selectors import documents_of, published_version, version_in_force, version_lines
from tournament.regulation_versions.words import value_rows
from tournament.web.common import get_regulation_or_404, pdf_response
from tournament.web.shared import shared

#: Longest search in the text.
LONGEST_SEARCH = 80


def _language() -> str:
    return (get_language() or "it")[:2]


@login_not_required
@require_safe
@shared
def regulation_page(request: HttpRequest, version: str = "") -> HttpResponse:
    """Lead to the document of a version, by default the one in force, and explain it in plain words (art. 1.1).

    Raises Http404 for an unknown version.
    """
    numbers = get_regulation_or_404(version) if version else version_in_force()
    published = published_version(numbers.version)
    before = regulation.get(published.based_on) if published else None
    documents, found = version_documents(numbers.version, _language()), cases(numbers)
    context = {
        "numbers": numbers,
        "least": numbers.minimum_players[Fascia.I],
        "least_open": numbers.minimum_players[Fascia.III],
        "bands": points_rows(numbers),
        "documents": documents,
        "title": _title(documents.text),
        "asked": asked_cases(found),
        "articles": cases_by_article(found),
        "number_of_cases": len(found),
        "changes": [row for row in value_rows(numbers, before) if row.before],
        "published": published,
        "versions": version_lines(),
    }
    return render(request, "web/public/regulation.html", context)


def _title(document: RegulationDocument | None) -> str:
    if document is None:
        return ""
    try:
        return document_prose(document).title
    except FileNotFoundError:
        return ""


@login_not_required
@require_safe
@shared
def regulation_text(request: HttpRequest, version: str) -> HttpResponse:
    """Show the federation's text of a version, or with ``?cerca=`` the sections that have all of some words.

    Without a text it leads to the paper, and without either to the page of the version. Raises Http404 for an unknown
    version.
    """
    numbers = get_regulation_or_404(version)
    documents = version_documents(numbers.version, _language())
    if documents.text is None:
        return redirect("regulation_pdf" if documents.paper else "regulation_version", numbers.version)
    try:
        prose = document_prose(documents.text)
    except FileNotFoundError:
        return redirect("regulation_version", numbers.version)
    words = request.GET.get("cerca", "").strip()[:LONGEST_SEARCH]
    wanted = folded(words).split()
    context = {
        "numbers": numbers,
        "words": words,
        "prose": prose,
        "hits": [(section, section.marked(wanted)) for section in prose.matching(words)],
        "document": documents.text,
        "documents": documents_of(numbers.version),
    }
    return render(request, "web/public/regulation_text.html", context)


@login_not_required
@require_safe
def regulation_pdf(request: HttpRequest, version: str) -> HttpResponse:
    """Return the document of a version as a PDF; without one lead to the page of the version.

    Raises Http404 for an unknown version.
    """
    number, language = get_regulation_or_404(version).version, _language()
    paper = regulation_paper(number, language)
    if paper is None:
        return redirect("regulation_version", number)
    return pdf_response(paper, f"regolamento-{number}-{language}")


@login_not_required
@require_safe
def regulation_document(request: HttpRequest, version: str, language: str, kind: str) -> FileResponse:
    """Return a document of a version as it was given, as a file to save: the browser never runs it.

    Raises Http404 for an unknown version and for one without this document.
    """
    numbers = get_regulation_or_404(version)
    document = get_object_or_404(RegulationDocument, version=numbers.version, language=language, kind=kind)
    try:
        content = document.file.open("rb")
    except FileNotFoundError as missing_file:
        raise Http404 from missing_file
    return FileResponse(content, as_attachment=True, filename=document.name, content_type=document.content_type)

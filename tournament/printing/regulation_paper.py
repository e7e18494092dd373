"""The regulation on paper: the federation's PDF, else its text set by us (art. 1.1)."""

from __future__ import annotations

from tournament.pages.regulation import document_prose, version_documents
from tournament.printing.render import pdf


def regulation_paper(version: str, language: str) -> bytes | None:
    """Return the document of a version as a PDF, in a language where there is one; None without a document."""
    documents = version_documents(version, language)
    try:
        if documents.paper is not None:
            with documents.paper.file.open("rb") as file:
                paper: bytes = file.read()
            return paper
        if documents.text is not None:
            context = {"version": version, "prose": document_prose(documents.text)}
            return pdf("print/regulation.html", context, documents.text.language)
    except FileNotFoundError:
        return None
    return None

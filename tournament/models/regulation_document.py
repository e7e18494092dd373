"""The federation's own document of a version of the regulation, a text and a paper: kept, handed out, never run."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


def document_path(document: RegulationDocument, filename: str) -> str:
    """Return the storage path: under the hash of the content, never a name given by a visitor."""
    return f"regulations/{document.sha256[:32]}.{document.kind}"


class RegulationDocument(models.Model):
    """A version's text or paper in one language. Another takes its place; the history keeps its hash."""

    class Kind(models.TextChoices):
        TEXT = "md", _("text")
        PAPER = "pdf", _("PDF as printed")

    #: The number of the version: that of the code has no row.
    version = models.CharField(max_length=20)
    language = models.CharField(_("language"), max_length=2, choices=[("it", _("Italian")), ("en", _("English"))])
    kind = models.CharField(max_length=3, choices=Kind)
    file = models.FileField(_("document"), upload_to=document_path)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    #: Of the paper; 0 of a text.
    pages = models.PositiveSmallIntegerField(default=0, db_default=0)
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["-language", "kind"]
        verbose_name, verbose_name_plural = _("document of the regulation"), _("documents of the regulation")
        constraints = [
            models.UniqueConstraint(fields=["version", "language", "kind"], name="one_document_by_language_and_kind")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Return the name that the file is saved under."""
        return f"regolamento-{self.version}-{self.language}.{self.kind}"

    @property
    def content_type(self) -> str:
        """Return the type in which it is handed out; of Markdown that of plain text, which no browser runs."""
        return _CONTENT_TYPES[self.kind]


_CONTENT_TYPES: Final = {
    RegulationDocument.Kind.PAPER.value: "application/pdf",
    RegulationDocument.Kind.TEXT.value: "text/plain; charset=utf-8",
}

"""Versions of the regulation that the Referent writes: drafts change, a published version never does (art. 1.1)."""

from __future__ import annotations

from typing import Any

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history

#: How the number of a version is written, e.g. ``2.1``.
NUMBER_PATTERN = r"[0-9]{1,4}(\.[0-9]{1,4}){1,2}"


class RegulationVersionUnchangeable(Exception):
    """Raised on changing or deleting a published version: events were played by it."""


class RegulationVersion(models.Model):
    """One version besides that of the code; its values are those of ``regulation.version_values``."""

    number = models.CharField(
        _("number"),
        max_length=20,
        unique=True,
        validators=[RegexValidator(rf"^{NUMBER_PATTERN}\Z", _("A number such as 2.1."))],
    )
    #: The version that was copied.
    based_on = models.CharField(max_length=20)
    values = models.JSONField()
    note = models.TextField(_("what changes and why"), max_length=4000)
    effective_from = models.DateField(_("in force from"))
    published_at = models.DateTimeField(null=True, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["-effective_from", "-pk"]
        verbose_name, verbose_name_plural = _("version of the regulation"), _("versions of the regulation")
        constraints = [models.CheckConstraint(condition=~Q(number=""), name="regulation_version_has_a_number")]

    def __str__(self) -> str:
        return self.number

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the version. Errors: RegulationVersionUnchangeable if it was published before."""
        self._require_draft()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete a draft. Errors: RegulationVersionUnchangeable if it was published."""
        self._require_draft()
        return super().delete(*args, **kwargs)

    @property
    def is_published(self) -> bool:
        """Return whether events can be played by it."""
        return self.published_at is not None

    def _require_draft(self) -> None:
        if not self._state.adding and type(self).objects.filter(pk=self.pk, published_at__isnull=False).exists():
            raise RegulationVersionUnchangeable(self.number)

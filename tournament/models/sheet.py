"""Score sheets of a table: versions, never overwritten; at most one confirmed."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.accounts import account_name
from tournament.models.history import audited_history
from tournament.models.stored_sentences import stored_sentence


class Sheet(models.Model):
    """One version of a table's result. ``data`` is the ``sheet`` of a ``score-sheet/1`` file."""

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("to be confirmed")
        CONFIRMED = "confirmed", _("confirmed")
        SUPERSEDED = "superseded", _("superseded")

    table = models.ForeignKey("tournament.Table", models.CASCADE, related_name="sheets")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.SUBMITTED)
    data = models.JSONField()
    #: Findings of the engine when it was stored: [{"code", "severity", "path", "params", "article", "value", "bound"}].
    findings = models.JSONField(default=list, blank=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Who entered it without an account, e.g. the link of table 7, as a stored sentence: its code, blank otherwise.
    entered_with = models.CharField(max_length=120, blank=True)
    entered_with_params = models.JSONField(default=dict, blank=True)
    entered_at = models.DateTimeField(auto_now_add=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    #: Why a confirmed sheet was corrected.
    reason = models.TextField(_("reason of the correction"), blank=True)
    #: Why the referee closed the table despite an ERROR; shown to the Referent.
    forced_reason = models.TextField(_("reason to close all the same"), blank=True)
    #: Idempotency key given by the client: the same sheet sent twice is one version.
    key = models.CharField(max_length=40, unique=True, null=True, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["table", "-version"]
        verbose_name, verbose_name_plural = _("score sheet"), _("score sheets")
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="sheet_version_once"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(state="confirmed"), name="one_confirmed_sheet"
            ),
        ]

    @property
    def entered_name(self) -> str:
        """Return who entered it: an account, or the private link that was used; a dash if unknown."""
        if self.entered_by is not None:
            return account_name(self.entered_by)
        return stored_sentence(self.entered_with, self.entered_with_params) or "–"

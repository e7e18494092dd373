"""Personal tokens by which a program uses the API for a user."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A token that a user gave to a program: it has its user's permissions until it expires or is revoked.

    Only the SHA-256 of the token is stored, and its first characters to recognise it by; the token itself is shown
    once, when it is issued. A row is never deleted while its user exists: a revoked token stays in the list.
    """

    class Scope(models.TextChoices):
        """Limits of a token below the powers of its user."""

        RESULTS = "results", _("enter, confirm and correct results")
        DESK = "desk", _("run events: players, draws, rounds, clock, report")
        DECISIONS = "decisions", _("decide on events, as a Referent")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(_("begins with"), max_length=8)
    token_sha256 = models.CharField(max_length=64, unique=True)
    #: Of Scope, separated by single spaces.
    scopes = models.CharField(_("may"), max_length=60, default=Scope.RESULTS, db_default=Scope.RESULTS)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    #: Written at most once an hour: it shows whether a token is in use, not what its holder does.
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name, verbose_name_plural = _("API token"), _("API tokens")
        indexes = [models.Index(fields=["user", "-made_at"], name="api_token_of_user")]

    def __str__(self) -> str:
        return self.name

    @property
    def scope_labels(self) -> list[str]:
        """Return what the token allows, in words."""
        return [str(self.Scope(scope).label) for scope in self.scopes.split()]

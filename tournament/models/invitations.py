"""Invitations to a role, sent by mail."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import EventRole
from tournament.models.history import audited_history


class Invitation(models.Model):
    """A role offered to the owner of a mail address, who accepts it with an account that has confirmed the address.

    Only the SHA-256 of its token is stored; the token is derived from ``salt`` when the mail is sent. The address is
    emptied once somebody accepts: from then on the account is known.
    """

    class Grant(models.TextChoices):
        ORGANISER = EventRole.Role.ORGANISER.value, _("organiser")
        REFEREE = EventRole.Role.REFEREE.value, _("referee")
        PHOTO = EventRole.Role.PHOTO.value, pgettext_lazy("part in an event", "photographs")
        MEMBER = "member", _("member of an organiser")
        REFERENT = "referent", _("National Referent")

    #: Lower case.
    address = models.EmailField(_("mail"), blank=True)
    grant = models.CharField(_("part"), max_length=12, choices=Grant)
    #: The event or the organiser of the role; both null for a National Referent.
    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="invitations")
    organiser = models.ForeignKey(
        "tournament.Organiser", models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    #: Of the mail, unless the reader's account has chosen one.
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="it")
    salt = models.CharField(max_length=32)
    token_sha256 = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    mailed_at = models.DateTimeField(_("mailed at"))
    expires_at = models.DateTimeField(_("valid until"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="accepted_invitations"
    )
    revoked_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    history = audited_history(excluded_fields=["address", "salt", "token_sha256"])

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name, verbose_name_plural = _("invitation"), _("invitations")
        indexes = [models.Index(fields=["address"], name="invitation_of_address")]
        constraints = [
            models.CheckConstraint(
                condition=Q(grant="referent", event__isnull=True, organiser__isnull=True)
                | Q(grant="member", event__isnull=True, organiser__isnull=False)
                | Q(grant__in=["organiser", "referee", "photo"], event__isnull=False, organiser__isnull=True),
                name="invitation_to_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return self.offer

    @property
    def offer(self) -> str:
        """Return the role and where it holds, e.g. "referee: Coppa d’Autunno"."""
        place = self.event or self.organiser
        return f"{self.get_grant_display()}: {place.name}" if place is not None else self.get_grant_display()

    def is_open(self, moment: datetime) -> bool:
        """Return whether the invitation can be accepted at this moment."""
        return self.accepted_at is None and self.revoked_at is None and self.expires_at > moment

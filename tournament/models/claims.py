"""Claims: who has an account says that a record of the national list is theirs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history
from tournament.models.names import NameField


class PersonClaim(models.Model):
    """A user's claim to the record of the national list that holds their results, with what they say about it.

    A proof of the record's mail address answers it at once, so do two others; else the National Referent does.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        CONFIRMED = "confirmed", _("confirmed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("taken back")

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    first_name = NameField(_("first name"), max_length=80)
    last_name = NameField(_("last name"), max_length=80)
    card_number = models.CharField(_("card number"), max_length=40, blank=True)
    played = models.CharField(_("an event you played"), max_length=200, blank=True)
    words = models.CharField(_("anything else"), max_length=500, blank=True)
    #: The only record that the typed facts fit, or the one that was joined. The account's owner does not see it before.
    person = models.ForeignKey("tournament.Person", models.SET_NULL, null=True, blank=True, related_name="+")
    #: The entry whose private page the author opened with its code.
    code_entry = models.ForeignKey("tournament.Entry", models.SET_NULL, null=True, blank=True, related_name="+")
    #: When the record's own address was told of the claim.
    told_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: Why it was refused.
    answer = models.CharField(_("reason"), max_length=500, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = _("claim to a record"), _("claims to records")
        constraints = [
            models.UniqueConstraint(fields=["account"], condition=Q(state="waiting"), name="one_waiting_claim"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}"

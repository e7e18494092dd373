"""What people are told, the mails that they stopped, and when organisers were last told what waits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NoticeKind(models.TextChoices):
    """Subject of the mails to the owner of an account, see ``delivery.messages``."""

    TABLES = "tables", _("your table in each round")
    REMINDER = "reminder", _("your events, the day before")
    RESULT = "result", _("your results, once they count")
    FOLLOWED = "followed", _("new events of the clubs and cities you follow")
    WORK = "work", _("work that waits for you: events to authorise, reports, requests")
    OWN = "own", _("what you asked for or agreed to")


class WaitingMail(models.Model):
    """When the organisers of an event were last told by mail of one kind of waiting thing: once an hour at most."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="+")
    #: Name of a row of ``delivery.waiting_kinds``.
    kind = models.CharField(max_length=20)
    mailed_at = models.DateTimeField()
    #: Whether something came since, for the next mail.
    has_more = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "kind"], name="one_waiting_mail")]


class MutedNotice(models.Model):
    """A kind of mails that the owner of an account stopped; without a row they are sent."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_notices")
    kind = models.CharField(max_length=16, choices=NoticeKind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="kind_muted_once")]

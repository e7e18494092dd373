"""Notices to the owner of an account: events that concern them, and the channels that they switched off."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.stored_sentences import stored_sentence


class NoticeKind(models.TextChoices):
    """Subject of a notice, which the owner of an account can switch off, see ``delivery.messages``."""

    TABLES = "tables", _("your table in a new round")
    CALLED = "called", _("the desk calls the players of your table")
    CLOSING = "closing", _("the clock of the round you play is about to end")
    ENTRY = "entry", _("your entries: registered, moved up from the waiting list")
    EVENT = "event", _("an event you are entered in is cancelled or changes its time")
    RESULT = "result", _("an event you played is ratified")
    CALL_UP = "call_up", _("the call to the final")
    RECORD = "record", _("your record in the national list")
    AUTHORISATION = "authorisation", _("decisions on the events you run")
    REPORT = "report", _("decisions on your reports")
    ROLE = "role", _("a role in an event or a club")
    FOLLOWED = "followed", _("a new event of a club or city you follow")
    WORK = "work", _("work that waits for you: events to authorise, reports, requests")


class NoticeChannel(models.TextChoices):
    """Channel by which a notice reaches the owner of an account."""

    LIST = "list", _("on the site")
    MAIL = "mail", _("by mail")
    PUSH = "push", _("on your devices")


class Notice(models.Model):
    """One notice, as a sentence of the program in the reader's language. Deleted after its retention period."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=NoticeKind)
    #: Identifies the fact, so that telling it again adds no second notice.
    key = models.CharField(max_length=160)
    #: A stored sentence; a reason typed by a person is the parameter ``text``.
    code = models.CharField(max_length=40)
    params = models.JSONField(default=dict, blank=True)
    #: Of the page that the notice leads to; blank if there is none.
    path = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name, verbose_name_plural = _("notice"), _("notices")
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="notice_once")]
        indexes = [models.Index(fields=["account"], condition=models.Q(read_at=None), name="notice_unread")]

    @property
    def sentence(self) -> str:
        """Return the sentence in the active language."""
        return stored_sentence(self.code, self.params)

    @property
    def reason(self) -> str:
        """Return the reason that a person typed; blank if there is none."""
        return str(self.params.get("text", ""))


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
    """A kind of notice that the owner of an account does not want on one channel; without a row it is sent."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_notices")
    kind = models.CharField(max_length=16, choices=NoticeKind)
    channel = models.CharField(max_length=8, choices=NoticeChannel)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind", "channel"], name="notice_muted_once")]

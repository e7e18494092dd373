"""Requests to enter an event, from the page of the event to the entry."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.names import NameField

#: How long a mail address may be confirmed; then the request is deleted.
CONFIRM_WITHIN = timedelta(hours=48)


class EntryRequest(models.Model):
    """A player's request to enter an event: confirmed by mail or account, accepted by the desk, or on the waiting list.

    Names and addresses stay here only until the entry is made: then they are the record's.
    """

    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", _("mail not confirmed")
        PENDING = "pending", _("waits for the organiser")
        WAITING = "waiting", _("on the waiting list")
        PROMOTED = "promoted", _("has a place to confirm")
        ENTERED = "entered", _("entered")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("did not answer in time")

    class Age(models.TextChoices):
        ADULT = "adult", _("18 or older")
        TEEN = "teen", _("from 14 to 17")
        CHILD = "child", _("under 14")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="entry_requests")
    #: The record, where it is known before the entry; the entry's own afterwards.
    person = models.ForeignKey(
        "tournament.Person", models.CASCADE, null=True, blank=True, related_name="entry_requests"
    )
    #: The account that requested for itself; null for a request confirmed by mail.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="entry_requests"
    )
    entry = models.OneToOneField(
        "tournament.Entry", models.SET_NULL, null=True, blank=True, related_name="entry_request"
    )
    state = models.CharField(max_length=12, choices=State, default=State.PENDING)
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80, blank=True)
    email = models.EmailField(_("email"), blank=True)
    age = models.CharField(_("age"), max_length=5, choices=Age, default=Age.ADULT)
    #: Who answers for a minor, and whose mail address this is; blank for an adult, or a minor who asks alone.
    guardian_name = NameField(_("parent or guardian"), max_length=160, blank=True)
    show_name = models.BooleanField(_("consent to show name and points"), null=True, blank=True)
    photo_consent = models.BooleanField(_("consent to photographs"), null=True, blank=True)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="it")
    asked_at = models.DateTimeField(auto_now_add=True)
    #: When the request took its place in the queue: confirmed, or accepted by the desk.
    queued_at = models.DateTimeField(null=True, blank=True)
    #: Until when a promoted player answers.
    answer_by = models.DateTimeField(null=True, blank=True)
    #: Why the organiser refused.
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["asked_at"]
        verbose_name, verbose_name_plural = _("request to be entered"), _("requests to be entered")
        indexes = [models.Index(fields=["event", "state"])]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="entry_asked_once"),
            models.CheckConstraint(
                condition=~Q(state="promoted") | Q(answer_by__isnull=False), name="promoted_until_a_moment"
            ),
        ]

    def __str__(self) -> str:
        return str(self.person) if self.person is not None else f"{self.first_name} {self.last_name}".strip()

    @property
    def given_name(self) -> str:
        """Return the first name, for the greeting of a mail: the guardian's where a guardian answers."""
        if self.guardian_name:
            return self.guardian_name
        return self.person.first_name if self.person is not None else self.first_name

    @property
    def address(self) -> str:
        """Return the mail address for messages about the request; blank if there is none."""
        return self.email or (self.person.email if self.person is not None else "")

    @property
    def may_show_name(self) -> bool:
        """Return whether the confirming person may agree to show the name: an adult, or a minor's guardian."""
        return self.age == self.Age.ADULT or bool(self.guardian_name)

    @property
    def is_open(self) -> bool:
        """Return whether the request still leads to an entry."""
        return self.state in OPEN_STATES

    def is_confirmable(self, now: datetime) -> bool:
        """Return whether the mail address can still be confirmed."""
        return self.state == self.State.UNCONFIRMED and now < self.asked_at + CONFIRM_WITHIN


#: States in which a request still leads to an entry.
OPEN_STATES = (
    EntryRequest.State.UNCONFIRMED,
    EntryRequest.State.PENDING,
    EntryRequest.State.WAITING,
    EntryRequest.State.PROMOTED,
)


#: Of these, those whose mail address is known to be theirs.
ASKED_STATES = OPEN_STATES[1:]


class EntryPrice(models.Model):
    """A price of an event: the full one, or a reduction."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="prices")
    label = models.CharField(_("name of the price"), max_length=60)
    cents = models.PositiveIntegerField(_("amount, in cents"))

    class Meta:
        ordering = ["-cents", "label"]
        verbose_name, verbose_name_plural = _("price"), _("prices")
        constraints = [models.UniqueConstraint(fields=["event", "label"], name="one_price_of_a_name")]

    def __str__(self) -> str:
        return self.label


class EventPrize(models.Model):
    """A prize of an event: for which place, what, and who gives it."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField(_("place"))
    what = models.CharField(_("prize"), max_length=120)
    giver = models.CharField(_("given by"), max_length=80, blank=True)

    class Meta:
        ordering = ["place", "pk"]
        verbose_name, verbose_name_plural = _("prize"), _("prizes")

    def __str__(self) -> str:
        return f"{self.what} ({self.giver})" if self.giver else self.what


class EventMessage(models.Model):
    """A message that the organiser sent to everybody entered."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="messages")
    text = models.TextField(_("message"), max_length=4000)
    #: How many addresses it was sent to.
    addresses = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(auto_now_add=True)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-sent_at", "-pk"]
        verbose_name, verbose_name_plural = _("message"), _("messages")


class ErrorReport(models.Model):
    """A player's word that a name or a result is wrong; the desk answers it, after the homologation the Referent."""

    entry = models.ForeignKey("tournament.Entry", models.CASCADE, related_name="error_reports")
    words = models.CharField(_("what is wrong"), max_length=500)
    made_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["made_at"]
        verbose_name, verbose_name_plural = _("reported error"), _("reported errors")

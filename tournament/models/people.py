"""Players and organisers."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from tournament.models.history import audited_history
from tournament.models.names import NameField, NameKeyField
from tournament.regulation.ages import can_be_born, is_child, is_minor

#: What is right for a date of birth, for every form and list.
BIRTH_DATE_WRONG = _("A date of birth is between 1900 and today.")


def validate_birth_date(value: date) -> None:
    """Refuse a date of birth that nobody who plays can have. Errors: ValidationError."""
    if not can_be_born(value, timezone.localdate()):
        raise ValidationError(BIRTH_DATE_WRONG)


class Person(models.Model):
    """A player of the national list. Two records of one person are joined by ``merged_into`` (AMB-25)."""

    first_name = NameField(_("first name"), max_length=80)
    last_name = NameField(_("last name"), max_length=80)
    #: By which people are compared; of a record that was joined it stays its own, and is recognised (AMB-25).
    name_key = NameKeyField()
    city = models.CharField(_("city"), max_length=80, blank=True)
    email = models.EmailField(_("email"), blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True, validators=[validate_birth_date])
    #: Who answers for a minor, and whose the mail address is; blank for an adult, or a minor for whom nobody does.
    guardian_name = NameField(_("parent or guardian"), max_length=160, blank=True, default="", db_default="")
    card_number = models.CharField(_("card number"), max_length=40, blank=True)
    #: Holds everywhere, in the Ranking too; changed only by ``consents.services``, which stores every version.
    consent = models.BooleanField(_("consent to show name and points"), default=False)
    consent_changed_at = models.DateTimeField(null=True, blank=True)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="person")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    #: When an account or another record was joined to it last: what it shows is not widened for some days.
    joined_at = models.DateTimeField(null=True, blank=True)
    #: The record that the desk took for the same person, without a proof: the Referent may merge them.
    said_to_be = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    history = audited_history(excluded_fields=["name_key"])

    class Meta:
        ordering = ["last_name", "first_name", "pk"]
        verbose_name, verbose_name_plural = _("player"), _("players")
        indexes = [models.Index(fields=["last_name", "first_name"])]
        constraints = [
            models.UniqueConstraint(fields=["card_number"], condition=~Q(card_number=""), name="person_card_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}"

    @property
    def mail_names(self) -> dict[str, str]:
        """Return whom a mail greets, ``name``, and for a minor for whom somebody answers whom it is about, ``child``.

        The greeting is blank for a child under 14 whose parent or guardian is not known by name.
        """
        today = timezone.localdate()
        is_adult = self.birth_date is not None and not is_minor(self.birth_date, today)
        if not is_adult and (self.guardian_name or is_child(self.birth_date, today)):
            return {"name": self.guardian_name, "child": str(self)}
        return {"name": self.first_name}


class OrganiserQuerySet(models.QuerySet["Organiser"]):
    """Organisers, selected by who acts for them."""

    def run_by(self, user: Any) -> OrganiserQuerySet:
        """Return the organisers for which an account acts: as the responsible one, or as a member."""
        return self.filter(Q(user=user) | Q(pk__in=user.organiser_memberships.values("organiser")))


class Organiser(models.Model):
    """A club, association or shop that holds events, with the account responsible for it (art. 1.2-1.4)."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    city = models.CharField(_("city"), max_length=80, blank=True)
    #: Where it plays, as a new event of it starts with: name, street and town, with commas between them.
    place = models.CharField(_("where you play"), max_length=202, blank=True, db_default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="organisations"
    )
    #: On the organiser's public page, written by those who act for it.
    about = models.TextField(_("where and when you meet"), max_length=600, blank=True)
    contact_mail = models.EmailField(_("public mail address"), blank=True)
    contact_url = models.URLField(
        _("page on the web"), blank=True, validators=[URLValidator(schemes=["http", "https"])]
    )
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_reason = models.TextField(blank=True)
    objects = OrganiserQuerySet.as_manager()
    history = audited_history(excluded_fields=["contact_mail"])

    class Meta:
        ordering = ["name"]
        verbose_name, verbose_name_plural = _("organiser"), _("organisers")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.pk])


#: Beside an equal name stands the number of the entry.
BESIDE_NUMBER = "#"


class Entry(models.Model):
    """One person in one event."""

    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        CHECKED_IN = "checked_in", _("present")
        PLAYING = "playing", _("playing")
        LEFT = "left", _("has left")
        ABSENT = "absent", _("did not come")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERED)
    #: The person's id in an imported file, so that an export repeats it; empty otherwise.
    file_id = models.CharField(max_length=60, blank=True)
    #: Whether the player entered during round 1, where the version allows it, to play from round 2 on (AMB-41).
    is_late = models.BooleanField(_("arrived during round 1"), default=False)
    #: 0: left before round 1 was drawn; k: after round k. Null while the player is in.
    left_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    #: Whether the name is shown on this event's own pages; null: as the person decided for all events.
    consent = models.BooleanField(_("consent for this event"), null=True, blank=True)
    #: Whether the player agrees to be photographed; null: no answer requested.
    photo_consent = models.BooleanField(_("consent to photographs"), null=True, blank=True)
    #: Whether the player still comes after the start moved: False until they answer; null: no answer requested.
    still_comes = models.BooleanField(_("still comes"), null=True, blank=True)
    #: What tells the player apart from another of the event with an equal name: the city, else the club, else "#" for
    #: the entry's number; kept by :mod:`tournament.models.namesakes`.
    beside = models.CharField(max_length=120, blank=True, editable=False, default="", db_default="")
    paid_at = models.DateTimeField(_("paid at"), null=True, blank=True)
    paid_cents = models.PositiveIntegerField(_("paid, in cents"), null=True, blank=True)
    #: Name of the price at the moment of paying.
    paid_label = models.CharField(_("price paid"), max_length=60, blank=True)
    history = audited_history(excluded_fields=["beside"])

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        # The Ranking asks of every event whether a player left it.
        indexes = [models.Index(fields=["event", "state"], name="entry_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="entry_once_per_event"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_unique"),
        ]

    def __str__(self) -> str:
        """Return the name as every page, paper and mail of the event writes it."""
        return f"{self.person} {self.told_apart}".rstrip()

    @property
    def state_words(self) -> str:
        """Return the state in words; of an event that is over, who was playing has played. Reads the event."""
        if self.state == self.State.PLAYING and self.event.concluded_at is not None:
            return pgettext("an event", "played")
        return str(self.State(self.state).label)

    @property
    def told_apart(self) -> str:
        """Return what stands beside an equal name, in brackets, in the active language; empty for the others."""
        if not self.beside:
            return ""
        if self.beside != BESIDE_NUMBER:
            return f"({self.beside})"
        # The number stays on the line of its sign.
        number = _("no. %(number)s") % {"number": self.number}
        return f"({number})".replace(" ", "\u00a0")

    @property
    def short_name(self) -> str:
        """Return the first name, with what tells the player apart: for a table, whose seats are numbered."""
        return f"{self.person.first_name} {self.told_apart}".rstrip()

    @property
    def listed_name(self) -> str:
        """Return the name in a list by surname, with what tells it apart."""
        return f"{self.person.last_name} {self.person.first_name} {self.told_apart}".rstrip()

    @property
    def is_minor(self) -> bool:
        """Return whether the player is known to be under 18 on the event's first day. Reads the event."""
        return is_minor(self.person.birth_date, self.event.first_day)

    @property
    def shows_name(self) -> bool:
        """Art. 1.6 (AMB-19): return whether the event's own pages show the name to everybody."""
        return self.person.consent if self.consent is None else self.consent

    @property
    def name_answer(self) -> bool | None:
        """Return what was answered to "name in the standings?", for this event or all; None if nobody asked."""
        if self.consent is not None:
            return self.consent
        return self.person.consent if self.person.consent or self.person.consent_changed_at else None

    @property
    def consent_words(self) -> str:
        """Return a text on where the name is shown."""
        if self.person.consent:
            return str(_("yes") if self.shows_name else _("not in this event"))
        return str(_("this event only") if self.shows_name else _("no"))

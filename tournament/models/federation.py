"""The federation's registers: referees with their designations and absences, memberships of players in clubs."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class Referee(models.Model):
    """A player's record in the register of referees; who no longer referees stays in it with the day."""

    class Level(models.TextChoices):
        TRAINEE = "trainee", _("in training")
        EVENT = "event", _("referee of events")
        HEAD = "head", _("head referee")
        NATIONAL = "national", _("referee of the national final")

    person = models.ForeignKey("tournament.Person", models.CASCADE, related_name="referee_records")
    level = models.CharField(_("level"), max_length=8, choices=Level, default=Level.EVENT)
    entered_on = models.DateField(auto_now_add=True)
    ended_on = models.DateField(null=True, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["person__last_name", "person__first_name", "pk"]
        verbose_name, verbose_name_plural = _("referee"), _("referees")
        constraints = [models.UniqueConstraint(fields=["person"], name="referee_once")]

    def __str__(self) -> str:
        return str(self.person)


class RefereeAbsence(models.Model):
    """Days, both included, on which a referee cannot be designated. Nobody asks why."""

    referee = models.ForeignKey(Referee, models.CASCADE, related_name="absences")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    history = audited_history()

    class Meta:
        ordering = ["first_day", "pk"]
        verbose_name, verbose_name_plural = _("absence of a referee"), _("absences of referees")
        constraints = [models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="absence_days_in_order")]

    def __str__(self) -> str:
        return str(self.referee)


class Designation(models.Model):
    """The Referent's choice of a referee for an event, and the referee's answer."""

    class State(models.TextChoices):
        WAITING = "waiting", _("no answer yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    referee = models.ForeignKey(Referee, models.CASCADE, related_name="designations")
    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="designations")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    #: The role that accepting gave, none where the account had it already: it ends with the designation.
    role = models.ForeignKey("tournament.EventRole", models.SET_NULL, null=True, blank=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["event__first_day", "pk"]
        verbose_name, verbose_name_plural = _("designation of a referee"), _("designations of referees")
        constraints = [models.UniqueConstraint(fields=["referee", "event"], name="designation_once")]

    def __str__(self) -> str:
        return str(self.referee)


class Membership(models.Model):
    """A player's membership in a club for a season, with the number and the days of the card."""

    person = models.ForeignKey("tournament.Person", models.CASCADE, related_name="memberships")
    organiser = models.ForeignKey("tournament.Organiser", models.PROTECT, related_name="memberships")
    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="memberships")
    card_number = models.CharField(_("card number"), max_length=40)
    valid_from = models.DateField(_("valid from"))
    valid_until = models.DateField(_("valid until"))
    history = audited_history()

    class Meta:
        ordering = ["person__last_name", "person__first_name", "pk"]
        verbose_name, verbose_name_plural = _("membership"), _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["person", "season"], name="membership_once_per_season"),
            models.UniqueConstraint(fields=["season", "card_number"], name="membership_card_once_per_season"),
            models.CheckConstraint(condition=Q(valid_until__gte=F("valid_from")), name="membership_days_in_order"),
        ]

    def __str__(self) -> str:
        return str(self.person)

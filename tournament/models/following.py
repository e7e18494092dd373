"""Clubs and cities whose events the owner of an account wants to hear of."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """A club or a city that an account follows: its owner gets a notice when an event there is announced."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    organiser = models.ForeignKey(
        "tournament.Organiser", models.CASCADE, null=True, blank=True, related_name="followers"
    )
    city = models.CharField(_("city"), max_length=80, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["city", "organiser__name"]
        verbose_name, verbose_name_plural = _("followed club or city"), _("followed clubs and cities")
        constraints = [
            models.CheckConstraint(
                condition=Q(organiser__isnull=False, city="") | (Q(organiser=None) & ~Q(city="")),
                name="follow_one_thing",
            ),
            models.UniqueConstraint(fields=["account", "organiser"], name="club_followed_once"),
            models.UniqueConstraint(fields=["account", "city"], condition=~Q(city=""), name="city_followed_once"),
        ]

"""Preferences of an account."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class UserPreference(models.Model):
    """The preferences of one account; without a row the browser decides."""

    class Language(models.TextChoices):
        ITALIAN = "it", _("Italian")
        ENGLISH = "en", _("English")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preference")
    language = models.CharField(_("language"), max_length=2, choices=Language)

    class Meta:
        verbose_name, verbose_name_plural = _("preference"), _("preferences")

"""Devices on which the owner of an account gets notices by web push."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PushSubscription(models.Model):
    """A browser that agreed to show the notices of an account, as its push service names it (RFC 8030, RFC 8291)."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000)
    endpoint_sha256 = models.CharField(max_length=64, unique=True)
    #: The browser's key and secret, with which a message is encrypted for it alone.
    public_key = models.CharField(max_length=120)
    auth_secret = models.CharField(max_length=60)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = _("device for notices"), _("devices for notices")

"""The embedded settings without mails, which would take processor time from the measured server."""

from config.settings.embedded import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

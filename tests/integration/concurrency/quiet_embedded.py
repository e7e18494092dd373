"""The embedded settings without simulated games, which would take CPU time from the measured server."""

from config.settings.embedded import *  # noqa: F403

FOSSATO_PLAUSIBILITY_GAMES = 0
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

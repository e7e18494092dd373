"""The embedded settings without simulated games: they would take the processor from the server that is measured."""

from config.settings.embedded import *  # noqa: F403

FOSSATO_PLAUSIBILITY_GAMES = 0
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

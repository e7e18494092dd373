"""Settings for collectstatic only: production's file names without the minutes that compressing them takes."""

from config.settings.production import *  # noqa: F403
from config.settings.production import STORAGES as PRODUCTION

STORAGES = PRODUCTION | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
}

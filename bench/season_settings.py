"""The default settings with the measurement's own database: FOSSATO_SQLITE, or FOSSATO_DATABASE_URL for a server."""

from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import DATABASES, env

if env.str("FOSSATO_DATABASE_URL", default=""):
    DATABASES = {"default": env.db("FOSSATO_DATABASE_URL")}
#: The measured requests sign in by name.
FOSSATO_STAFF_SECOND_FACTOR = False

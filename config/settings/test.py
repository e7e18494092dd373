"""Settings for the tests: SQLite unless FOSSATO_DATABASE_URL names a server, eager tasks, mail in memory."""

from config.settings.base import *  # noqa: F403
from config.settings.base import SQLITE_OPTIONS, VAR_DIR, env

DEBUG = False
SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["*"]

_url = env.str("FOSSATO_DATABASE_URL", default="")
DATABASES = {
    "default": env.db("FOSSATO_DATABASE_URL")
    if _url
    else {
        "ENGINE": "ops.sqlite",
        "NAME": VAR_DIR / "test.sqlite3",
        "OPTIONS": SQLITE_OPTIONS
        | {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"},
    }
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
AXES_ENABLED = True
# Tests move the clock by months; the limits have tests of their own.
FOSSATO_STAFF_SESSION_HOURS = FOSSATO_STAFF_IDLE_MINUTES = 0
#: Its own tests switch it on; the others sign in a Referent by name.
FOSSATO_STAFF_SECOND_FACTOR = False
#: What public pages say; the pages without it have a test of their own.
FOSSATO_CONTACT_MAIL, FOSSATO_CONTROLLER, FOSSATO_PURPOSES = "campionato@example.org", "Lega di prova", "Il campionato."
#: A key of the tests alone.
FOSSATO_PUSH_KEY = "WuaQl_U5nLNsYIJpQaVnf8usoVsPZ6GqXyWHFdSKU50"
FOSSATO_API_RATES = {"anonymous": None, "token": None, "wrong": None}
#: The counters of the limits would go from one test to the next; their own tests set them.
vars().update(ACCOUNT_RATE_LIMITS=False, MFA_RATE_LIMITS=False)

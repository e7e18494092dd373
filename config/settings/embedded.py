"""The default settings: one machine, SQLite, tasks in the server's own process. Made for a laptop without a network."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from config.settings.base import *  # noqa: F403
from config.settings.base import SQLITE_OPTIONS, VAR_DIR, env

VAR_DIR.mkdir(exist_ok=True)


def _own_secret(path: Path) -> str:
    """Return this installation's SECRET_KEY; the first start generates it, readable by its owner only."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key())
    return path.read_text()


DEBUG = env.bool("FOSSATO_DEBUG", default=False)
SECRET_KEY = _own_secret(VAR_DIR / "secret-key")
ALLOWED_HOSTS = env.list("FOSSATO_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("FOSSATO_ORIGINS", default=[])

DATABASES = {
    "default": {
        "ENGINE": "ops.sqlite",
        "NAME": env.str("FOSSATO_SQLITE", default=str(VAR_DIR / "fossato.sqlite3")),
        "OPTIONS": SQLITE_OPTIONS,
    }
}
#: Errors go to the console, with their traceback, whether or not DEBUG is set.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "level": "ERROR"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django's own handlers write to the console only under DEBUG.
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# The files of a laptop are for its owner only; script/server sets the umask.
FILE_UPLOAD_PERMISSIONS = 0o600
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
FOSSATO_JOBS_IN_THREAD = True
#: script/server stores the address at which it was started last, so that commands in another shell make links to it.
_started = VAR_DIR / "site-url"
FOSSATO_SITE_URL = env.str(
    "FOSSATO_SITE_URL", default=_started.read_text().strip() if _started.is_file() else "http://127.0.0.1:8000"
)
#: Passkeys on http://localhost; on any other address browsers demand https themselves.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True

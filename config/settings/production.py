"""PostgreSQL, Redis, several processes. Every secret comes from the environment; no secret has a default."""

from config.settings.base import *  # noqa: F403
from config.settings.base import MIDDLEWARE as PLAIN
from config.settings.base import VAR_DIR, env
from ops.logging import logging_settings

#: Without these the server refuses to start, naming all that are missing at once.
REQUIRED = (
    "FOSSATO_SECRET_KEY",
    "FOSSATO_HOSTS",
    "FOSSATO_SITE_URL",
    "FOSSATO_DATABASE_URL",
    "FOSSATO_REDIS_URL",
    "FOSSATO_EMAIL_URL",
    "FOSSATO_FROM_EMAIL",
)


class SettingsMissing(Exception):
    """Required settings are missing from the environment; the message names each."""


def missing() -> list[str]:
    """Return the names of the required settings that the environment lacks."""
    return [name for name in REQUIRED if not env.str(name, default="")]


if missing():
    raise SettingsMissing("missing in the environment: " + ", ".join(missing()))

#: Two relays of drand's chain "quicknet".
_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
FOSSATO_BEACON_RELAYS = env.list(
    "FOSSATO_BEACON_RELAYS", default=[f"https://api.drand.sh/{_CHAIN}", f"https://drand.cloudflare.com/{_CHAIN}"]
)

DEBUG = False
SECRET_KEY = env.str("FOSSATO_SECRET_KEY")
ALLOWED_HOSTS = env.list("FOSSATO_HOSTS")
FOSSATO_SITE_URL = env.str("FOSSATO_SITE_URL")
CSRF_TRUSTED_ORIGINS = env.list("FOSSATO_ORIGINS", default=[FOSSATO_SITE_URL])

DATABASES = {"default": {**env.db("FOSSATO_DATABASE_URL"), "CONN_MAX_AGE": 0}}
# Test a connection before a request gets it, so that no request fails once the server is back; while it is away a
# request is answered after 10 s at the latest, and the pool retries with every request.
DATABASES["default"] |= {
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        # Four idle connections stay open; a burst, such as a venue whose network is back, opens up to the maximum.
        "pool": {"max_size": env.int("FOSSATO_POOL", default=16), "timeout": 10, "reconnect_timeout": 2},
        "connect_timeout": 5,
    },
}

_redis = env.str("FOSSATO_REDIS_URL")
CACHES = {"default": {"BACKEND": "ops.cache.FallbackRedisCache", "LOCATION": _redis}}
CELERY_BROKER_URL = _redis
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Never shorter than the longest task, which would otherwise be delivered twice.
    "visibility_timeout": env.int("FOSSATO_VISIBILITY_TIMEOUT", default=900),
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
}

vars().update(env.email("FOSSATO_EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.str("FOSSATO_FROM_EMAIL")

LOGGING = logging_settings()
MIDDLEWARE = [
    "ops.request_log.RequestLogMiddleware",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    *PLAIN[:-1],
    "django_prometheus.middleware.PrometheusAfterMiddleware",
    PLAIN[-1],
]
#: Bearer token for /metrics; without it that URL returns 404.
FOSSATO_METRICS_TOKEN = env.str("FOSSATO_METRICS_TOKEN", default="")

STORAGES = {
    "default": {"BACKEND": "ops.storage.AtomicFileSystemStorage"},
    "staticfiles": {
        "BACKEND": "ops.storage.StaticFilesStorage",
        # The proxy's account reads them; people's files stay readable by the server only.
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}
STATIC_ROOT = env.str("FOSSATO_STATIC", default=str(VAR_DIR / "static"))

SECURE_SSL_REDIRECT = env.bool("FOSSATO_SSL_REDIRECT", default=True)
# Monitoring calls these on the machine itself, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^health/(live|ready)$", r"^metrics$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31536000
# Only who runs the whole domain can promise https for every name under it, and no browser forgets such a promise.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("FOSSATO_HSTS_SUBDOMAINS", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
FOSSATO_ADMIN = env.bool("FOSSATO_ADMIN", default=False)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# Browsers take these only from this very host, over https: no other name of the domain can plant them.
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"

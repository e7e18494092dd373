"""Settings shared by all environments."""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue
from whitenoise.compress import Compressor

from tournament.regulation.beacon import QUICKNET_KEY

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()

INSTALLED_APPS = [
    "ops.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "django_tables2",
    "django_htmx",
    "simple_history",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "rules.apps.AutodiscoverRulesConfig",
    "csp",
    "tournament.apps.TournamentConfig",
    "ranking.apps.RankingConfig",
    "practice.apps.PracticeConfig",
    "ops.apps.OpsConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ops.middleware.PermissionsPolicyMiddleware",
    "ops.plain_text.PlainTextMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "ops.middleware.SharedAnswerMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.web.locale.AccountLocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournament.web.account.staff_session.StaffSessionMiddleware",
    "tournament.web.account.known_device.KnownDeviceMiddleware",
    "tournament.web.account.second_factor.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "ops.middleware.OneThreadMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournament.templatetags.fossato_dates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournament.web.context_processors.site",
            ],
        },
    },
]

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "tournament.people.passwords.MinimumLength",
        "OPTIONS": {"min_length": 12},
    },
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("UserAttributeSimilarityValidator", "CommonPasswordValidator", "NumericPasswordValidator")
    ),
    {"NAME": "tournament.people.passwords.NotGuessable"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "own_place"
LOGOUT_REDIRECT_URL = "home"

#: Accounts: the mail address is the login; the user names of accounts that an operator created work as before.
ACCOUNT_ADAPTER = "tournament.web.account.adapter.AccountAdapter"
MFA_ADAPTER = "tournament.web.account.adapter.SecondFactorAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "tournament.web.account.sign_up.SignUpForm"
ACCOUNT_FORMS = {
    "login": "tournament.web.account.account_forms.SignInForm",
    "signup": "tournament.web.account.account_forms.SignUpForm",
    "add_email": "tournament.web.account.account_forms.AddressForm",
    "request_login_code": "tournament.web.account.account_forms.RequestCodeForm",
    "confirm_login_code": "tournament.web.account.account_forms.ConfirmCodeForm",
    "confirm_email_verification_code": "tournament.web.account.account_forms.ConfirmAddressForm",
    "reset_password": "tournament.web.account.account_forms.ResetForm",
    "reset_password_from_key": "tournament.web.account.account_forms.NewPasswordForm",
    "change_password": "tournament.web.account.account_forms.ChangePasswordForm",
    "set_password": "tournament.web.account.account_forms.SetPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
#: A stranger is not written to because somebody typed their address.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
#: Ratifying, erasing, tokens, files of people and changes of the sign-in ask for the password once more; for so many
#: seconds one answer is enough.
ACCOUNT_REAUTHENTICATION_REQUIRED = env.bool("FOSSATO_REAUTHENTICATION", default=True)
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
#: Failed sign-ins are counted by axes, see ops/sign_in.py: a hall shares one address.
#: Entries to an event are counted by visitor and by mail address; a family shares both, a hall the first.
ACCOUNT_RATE_LIMITS = {
    "login_failed": None,
    # Counted by tournament/web/account/known_device.py, apart for a known device and for the address that it shares.
    "login": None,
    "sign_in": "60/m/ip",
    "sign_in_device": "20/m/key",
    "admin_login": "10/m/ip",
    "reset_password": "20/m/ip,3/h/key",
    "entry_ask": "60/h/ip,6/h/key",
    # A record of a game is played through when it is sent: docs/request-costs.md.
    "practice": "20/m/ip",
    # A page of a game, a visitor's own or a recorded one, plays it again (a long record counts more than once), a hint
    # plays some eighty games; a hall shares one address.
    "play": "900/m/ip",
    "play_hint": "60/m/ip",
    # All figures of a pack of cards, 200 kB of page.
    "figures": "120/m/ip",
    # What a desk learns of the national list: names of people of other clubs, card numbers that fit nobody. Lists, and
    # how often one is read while it is mended.
    "namesake": "150/h/user",
    "wrong_card": "20/h/user",
    "list_import": "30/h/user",
    "list_read": "240/h/user",
}
#: Whether the Referent, and accounts of the administration, must sign in with a second factor.
FOSSATO_STAFF_SECOND_FACTOR = env.bool("FOSSATO_STAFF_SECOND_FACTOR", default=True)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_ISSUER = "Fossato"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "tournament.web.account.second_factor_forms.CodeForm",
    "reauthenticate": "tournament.web.account.second_factor_forms.CodeAgainForm",
    "activate_totp": "tournament.web.account.second_factor_forms.AddAppForm",
    "add_webauthn": "tournament.web.account.second_factor_forms.AddPasskeyForm",
    "signup_webauthn": "tournament.web.account.second_factor_forms.SignUpPasskeyForm",
    "edit_webauthn": "tournament.web.account.second_factor_forms.RenamePasskeyForm",
}

AXES_FAILURE_LIMIT = 5
AXES_USERNAME_CALLABLE = "ops.sign_in.counted_name"
AXES_COOLOFF_TIME = 1
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/lockout.html"
AXES_RESET_ON_SUCCESS = True
AXES_HANDLER = "ops.sign_in.SignInHandler"
# Who goes on guessing must not keep the owner out for longer than the hour.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
#: Whether Django's administration exists at /admin/; in production only if it is switched on.
FOSSATO_ADMIN = env.bool("FOSSATO_ADMIN", default=True)

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Rome"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "ops.joined_files.JoinedFilesFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
#: Only developer tools read source maps.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STATIC_ROOT: Path | str = VAR_DIR / "static"
#: Keys that the server had before: what they signed, and links printed with them, stays good.
SECRET_KEY_FALLBACKS = env.list("FOSSATO_OLD_SECRET_KEYS", default=[])
MEDIA_ROOT = env.str("FOSSATO_MEDIA", default=str(VAR_DIR / "media"))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "ops.storage.AtomicFileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
FILE_UPLOAD_PERMISSIONS = 0o640
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "ops.uploads.SafeTemporaryFileUploadHandler",
]
# A list of players of 5 MB comes back with the confirmation, in base64.
DATA_UPLOAD_MAX_MEMORY_SIZE = 7 * 1024 * 1024

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DJANGO_TABLES2_TEMPLATE = "django_tables2/fossato.html"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Bootstrap embeds the arrows and ticks of its fields as data: images.
        "img-src": [SELF, "data:"],
        "script-src": [SELF],
        "style-src": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

SIMPLE_HISTORY_HISTORY_CHANGE_REASON_USE_TEXT_FIELD = True

#: The queues of tasks. Each may have workers of its own, so that a long pack never delays a mail.
FOSSATO_QUEUES = ("default", "mail", "print")
CELERY_TASK_DEFAULT_QUEUE = "default"
# Exchange and routing key by name: with the defaults one message would go to all queues.
CELERY_TASK_QUEUES = tuple(Queue(name, Exchange(name), routing_key=name) for name in FOSSATO_QUEUES)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = TIME_ZONE
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker retries the connection for as long as Redis is away.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None

#: Mail address of the operator, for an hourly list of failed jobs; blank for no mail.
FOSSATO_OPERATOR_MAIL = env.str("FOSSATO_OPERATOR_MAIL", default="")
#: Seconds after its last heartbeat at which a running Job counts as dead; a Job sends one at least every minute.
FOSSATO_JOB_LEASE = env.int("FOSSATO_JOB_LEASE", default=900)
#: Run long Jobs in a thread of the server, where no worker is running.
FOSSATO_JOBS_IN_THREAD = False
#: The base URL of private links and QR codes.
FOSSATO_SITE_URL = "http://127.0.0.1:8000"
#: Address for suggestions to the National Referent (art. 1.1); a mailto: or http address.
FOSSATO_SUGGESTIONS = env.str("FOSSATO_SUGGESTIONS", default="")
#: Who answers for the personal data (name and postal address), what for and on which ground, and the mail address
#: of the championship. The pages say so where one is empty.
FOSSATO_CONTROLLER = env.str("FOSSATO_CONTROLLER", default="", multiline=True)
FOSSATO_PURPOSES = env.str("FOSSATO_PURPOSES", default="", multiline=True)
FOSSATO_CONTACT_MAIL = env.str("FOSSATO_CONTACT_MAIL", default="")
#: Private key of web push (VAPID), from manage.py push_key; without it there is no push.
FOSSATO_PUSH_KEY = env.str("FOSSATO_PUSH_KEY", default="")
#: Versions of one table's sheet within a minute. Every version is stored for good, and every delivery reads them all.
FOSSATO_SHEETS_A_MINUTE = env.int("FOSSATO_SHEETS_A_MINUTE", default=20)
#: Days that photos of a decided event, and mail addresses of people who no longer play, are stored; 0: for ever.
FOSSATO_PHOTO_DAYS = env.int("FOSSATO_PHOTO_DAYS", default=730)
FOSSATO_CONTACT_DAYS = env.int("FOSSATO_CONTACT_DAYS", default=730)
#: Hours after the sign-in, and minutes without a request, after which the session of a National Referent or of an
#: account of the administration ends; 0: like any other session.
FOSSATO_STAFF_SESSION_HOURS = env.int("FOSSATO_STAFF_SESSION_HOURS", default=12)
FOSSATO_STAFF_IDLE_MINUTES = env.int("FOSSATO_STAFF_IDLE_MINUTES", default=120)
#: Bearer token that lets /health/ready name the missing dependency; requests from the machine itself need none.
FOSSATO_HEALTH_TOKEN = env.str("FOSSATO_HEALTH_TOKEN", default="")
FOSSATO_METRICS_TOKEN = ""
#: Rate limits of the API, "number/s, m or h": by address without a token, by token, and wrong tokens by address.
#: None: not limited.
FOSSATO_API_RATES: dict[str, str | None] = {
    "anonymous": env.str("FOSSATO_API_RATE", default="300/m"),
    "token": env.str("FOSSATO_API_TOKEN_RATE", default="600/m"),
    "wrong": "20/h",
}
#: Files of the key that signs backups, and of the public key that they are checked with: manage.py backup_key.
FOSSATO_BACKUP_KEY = env.str("FOSSATO_BACKUP_KEY", default="")
FOSSATO_BACKUP_PUBLIC_KEY = env.str("FOSSATO_BACKUP_PUBLIC_KEY", default="")
#: Recipient (age1…) of encrypted backups, from manage.py backup_identity; empty: they are not encrypted.
FOSSATO_BACKUP_RECIPIENT = env.str("FOSSATO_BACKUP_RECIPIENT", default="")
DEFAULT_FROM_EMAIL = "fossato@localhost"
#: Seconds; a mail server that does not answer must not block a worker.
EMAIL_TIMEOUT = 30

#: Relays of the public beacon (drand, the chain "quicknet" of three seconds), each the address of the chain there; the
#: first two are asked and compared. Empty: a draw needs a word that is called out.
FOSSATO_BEACON_RELAYS: list[str] = env.list("FOSSATO_BEACON_RELAYS", default=[])
#: Key, beginning and seconds between two rounds of the chain, as its /info gives them.
FOSSATO_BEACON_KEY = QUICKNET_KEY
FOSSATO_BEACON_GENESIS = 1692803367
FOSSATO_BEACON_PERIOD = 3

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}

"""Settings by environment. Without any, a safe server that lacks only a SECRET_KEY.

Each may be a file instead, named by its name with _FILE behind it, as secrets are given. What
the environment does not say is read from the file that FRANCHISE_ENV names, by default
/etc/franchise.env where there is one; FRANCHISE_ENV without a value reads none.

DEBUG, SECRET_KEY, SECRET_KEY_FALLBACKS, ALLOWED_HOSTS, SITE_URL, DATABASE_URL, REDIS_URL,
EMAIL_URL, DEFAULT_FROM_EMAIL, MAIL_DOMAIN, HOST_ADDRESS, MAILBOX_URL, ANYMAIL, DATA_DIR,
LOG_LEVEL, METRICS_TOKEN, TRUST_PROXY, HSTS_SECONDS, HSTS_INCLUDE_SUBDOMAINS, HSTS_PRELOAD,
API_CALLS_A_MINUTE, WEBHOOKS_TO_PRIVATE_ADDRESSES, KEEP_DAYS, ANCHOR_KEY
"""

import sys
from io import StringIO
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from franchise_site import environment
from franchise_site.keeping import days_to_keep


def env_file() -> Path | None:
    name = env.read("FRANCHISE_ENV", str, None)
    if name is None:
        return ETC if ETC.exists() else None
    if name and not Path(name).is_file():
        raise ImproperlyConfigured(f"FRANCHISE_ENV names {name}, where there is no file.")
    return Path(name) if name else None


env = environment.Environment()
ETC = Path("/etc/franchise.env")
ENV_FILE = env_file()
if ENV_FILE is not None:
    env.read_env(StringIO(ENV_FILE.read_text()))

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("DATA_DIR", default=str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.read("SECRET_KEY", environment.parse_secret_key)
# Private keys, the newest first; `manage.py make_anchor_key` prints one.
ANCHOR_KEY = env.text("ANCHOR_KEY", default="")
SECRET_KEY_FALLBACKS: list[str] = env.read("SECRET_KEY_FALLBACKS", environment.parse_list, [])
ALLOWED_HOSTS = env.read(
    "ALLOWED_HOSTS", environment.parse_list, ["localhost", "127.0.0.1"] if DEBUG else []
)
SITE_URL = env.read("SITE_URL", environment.parse_url, "http://localhost:8000")
METRICS_TOKEN = env.text("METRICS_TOKEN", default="")

INSTALLED_APPS = [
    "franchise_site.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "franchise_site.apps.StaticFiles",
    "allauth.account",
    "franchise_site",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games.events",
    "games.anchors",
    "games.analyses",
    "games",
    "notifications",
    "mail_in",
]

MIDDLEWARE = [
    "franchise_site.exchange.keep_to_http",
    "franchise_site.health.answer_probes",
    "games.api.around.frame_answers",
    "franchise_site.bodies.read_bodies",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "franchise_site.static.FileServer",
    "franchise_site.policy.content_security",
    "franchise_site.metrics.count_requests",
    "games.api.polls.answer_polls",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.web.account.browsers.note_browsers",
    "games.web.languages.use_language",
    "games.web.private.keep_from_others",
    "games.web.private.LeadThroughSignIn",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "franchise_site.urls"
WSGI_APPLICATION = "franchise_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "games.web.lobby.next_game.offer_waiting_count",
            ]
        },
    }
]

OWN_DATABASE = environment.parse_database(f"sqlite:///{DATA_DIR}/franchise.db")
DATABASES = {"default": env.read("DATABASE_URL", environment.parse_database, OWN_DATABASE)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"]["ENGINE"] = "games.events.postgresql"
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    # A connection to a server that is gone is made anew by the next call.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # What hangs is given up; only a primary is taken, where DATABASE_URL names several hosts.
        "connect_timeout": 10,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        "target_session_attrs": "read-write",
        **DATABASES["default"].get("OPTIONS", {}),
        # Each connection prepares the statements of a turn once, which makes each a third cheaper.
        "server_side_binding": True,
        "prepare_threshold": 3,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.Person"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
# Long enough that people who play some minutes a day stay signed in.
SESSION_COOKIE_AGE = 60 * 24 * 3600
# People sign in by a code that comes by mail. Only staff may have a password, for the admin site.
ACCOUNT_ADAPTER = "notifications.account.codes.Adapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 12 * 3600
ACCOUNT_LOGIN_TIMEOUT = ACCOUNT_LOGIN_BY_CODE_TIMEOUT
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# Ours are in games/limits.py.
ACCOUNT_RATE_LIMITS = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Static files are named by their content and kept for ever, but not with DEBUG.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "franchise_site.static.HashedFiles"
    },
}
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

vars().update(env.read("EMAIL_URL", environment.parse_email, environment.parse_email("")))
# For each command, so that a silent mail server does not hold up a worker for long.
EMAIL_TIMEOUT = 10
# For all of a post to a person's program.
WEBHOOK_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", default="franchise@localhost")
MAIL_DOMAIN = env.text("MAIL_DOMAIN", default="localhost")
# Gets the mail to postmaster and abuse of that domain.
HOST_ADDRESS = env.text("HOST_ADDRESS", default="")
MAILBOX_URL = env.read("MAILBOX_URL", environment.parse_url, "")
# A mail provider's own settings as JSON; with them its webhooks are served.
ANYMAIL: dict[str, Any] = env.read("ANYMAIL", environment.parse_object, {})
if ANYMAIL:
    # Most providers take no envelope sender; they report bounces by their webhooks.
    ANYMAIL.setdefault("IGNORE_UNSUPPORTED_FEATURES", True)
    INSTALLED_APPS.append("anymail")

WEBHOOKS_TO_PRIVATE_ADDRESSES = env.flag("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)

REDIS_URL = env.read("REDIS_URL", environment.parse_url, "")
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The sweeps find what a killed worker had taken. Putting it back into a broker that is gone
# would end the worker, or leave it hanging.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than a worker's wait for work, which takes a second at a time.
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
    # No second try to wake a worker: a sweep finds the work.
    "max_retries": 0,
    "ack_emulation": False,
}
# Mails have a queue of their own, so that a slow mail server holds up no turn and no clock. A
# worker without a list of queues takes both.
CELERY_TASK_QUEUES = [Queue("celery", routing_key="celery"), Queue("mails", routing_key="mails")]
CELERY_TASK_ROUTES = {"notifications.tasks.*": {"queue": "mails"}}
CELERY_TASK_PUBLISH_RETRY = False
# A worker waits for its broker as long as that takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# However many beats there are, one of them sends a task. Each touches its file at every task, so
# that the file's age tells whether it is alive.
CELERY_BEAT_SCHEDULER = "franchise_site.beat:SharedSchedule"
CELERY_BEAT_SYNC_EVERY = 1
CELERY_BEAT_SCHEDULE = {
    # Signs the day that has ended at ten past midnight; later ones find what was missed.
    "anchors": {"task": "games.anchors.tasks.publish_anchors", "schedule": crontab(minute=10)},
    "heart": {
        "task": "franchise_site.tasks.beat_heart",
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "heart-of-mail-out": {
        "task": "franchise_site.tasks.beat_heart",
        "args": ["mail-out"],
        "schedule": 20.0,
        "options": {"expires": 20, "queue": "mails"},
    },
    "mails": {
        "task": "notifications.tasks.send_mails",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "computer-players": {"task": "games.tasks.sweep_computer_players", "schedule": 30.0},
    "analyses": {
        "task": "games.analyses.tasks.sweep_analyses",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    # Just after midnight UTC; later ones find what was missed.
    "puzzles": {
        "task": "games.analyses.tasks.choose_daily_puzzle",
        "schedule": crontab(minute=5),
    },
    "deadlines": {
        "task": "games.tasks.sweep_deadlines",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "digests": {
        "task": "notifications.tasks.send_digests",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "webhooks": {"task": "notifications.webhooks.tasks.deliver_webhooks", "schedule": 30.0},
    "guests": {"task": "games.tasks.sweep_guests", "schedule": 3600.0},
    "prune": {"task": "franchise_site.tasks.prune", "schedule": crontab(hour="3", minute="17")},
}

KEEP_DAYS = env.read(
    "KEEP_DAYS", lambda raw: days_to_keep(environment.parse_pairs(raw)), days_to_keep({})
)

CACHES = {
    "default": {
        "BACKEND": "franchise_site.cache.RedisOrMemory",
        "LOCATION": REDIS_URL,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # Pictures are large and the same for everybody, so they are always kept on disk.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "pictures",
        "TIMEOUT": 7 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 600},
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.auth.ByToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.auth.WithinScope"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.auth.Throttle"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.wire.JSON"],
    "DEFAULT_PARSER_CLASSES": ["games.api.wire.JSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.wire.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.problems.handle",
    # Anybody may write `X-Forwarded-For`; only what a trusted proxy adds to it counts.
    "NUM_PROXIES": 0,
}
# The table of tokens is ours; the package's own is never made.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_MODEL": "games.Token"}
KNOX_TOKEN_MODEL = "games.Token"  # noqa: S105 - the name of a model
# Seconds before a computer player begins to think about its turn.
COMPUTER_DELAY = env.read("COMPUTER_DELAY", environment.parse_count, 2)
API_CALLS_A_MINUTE = env.read("API_CALLS_A_MINUTE", environment.parse_count, 1200)
SPECTACULAR_SETTINGS = {
    "TITLE": "Franchise by Mail",
    "DESCRIPTION": (
        "Play, watch and replay games of Franchise. What a person can do at a table, a program can."
    ),
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "games.api.schema.complete",
        "notifications.webhooks.schema.tell_posts",
    ],
}

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
SECURE_SSL_REDIRECT = not DEBUG
SECURE_HSTS_SECONDS = env.read(
    "HSTS_SECONDS", environment.parse_count, 0 if DEBUG else 30 * 24 * 3600
)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
# Subdomains (W005, W021) are the owner's affair; a weak key (W009) is our error E018.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W009", "security.W021"]
# None means that the host has not said whether there is a proxy.
TRUST_PROXY = env.read("TRUST_PROXY", environment.parse_flag, None)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = REST_FRAMEWORK["NUM_PROXIES"] = 1

AT_A_TERMINAL = sys.stderr is not None and sys.stderr.isatty()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "franchise_site.logs.JsonLines"},
        "plain": {"()": "franchise_site.logs.PlainLines"},
    },
    "filters": {"broker": {"()": "franchise_site.logs.filter_of_broker_loss"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain" if AT_A_TERMINAL else "json",
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.read("LOG_LEVEL", environment.parse_level, "INFO"),
    },
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "celery.beat": {"filters": ["broker"]},
        "celery.worker.consumer.consumer": {"filters": ["broker"]},
        # It would log the addresses of mails, which are secrets.
        "mail.log": {"level": "ERROR"},
        "django.server": {"handlers": [], "propagate": True},
        # At a terminal, wrong addresses, stale forms and short waits are noise.
        "django.request": {"level": "ERROR" if AT_A_TERMINAL else "INFO"},
        "django.security.csrf": {"level": "ERROR" if AT_A_TERMINAL else "INFO"},
        "waitress.queue": {"level": "ERROR" if AT_A_TERMINAL else "INFO"},
    },
}

"""Settings by environment. Without any, a safe server that lacks only a SECRET_KEY.

Each may be a file instead, named by its name with _FILE behind it, as secrets are given.

DEBUG, SECRET_KEY, ALLOWED_HOSTS, SITE_URL, DATABASE_URL, REDIS_URL, EMAIL_URL,
DEFAULT_FROM_EMAIL, MAIL_DOMAIN, MAILBOX_URL, ANYMAIL, DATA_DIR, LOG_LEVEL, METRICS_TOKEN,
TRUST_PROXY, API_CALLS_A_MINUTE, CORS_ALLOWED_ORIGINS, WEBHOOKS_TO_PRIVATE_ADDRESSES
"""

from pathlib import Path
from typing import Any

from environ import FileAwareEnv


class Environment(FileAwareEnv):  # type: ignore[misc]  # the package has no types
    """A file that holds a secret ends with a line break, which is no part of it."""

    def get_value(self, *args: Any, **more: Any) -> Any:
        found = super().get_value(*args, **more)
        return found.strip() if isinstance(found, str) else found


env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"] if DEBUG else [])
SITE_URL = env.str("SITE_URL", default="http://localhost:8000")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "franchise_site",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games.events",
    "games",
    "notifications",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "franchise_site.metrics.count_requests",
    "games.api.polls.answer_polls",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
            ]
        },
    }
]

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR}/franchise.db")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    # Statements of a turn are prepared once a connection: a third less for each.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        {"server_side_binding": True, "prepare_threshold": 3}
    )
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.Person"
LOGIN_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "notifications.mailbox.ToFiles"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="franchise@localhost")
MAIL_DOMAIN = env.str("MAIL_DOMAIN", default="localhost")
MAILBOX_URL = env.str("MAILBOX_URL", default="")
# A mail provider's own settings as JSON; with them its webhook for incoming mail is served.
ANYMAIL = env.json("ANYMAIL", default={})
if ANYMAIL:
    INSTALLED_APPS.append("anymail")

WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)

REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 5}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "mails": {"task": "notifications.tasks.send_mails", "schedule": 10.0},
    "computer-players": {"task": "games.tasks.sweep_computer_players", "schedule": 30.0},
    "answers": {"task": "notifications.inbound.tasks.send_answers", "schedule": 60.0},
    "deadlines": {
        "task": "games.tasks.sweep_deadlines",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "webhooks": {"task": "notifications.webhooks.tasks.deliver_webhooks", "schedule": 30.0},
}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
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
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
# The table of tokens is ours; the package's own is never made.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_MODEL": "games.Token", "AUTO_REFRESH": False}
KNOX_TOKEN_MODEL = "games.Token"  # noqa: S105 - the name of a model
API_CALLS_A_MINUTE = env.int("API_CALLS_A_MINUTE", default=1200)
SPECTACULAR_SETTINGS = {
    "TITLE": "Franchise by Mail",
    "DESCRIPTION": "Play, watch and replay games of Franchise.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["games.api.schema.complete"],
}
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_URLS_REGEX = r"^/api/"
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Retry-After",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
]
CORS_ALLOW_HEADERS = [
    "authorization",
    "content-type",
    "if-match",
    "if-none-match",
    "idempotency-key",
]
if CORS_ALLOWED_ORIGINS:
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.insert(1, "corsheaders.middleware.CorsMiddleware")

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = not DEBUG
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 0 if DEBUG else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not DEBUG
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
if env.bool("TRUST_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "franchise_site.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # It would log the addresses of mails, which are secrets.
        "mail.log": {"level": "ERROR"},
        "django.server": {"handlers": [], "propagate": True},
    },
}

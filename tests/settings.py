"""The settings of a server in production, except for what tests need."""

import os

from tests.place import own_folder
from tests.waiting import PATIENCE

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
os.environ["DATA_DIR"] = own_folder()
# A machine's own settings lead to what it is used for.
os.environ["FRANCHISE_ENV"] = ""

from franchise_site.settings import *  # noqa: F403
from franchise_site.settings import DATABASES, STORAGES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # No test pulls the plug.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    DATABASES["default"]["OPTIONS"]["timeout"] = PATIENCE
EMAIL_TIMEOUT = WEBHOOK_TIMEOUT = PATIENCE
ROOT_URLCONF = "tests.urls"
SECURE_SSL_REDIRECT = False
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING_CONFIG = None
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
API_CALLS_A_MINUTE = COMPUTER_DELAY = 0
# Servers under test end with their connections, or the database could not be dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0

"""The settings under test: those of a server in production, but for what tests need."""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
os.environ.setdefault("DATA_DIR", f"{tempfile.gettempdir()}/franchise-tests-{os.getpid()}")

from franchise_site.settings import *  # noqa: F403
from franchise_site.settings import DATA_DIR, DATABASES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "tests.db")}
SECURE_SSL_REDIRECT = False
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING_CONFIG = None
API_CALLS_A_MINUTE = 0
# Servers under test end with their connections, or the database could not be dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0

"""The server's own settings, with the floors beside its calls."""

from franchise_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floors"
SECURE_SSL_REDIRECT = False
API_CALLS_A_MINUTE = 10_000_000

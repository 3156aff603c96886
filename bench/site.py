"""The server's own settings, with the floors beside its calls."""

import os
from pathlib import Path

from bench.flames.sampling import Sampler
from franchise_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floors"
SECURE_SSL_REDIRECT = False
API_CALLS_A_MINUTE = 10_000_000

if stacks := os.environ.get("FLAME_STACKS"):
    Sampler("exchange.keep_to_http.middleware", Path(stacks)).start()

"""`make flames`: where the time of the five hottest paths goes, into docs/flames/."""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
import_module("bench.flames.paths").main()

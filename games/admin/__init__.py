"""The host's desk: Django's admin."""

from games.admin import games, people, reports  # noqa: F401 - registers them

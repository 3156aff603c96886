"""The host's desk."""

from games.admin import games, people, reports  # noqa: F401 - registers them

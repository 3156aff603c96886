"""When each process in the background was last at work, and what beat sent."""

from django.db import models


class Heartbeat(models.Model):
    class Part(models.TextChoices):
        BEAT = "beat"
        WORKER = "worker"
        MAIL_OUT = "mail-out"
        MAIL_IN = "mail-in"
        MAIL_FETCH = "mail-fetch"

    part = models.CharField(max_length=10, choices=Part, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.part} {self.at:%Y-%m-%d %H:%M:%S}"


class Tick(models.Model):
    """When beat last sent a task of its schedule."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"

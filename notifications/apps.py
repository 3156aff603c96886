from importlib import import_module

from django.apps import AppConfig

RECEIVERS = ("leaving", "outbox.receivers", "channels.tracking")


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        for module in RECEIVERS:
            import_module(f"{self.name}.{module}")

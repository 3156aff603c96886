from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import leaving, receivers, tracking  # noqa: F401, PLC0415 - connects them

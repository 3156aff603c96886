from django.apps import AppConfig


class AnchorsConfig(AppConfig):
    name = "games.anchors"
    label = "anchors"
    verbose_name = "Anchors"

    def ready(self) -> None:
        import games.anchors.checks  # noqa: F401, PLC0415 - it registers them

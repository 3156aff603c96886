from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    name = "games.analyses"
    label = "analyses"
    verbose_name = "Analyses"

    def ready(self) -> None:
        from games.analyses import tasks  # noqa: F401, PLC0415 - connects its receivers

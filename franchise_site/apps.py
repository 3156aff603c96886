from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.contrib.staticfiles import apps as staticfiles


class FranchiseSite(AppConfig):
    name = "franchise_site"

    def ready(self) -> None:
        from franchise_site import checks, metrics  # noqa: F401, PLC0415 - registers, connects


class DeskConfig(admin.AdminConfig):
    default = False
    default_site = "franchise_site.desk.HostDesk"


class StaticFiles(staticfiles.StaticFilesConfig):
    """Leaves out the second reader of the schema, which no page of ours uses: most of the bytes."""

    default = False
    ignore_patterns = [*staticfiles.StaticFilesConfig.ignore_patterns, "redoc"]  # noqa: RUF012 - as it is there

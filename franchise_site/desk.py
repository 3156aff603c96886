"""The host's admin site, with the site's own sign-in and the state of the mails."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from franchise_site.tasks import DOORS, WORRY_AFTER, silences
from games.edge import now
from notifications.channels.trouble import explain, mail_trouble
from notifications.models import Webhook
from notifications.outbox.waiting import count_by_age, unsent_mails

SEE_MAIL = "notifications.view_notice"


class HostDesk(AdminSite):
    site_header = site_title = index_title = _("The host's desk")
    index_template = "admin/desk.html"

    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().login(request, extra_context)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        zone = timezone.get_current_timezone_name()
        return {**super().each_context(request), "time_zone": zone}

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        news: dict[str, Any] = (
            state_of_site() if request.user.has_perm(SEE_MAIL) else {"ages": None}
        )
        if request.user.has_perm("notifications.view_webhook"):
            news["failing"] = Webhook.objects.exclude(failing_since=None).count()
        return super().index(request, {**(extra_context or {}), **news})

    def get_urls(self) -> list[Any]:
        return [path("outbox/", self.admin_view(self.outbox), name="outbox"), *super().get_urls()]

    def outbox(self, request: HttpRequest) -> TemplateResponse:
        if not request.user.has_perm(SEE_MAIL):
            raise PermissionDenied
        news = {"title": _("The outbox"), "unsent": unsent_mails(now()), **state_of_site()}
        context = {**self.each_context(request), **news}
        return TemplateResponse(request, "admin/outbox.html", context)


def state_of_site() -> dict[str, Any]:
    trouble = mail_trouble()
    return {
        "ages": count_by_age(now()),
        "trouble": trouble,
        "explanation": explain(trouble) if trouble else "",
        "silent": [
            {"part": part, "is_door": part in DOORS}
            for part, silence in silences(now()).items()
            if silence is None or silence > WORRY_AFTER
        ],
    }

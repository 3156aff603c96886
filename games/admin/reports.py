"""Chat lines that players reported: the host reads no others but those around them."""

from django.contrib import admin
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import talk
from games.admin.acts import ActsAdmin, require, why_field
from games.edge import now
from games.models import ChatLine, ChatReport


@admin.register(ChatReport)
class ChatReportAdmin(ActsAdmin):
    """Shows a reported text only on the report's own page, so that each reading is logged."""

    list_display = ("__str__", "author", "by", "game", "at", "is_hidden", "settled")
    list_filter = (("settled", admin.EmptyFieldListFilter),)
    list_select_related = ("author", "by", "game")
    ordering = ("-at",)
    actions = ("hide", "show", "settle")
    fields = ("text", "author", "by", "game", "at", "is_hidden", "settled", "lines_around")
    readonly_fields = ("is_hidden", "lines_around")
    change_form_template = "admin/report.html"

    has_hide_line_permission = require("hide_line")
    has_show_line_permission = require("show_line")
    has_settle_report_permission = require("settle_report")

    @transaction.atomic
    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        acts = [(name, label) for name, label in self.get_action_choices(request) if name]
        why = why_field().widget.render("why", "")
        context = {**(extra_context or {}), "acts": acts, "why": why}
        response = super().change_view(request, object_id, form_url, context)
        report = self.get_object(request, object_id)
        if report is not None and response.status_code == 200:
            self.log_act(request, report, "read_report", details=f"game {report.game_id}")
        return response

    @admin.display(description=_("hidden"), boolean=True)
    def is_hidden(self, report: ChatReport) -> bool | None:
        """None where the author has deleted the line."""
        line = talk.lines_of(report).first()
        return None if line is None else line.hidden

    @admin.display(description=_("lines around it"))
    def lines_around(self, report: ChatReport) -> SafeString | str:
        line = talk.lines_of(report).first()
        if line is None:
            return gettext("Its author has deleted the line.")
        lines = talk.lines_around(line)
        return format_html(
            "<ol>{}</ol>", format_html_join("", "<li>{}</li>", map(_line_text, lines))
        )

    @admin.action(description=_("Hide the line"), permissions=["hide_line"])
    def hide(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        self._settle(request, reports, "hide_line", hidden=True)

    @admin.action(description=_("Show the line again"), permissions=["show_line"])
    def show(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        self._settle(request, reports, "show_line", hidden=False)

    @admin.action(description=_("Leave it as it is"), permissions=["settle_report"])
    def settle(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        self._settle(request, reports, "settle_report")

    @transaction.atomic
    def _settle(
        self,
        request: HttpRequest,
        reports: QuerySet[ChatReport],
        act: str,
        *,
        hidden: bool | None = None,
    ) -> None:
        """Settles all reports of the same lines as well, if these are hidden or shown."""
        selected = list(reports)
        to_settle = Q(pk__in=[report.pk for report in selected])
        if hidden is not None:
            for report in selected:
                same_line = {"game": report.game_id, "line": report.line}
                talk.lines_of(report).update(hidden=hidden)
                to_settle |= Q(**same_line) & Q(line__isnull=False)
        ChatReport.objects.filter(to_settle).update(settled=now())
        for report in selected:
            self.log_act(request, report, act, details=f"game {report.game_id}")


def _line_text(line: ChatLine) -> tuple[str]:
    time = date_format(timezone.localtime(line.at), "DATETIME_FORMAT")
    author = line.person.display_name if line.person else gettext("somebody who left")
    return (f"{time} · {author}: {line.text}",)

"""Lines of chat that players reported to the host."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.edge import now
from games.models import ChatLine, ChatReport

if TYPE_CHECKING:
    ReportsAdmin = admin.ModelAdmin[ChatReport]
else:
    ReportsAdmin = admin.ModelAdmin


@admin.register(ChatReport)
class ChatReportAdmin(ReportsAdmin):
    """What was reported, as it was then."""

    list_display = ("text", "author", "by", "game", "at", "is_hidden", "settled")
    list_filter = (("settled", admin.EmptyFieldListFilter),)
    list_select_related = ("author", "by", "game", "line")
    ordering = ("-at",)
    actions = ("hide", "show", "settle")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ChatReport | None = None) -> bool:
        return False

    @admin.display(description="hidden", boolean=True)
    def is_hidden(self, report: ChatReport) -> bool | None:
        """Unknown where its author has deleted it."""
        return None if report.line is None else report.line.hidden

    @admin.action(description="Hide the line", permissions=["view"])
    def hide(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        self._settle(reports, hidden=True)

    @admin.action(description="Show the line again", permissions=["view"])
    def show(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        self._settle(reports, hidden=False)

    @admin.action(description="Leave it as it is", permissions=["view"])
    def settle(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        reports.update(settled=now())

    def _settle(self, reports: QuerySet[ChatReport], *, hidden: bool) -> None:
        lines = list(reports.values_list("line", flat=True))
        ChatLine.objects.filter(pk__in=lines).update(hidden=hidden)
        ChatReport.objects.filter(line__in=lines).update(settled=now())

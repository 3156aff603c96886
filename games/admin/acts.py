"""What a host does to rows: with a permission for each act, and told in the log of the host's acts."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME, ActionForm
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

LONGEST_WHY = 300

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    LogAdmin = admin.ModelAdmin[LogEntry]
else:
    AnyAdmin = LogAdmin = admin.ModelAdmin


def why_field() -> forms.CharField:
    return forms.CharField(
        max_length=LONGEST_WHY, required=False, label=_("Why, for the log"), widget=forms.TextInput
    )


class WhyActionForm(ActionForm):
    why = why_field()


class AskForm(forms.Form):
    why = why_field()


def require(codename: str) -> Callable[[AnyAdmin, HttpRequest], bool]:
    """A `has_…_permission` as the list of actions asks for it, and the POST of one."""

    def has_permission(_: AnyAdmin, request: HttpRequest) -> bool:
        return request.user.has_perm(f"games.{codename}")

    return has_permission


class ActsAdmin(AnyAdmin):
    """Nobody adds, changes or deletes rows by hand; acts do what is to be done."""

    action_form = WhyActionForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def ask(
        self, request: HttpRequest, rows: Iterable[Model], form: forms.Form, action: str
    ) -> HttpResponse:
        found = {
            **self.admin_site.each_context(request),
            "title": dict(self.get_action_choices(request))[action],
            "opts": self.opts,
            "rows": rows,
            "form": form,
            "action": action,
            "selected": ACTION_CHECKBOX_NAME,
        }
        return render(request, "admin/ask.html", found)

    def log_act(self, request: HttpRequest, row: Model, act: str, *, details: str = "") -> None:
        """In the transaction of the act: neither is there without the other."""
        why = request.POST.get("why", "").strip()[:LONGEST_WHY]
        said = f"{act}: {details}" if details else act
        self.log_change(request, row, f"{said} ({why})" if why else said)


def form_of(request: HttpRequest, form: type[AskForm]) -> AskForm:
    """As it was filled in; before that with the reason that stood beside the list of actions."""
    if "apply" in request.POST:
        return form(request.POST)
    return form(initial={"why": request.POST.get("why", "")})


@admin.register(LogEntry)
class LogEntryAdmin(LogAdmin):
    """Who did what to whom and when. Read by whoever may view it, changed by nobody."""

    list_display = ("action_time", "user", "act", "target")
    list_display_links = None
    list_filter = ("action_time", ("content_type", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "content_type")
    search_fields = ("object_id", "object_repr", "change_message", "user__username")
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False

    @admin.display(description=_("what was done"))
    def act(self, entry: LogEntry) -> str:
        return entry.get_change_message()

    @admin.display(description=_("what it was done to"))
    def target(self, entry: LogEntry) -> str:
        path = entry.get_admin_url()
        return (
            format_html('<a href="{}">{}</a>', path, entry.object_repr)
            if path
            else entry.object_repr
        )

"""What a host does to rows. Each act needs a permission and is logged."""

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
else:
    AnyAdmin = admin.ModelAdmin


def why_field() -> forms.CharField:
    return forms.CharField(
        max_length=LONGEST_WHY, required=False, label=_("Why, for the log"), widget=forms.TextInput
    )


class WhyActionForm(ActionForm):
    why = why_field()


class AskForm(forms.Form):
    why = why_field()


def require(codename: str) -> Callable[[AnyAdmin, HttpRequest], bool]:
    """A `has_…_permission`, which Django asks for the list of actions and for each POST."""

    def has_permission(_: AnyAdmin, request: HttpRequest) -> bool:
        return request.user.has_perm(f"games.{codename}")

    return has_permission


class ActsAdmin(AnyAdmin):
    """Nobody adds, changes or deletes rows by hand; acts change them."""

    action_form = WhyActionForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_delete_permission = has_change_permission

    def ask(
        self, request: HttpRequest, rows: Iterable[Model], form: forms.Form, action: str
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": dict(self.get_action_choices(request))[action],
            "opts": self.opts,
            "rows": rows,
            "form": form,
            "action": action,
            "selected": ACTION_CHECKBOX_NAME,
        }
        return render(request, "admin/ask.html", context)

    def log_act(self, request: HttpRequest, row: Model, act: str, *, details: str = "") -> None:
        """Call this in the transaction of the act, so that neither is stored without the other."""
        why = request.POST.get("why", "").strip()[:LONGEST_WHY]
        message = f"{act}: {details}" if details else act
        self.log_change(request, row, f"{message} ({why})" if why else message)


def form_of(request: HttpRequest, form: type[AskForm]) -> AskForm:
    """The submitted form, or a new one with the reason given beside the list of actions."""
    if "apply" in request.POST:
        return form(request.POST)
    return form(initial={"why": request.POST.get("why", "")})


@admin.register(LogEntry)
class LogEntryAdmin(ActsAdmin):
    """The log of the host's acts, which nobody changes."""

    list_display = ("action_time", "user", "act", "target")
    list_display_links = None
    list_filter = ("action_time", ("content_type", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "content_type")
    search_fields = ("object_id", "object_repr", "change_message", "user__username")
    actions = None

    @admin.display(description=_("what was done"))
    def act(self, entry: LogEntry) -> str:
        return entry.get_change_message()

    @admin.display(description=_("what it was done to"))
    def target(self, entry: LogEntry) -> str:
        path = entry.get_admin_url()
        name: str = entry.object_repr
        return format_html('<a href="{}">{}</a>', path, name) if path else name

"""People and their rights at the host's desk."""

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.acts import ActsAdmin, AskForm, form_of, require
from games.edge import now
from games.models import Person
from games.people import forget

if TYPE_CHECKING:
    PeopleAdmin = UserAdmin[Person]
else:
    PeopleAdmin = UserAdmin

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class PersonAdmin(ActsAdmin, PeopleAdmin):
    """Nobody is deleted: a forgotten person stays as a number in the events of games."""

    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("At tables"), {"fields": ("name",)}),
        (_("Clock"), {"fields": ("time_zone", "quiet_from", "quiet_to", "language")}),
    )
    actions = ("forget",)

    has_forget_person_permission = require("forget_person")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_change_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        """Only a superuser changes staff: with another address one could sign in as them."""
        may = admin.ModelAdmin.has_change_permission(self, request, obj)
        return may and (obj is None or not _is_above(obj, request.user))

    def get_readonly_fields(
        self, request: HttpRequest, obj: Person | None = None
    ) -> tuple[str, ...]:
        """Only superusers give rights."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if request.user.is_superuser else (*fields, *RIGHTS)

    @admin.action(description=_("Forget …"), permissions=["forget_person"])
    def forget(self, request: HttpRequest, people: QuerySet[Person]) -> HttpResponse | None:
        form = form_of(request, AskForm)
        if not form.is_valid():
            return self.ask(request, people, form, "forget")
        for person in people:
            if _is_above(person, request.user):
                self.message_user(
                    request,
                    _("%s is of the staff, whom only a superuser forgets.") % person,
                    messages.ERROR,
                )
                continue
            with transaction.atomic():
                forget(person, left_at=now())
                person.refresh_from_db()
                self.log_act(request, person, "forget_person")
            self.message_user(request, _("%s: done") % person, messages.SUCCESS)
        return None


def _is_above(person: Person, host: object) -> bool:
    is_of_staff = person.is_staff or person.is_superuser
    return is_of_staff and not getattr(host, "is_superuser", False)


class RightsAdmin(GroupAdmin):
    """Only superusers change groups, as others could give themselves a group's rights."""

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    has_add_permission = has_delete_permission = has_change_permission


admin.site.register(Person, PersonAdmin)
admin.site.unregister(Group)
admin.site.register(Group, RightsAdmin)
# Its pages confirm any address without a code and without a permission.
admin.site.unregister(EmailAddress)

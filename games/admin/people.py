"""People, as the host sees them."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from games.models import Person

if TYPE_CHECKING:
    PeopleAdmin = UserAdmin[Person]
else:
    PeopleAdmin = UserAdmin


class PersonAdmin(PeopleAdmin):
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        ("At tables", {"fields": ("name",)}),
        ("Clock", {"fields": ("time_zone", "quiet_from", "quiet_to", "language")}),
    )


admin.site.register(Person, PersonAdmin)

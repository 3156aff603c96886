"""The host's desk: each act takes a permission of its own, and is told in the log."""

from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.contrib.admin import site
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from games import talk
from games.domain.events import PlayerReplaced
from games.domain.lobby import SetDeadline
from games.edge import now
from games.events import store
from games.models import ChatLine, ChatReport, Person
from games.people import export_person, forget
from games.services import act as order
from tests.api.calls import caller, game_path
from tests.doing import browser, start_game, table_of
from tests.people import HOST, Cast, make_staff

pytestmark = pytest.mark.django_db(transaction=True)


class Act(NamedTuple):
    action: str
    permission: str
    form: dict[str, str] = {}  # noqa: RUF012 - nobody adds to it


ON_GAMES = (
    Act("pause", "pause_game"),
    Act("resume", "resume_game"),
    Act("extend", "extend_game", {"hours": "48"}),
    Act("replace", "replace_player", {"seat": "1", "player": "mallory"}),
    Act("take_back", "take_back_turn", {"to_version": "START"}),
    Act("abandon", "abandon_game"),
)
ON_REPORTS = (
    Act("hide", "hide_line"),
    Act("show", "show_line"),
    Act("settle", "settle_report"),
)
GAMES, REPORTS = "admin:games_game_changelist", "admin:games_chatreport_changelist"
PEOPLE = "admin:games_person_changelist"


def start_with_a_turn(people: Cast) -> tuple[UUID, int]:
    """A game with one turn played, and the version at which the turn began."""
    game = start_game(people)
    start = table_of(game).version
    browser(people.ada).post(
        reverse("game", args=[game]), {"orders": "pass", "version": str(start)}
    )
    return game, start


def report_line(people: Cast, game: UUID) -> ChatReport:
    for number in range(5):
        talk.say(game, people.bob, f"line {number}", now())
    rude = talk.say(game, people.ada, "something rude", now())
    for number in range(5, 10):
        talk.say(game, people.bob, f"line {number}", now())
    talk.report(game, rude.number, people.bob, now())
    return ChatReport.objects.latest("pk")


def do(client: Client, where: str, act: Act, target: object, start: int = 0) -> None:
    form = {name: value.replace("START", str(start)) for name, value in act.form.items()}
    body = {"action": act.action, "_selected_action": str(target), "apply": "1", **form}
    client.post(reverse(where), {**body, "why": "Bob is ill"})


def try_acts(client: Client, people: Cast) -> set[str]:
    """Tries every act; the permissions of those that changed something."""
    done, fresh = set(), None
    for act in ON_GAMES:
        game, start = fresh = fresh or start_with_a_turn(people)
        if act.action == "resume":
            order(game, SetDeadline(None, "paused"), actor=HOST)
        before = table_of(game).version
        do(client, GAMES, act, game, start)
        if table_of(game).version != before:
            done.add(act.permission)
            fresh = None
    report = report_line(people, game)
    for act in ON_REPORTS:
        do(client, REPORTS, act, report.pk)
        if ChatReport.objects.filter(pk=report.pk, settled__isnull=False).update(settled=None):
            done.add(act.permission)
    return done


def offered_actions(client: Client, where: str) -> set[str]:
    response = client.get(reverse(where))
    if response.status_code != 200:
        return set()
    form = response.context["action_form"]
    return {name for name, _ in form.fields["action"].choices if name} if form else set()


@pytest.mark.parametrize("act", [*ON_GAMES, *ON_REPORTS], ids=lambda act: act.permission)
def test_who_has_one_permission_does_and_is_offered_that_act_alone(people: Cast, act: Act) -> None:
    report_line(people, start_game(people))
    host = browser(
        make_staff("games.view_game", "games.view_chatreport", f"games.{act.permission}")
    )
    assert offered_actions(host, GAMES) | offered_actions(host, REPORTS) == {act.action}
    assert try_acts(host, people) == {act.permission}
    (entry,) = LogEntry.objects.all()
    assert entry.change_message.startswith(act.permission)
    assert "(Bob is ill)" in entry.change_message


def test_whom_the_desk_replaces_is_put_out_by_the_host(people: Cast) -> None:
    game, start = start_with_a_turn(people)
    host = browser(make_staff("games.view_game", "games.replace_player"))
    (act,) = (each for each in ON_GAMES if each.action == "replace")
    do(host, GAMES, act, game, start)
    replaced = next(each for each in store.read(game) if isinstance(each, PlayerReplaced))
    assert replaced == PlayerReplaced(1, people.mallory.pk, by_host=True)


def test_without_a_permission_nobody_does_anything(people: Cast) -> None:
    every = [f"games.{act.permission}" for act in (*ON_GAMES, *ON_REPORTS)]
    blind = make_staff(*every)
    watching = make_staff("games.view_game", "games.view_chatreport")
    for person in (make_staff(), watching, blind, people.ada, people.mallory, None):
        client = browser(person)
        assert offered_actions(client, GAMES) | offered_actions(client, REPORTS) == set()
        assert try_acts(client, people) == set()
    assert not LogEntry.objects.exists()


def test_a_superuser_does_everything(people: Cast) -> None:
    host = browser(Person.objects.create_superuser("host", "host@localhost", "secret"))
    report_line(people, start_game(people))
    every = {act.action for act in (*ON_GAMES, *ON_REPORTS)}
    assert offered_actions(host, GAMES) | offered_actions(host, REPORTS) == every
    assert try_acts(host, people) == {act.permission for act in (*ON_GAMES, *ON_REPORTS)}


def test_the_staff_without_a_permission_read_and_write_no_private_table(people: Cast) -> None:
    game = start_game(people)
    report = report_line(people, game)
    bare = make_staff()
    client, program = browser(bare), caller(bare)
    for path in ("game", "chat", "note", "chat-lines"):
        assert client.get(reverse(path, args=[game])).status_code == 404
    assert client.post(reverse("chat", args=[game]), {"text": "me"}).status_code == 404
    for path in ("", "chat/", "events/", "record/"):
        assert program.get(game_path(game, path)).status == 404
    assert program.post(game_path(game, "chat/"), {"text": "me"}).status == 404
    for path in (reverse(GAMES), reverse(REPORTS), reverse(PEOPLE)):
        assert client.get(path).status_code == 403
    for page in ("games_game_change", "games_chatreport_change"):
        target = game if "game_change" in page else report.pk
        assert client.get(reverse(f"admin:{page}", args=[target])).status_code == 403
    assert ChatLine.objects.filter(text="me").count() == 0


@pytest.mark.parametrize("is_superuser", [False, True])
def test_a_host_reads_a_private_table_and_neither_reads_nor_writes_its_chat(
    people: Cast, is_superuser: bool
) -> None:
    game = start_game(people)
    line = talk.say(game, people.bob, "between us", now())
    host = make_staff("games.view_game")
    if is_superuser:
        host = Person.objects.create_superuser("host", "host@localhost", "secret")
    client, program = browser(host), caller(host)
    assert client.get(reverse("game", args=[game])).status_code == 200
    assert program.get(game_path(game)).status == 200
    closed = client.get(reverse("chat", args=[game]))
    assert (closed.status_code, b"between us" in closed.content) == (403, False)
    assert client.post(reverse("chat", args=[game]), {"text": "me"}).status_code == 403
    assert client.get(reverse("chat-line", args=[game, line.number])).status_code == 404
    assert client.get(reverse("chat-lines", args=[game])).status_code == 404
    assert program.get(game_path(game, "chat/")).status == 403
    assert program.post(game_path(game, "chat/"), {"text": "me"}).status == 403
    assert ChatLine.objects.count() == 1


def test_a_report_shows_the_lines_around_it_and_each_reading_is_logged(people: Cast) -> None:
    report = report_line(people, start_game(people))
    reader = make_staff("games.view_chatreport", "games.hide_line")
    page = reverse("admin:games_chatreport_change", args=[report.pk])
    assert "something rude" not in browser(reader).get(reverse(REPORTS)).content.decode()
    assert not LogEntry.objects.exists()
    html = browser(reader).get(page).content.decode()
    assert 'name="action" value="hide"' in html
    assert 'name="action" value="show"' not in html
    for line in ("line 2", "line 3", "line 4", "something rude", "line 5", "line 7"):
        assert line in html
    for line in ("line 1", "line 8"):
        assert line not in html
    (entry,) = LogEntry.objects.all()
    assert (entry.user, entry.object_id) == (reader, str(report.pk))
    assert entry.change_message == f"read_report: game {report.game_id}"


def test_a_report_whose_line_is_gone_is_settled_all_the_same(people: Cast) -> None:
    report = report_line(people, start_game(people))
    ChatLine.objects.filter(text="something rude").delete()
    host = browser(make_staff("games.view_chatreport", "games.hide_line"))
    assert (
        "has deleted the line"
        in host.get(reverse("admin:games_chatreport_change", args=[report.pk])).content.decode()
    )
    do(host, REPORTS, ON_REPORTS[0], report.pk)
    report.refresh_from_db()
    assert report.settled is not None


def test_a_refused_act_is_not_logged(people: Cast) -> None:
    game = start_game(people)
    host = browser(make_staff("games.view_game", "games.take_back_turn"))
    do(host, GAMES, Act("take_back", "take_back_turn", {"to_version": "1"}), game)
    assert not LogEntry.objects.exists()


def test_nobody_changes_or_deletes_the_log_at_the_desk(people: Cast) -> None:
    host = browser(Person.objects.create_superuser("host", "host@localhost", "secret"))
    do(host, GAMES, ON_GAMES[0], start_game(people))
    (entry,) = LogEntry.objects.all()
    log = reverse("admin:admin_logentry_changelist")
    assert b"pause_game (Bob is ill)" in host.get(log).content
    host.post(log, {"action": "delete_selected", "_selected_action": entry.pk, "post": "yes"})
    for page in ("change", "delete"):
        path = reverse(f"admin:admin_logentry_{page}", args=[entry.pk])
        assert host.post(path, {"change_message": "x", "post": "yes"}).status_code == 403
    assert host.get(reverse("admin:admin_logentry_add")).status_code == 403
    assert LogEntry.objects.get().change_message == "pause_game (Bob is ill)"
    assert browser(make_staff()).get(log).status_code == 403
    assert browser(make_staff("admin.view_logentry")).get(log).status_code == 200


def test_who_may_change_people_gives_no_rights_and_takes_over_nobody_of_the_staff(
    people: Cast,
) -> None:
    chief = Person.objects.create_superuser("chief", "chief@localhost", "secret")
    clerk = make_staff("games.view_person", "games.change_person")
    other, client = make_staff("games.pause_game"), browser(clerk)
    for person in (clerk, other, chief, people.bob):
        page = reverse("admin:games_person_change", args=[person.pk])
        client.post(
            page,
            {
                "username": person.username,
                "email": "clerk@localhost",
                "is_superuser": "on",
                "is_active": "on",
                "is_staff": "on",
                "time_zone": "UTC",
                "language": "en",
                "date_joined_0": "2026-01-01",
                "date_joined_1": "12:00",
            },
        )
        person.refresh_from_db()
    assert (people.bob.is_superuser, people.bob.email) == (False, "clerk@localhost")
    assert (clerk.email, other.email, chief.email) == ("", "", "chief@localhost")
    for person in (other, chief):
        password = reverse("admin:auth_user_password_change", args=[person.pk])
        assert client.get(password).status_code == 403


def test_every_act_on_the_desk_asks_for_a_permission_of_its_own() -> None:
    desks = site._registry.values()  # noqa: SLF001 - there is no other way to ask
    acts = [getattr(each, str(name)) for each in desks for name in each.actions or ()]
    permissions = [tuple(act.allowed_permissions) for act in acts]
    assert len(acts) == len(ON_GAMES) + len(ON_REPORTS) + 1
    assert len(set(permissions)) == len(permissions)


def test_groups_are_changed_by_superusers_alone() -> None:
    group = Group.objects.create(name="clerks")
    clerk = make_staff(
        "auth.view_group", "auth.change_group", "auth.add_group", "auth.delete_group"
    )
    clerk.groups.add(group)
    chief = Person.objects.create_superuser("chief", "chief@localhost", "secret")
    page = reverse("admin:auth_group_change", args=[group.pk])
    every = [str(each.pk) for each in Permission.objects.all()[:5]]
    for person, count in ((clerk, 0), (chief, 5)):
        browser(person).post(page, {"name": "clerks", "permissions": every})
        assert group.permissions.count() == count
    for path in ("add", "delete"):
        args = [group.pk] if path == "delete" else []
        denied = browser(clerk).post(reverse(f"admin:auth_group_{path}", args=args))
        assert denied.status_code == 403


def test_people_are_forgotten_at_the_desk_and_never_deleted(people: Cast) -> None:
    game = start_game(people)
    chief = Person.objects.create_superuser("chief", "chief@localhost", "secret")
    other = make_staff("games.pause_game")
    clerk = browser(make_staff("games.view_person", "games.forget_person"))
    for person in (people.bob, other, chief):
        do(clerk, PEOPLE, Act("forget", "forget_person"), person.pk)
        person.refresh_from_db()
    assert people.bob.left is not None
    assert (other.left, chief.left) == (None, None)
    assert table_of(game).setup.seats[1].bot is not None
    for person in (people.ada, people.bob):
        path = reverse("admin:games_person_delete", args=[person.pk])
        assert browser(chief).post(path, {"post": "yes"}).status_code == 403
    entry = LogEntry.objects.get()
    assert (entry.object_repr, entry.object_id) == ("somebody who left", str(people.bob.pk))


def test_what_the_desk_did_to_somebody_is_exported_and_loses_the_name(people: Cast) -> None:
    chief = Person.objects.create_superuser("chief", "chief@localhost", "secret")
    LogEntry.objects.log_actions(chief.pk, [people.bob], 2, "Changed name.")
    assert [act["act"] for act in as_list(export_person(people.bob)["acts_of_the_host"])] == [
        "Changed name."
    ]
    assert len(as_list(export_person(chief)["acts_as_host"])) == 1
    forget(people.bob, left_at=now())
    assert "bob" not in LogEntry.objects.get().object_repr


def test_the_log_says_in_words_what_was_changed_on_a_form(people: Cast) -> None:
    chief = Person.objects.create_superuser("chief", "chief@localhost", "secret")
    LogEntry.objects.log_actions(chief.pk, [people.bob], 2, [{"changed": {"fields": ["Name"]}}])
    log = browser(chief).get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert "Changed Name." in log
    assert "fields" not in log
    assert [act["act"] for act in as_list(export_person(people.bob)["acts_of_the_host"])] == [
        "Changed Name."
    ]


def as_list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_times_in_a_games_history_are_those_of_the_host(people: Cast) -> None:
    game = start_game(people)
    host = make_staff("games.view_game")
    Person.objects.filter(pk=host.pk).update(time_zone="Asia/Kathmandu")
    response = browser(host).get(reverse("admin:games_game_change", args=[game]))
    local = now().astimezone(ZoneInfo("Asia/Kathmandu"))
    assert f"{local:%Y-%m-%d %H:}" in response.content.decode()

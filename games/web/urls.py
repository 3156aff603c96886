from django.urls import include, path

from games.web import (
    account,
    agreements,
    anchors,
    chat,
    entering,
    examples,
    guests,
    languages,
    learning,
    lobby,
    new_game,
    rules,
    table,
    waiting,
    waiting_games,
    whatif,
)
from games.web.replay import pages

# Of allauth's own addresses there are these; the names are those that it looks for.
accounts = [
    path("accounts/login/", entering.sign_in_page, name="login"),
    path("accounts/login/", entering.sign_in_page, name="account_login"),
    path("accounts/login/", entering.sign_in_page, name="account_request_login_code"),
    path("accounts/login/code/", entering.confirm_code, name="account_confirm_login_code"),
    path("accounts/logout/", entering.sign_out, name="account_logout"),
    path("accounts/email/", entering.change_address, name="account_email"),
    path("accounts/email/code/", entering.confirm_address, name="account_email_verification_sent"),
    path("sign-in/<str:token>/", entering.sign_in_by_link, name="sign-in"),
    path("account/", account.account, name="account"),
    path("account/programs/", account.programs, name="programs"),
    path("account/programs/<slug:token>/", account.revoke_token, name="revoke-token"),
    path("account/delete/", account.leave, name="leave"),
]

urlpatterns = [
    path("language/", languages.choose, name="set-language"),
    path("", lobby.home, name="home"),
    path("games/finished/", lobby.finished, name="finished"),
    path("next/", waiting_games.next_game, name="next-game"),
    path("games/new/", new_game.new_game, name="new-game"),
    path("try/", guests.try_a_game, name="try"),
    path("join/<slug:secret>/", waiting.join, name="join"),
    path("games/<uuid:game_id>/agreements/", agreements.agree, name="agreements"),
    path("games/<uuid:game_id>/", table.game, name="game"),
    path("games/<uuid:game_id>/replay/", include("games.web.replay.urls")),
    path("games/<uuid:game_id>/embed/<int:version>/", pages.embedded, name="replay-embed"),
    path("rules/", rules.rules, name="rules"),
    path("rules/rulings/", rules.rulings, name="rulings"),
    path("rules/examples/", examples.examples, name="examples"),
    path("anchors/", anchors.anchors, name="anchors"),
    path("learn/", learning.tutorial, name="tutorial"),
    *accounts,
    path("games/<uuid:game_id>/chat/", chat.chat, name="chat"),
    path("games/<uuid:game_id>/chat/lines/", chat.lines, name="chat-lines"),
    path("games/<uuid:game_id>/chat/<int:line_id>/", chat.line, name="chat-line"),
    path("games/<uuid:game_id>/notes/", chat.note, name="note"),
    path("games/<uuid:game_id>/what-if/", whatif.begin, name="whatif"),
    path("games/<uuid:game_id>/what-if/<int:line_id>/", whatif.line, name="whatif-line"),
    path("what-if/<slug:secret>/", whatif.shared, name="whatif-shared"),
]

from django.urls import include, path

from games.web import languages
from games.web.account import browsers, profile, sign_in
from games.web.analysis import analysis
from games.web.anchors import anchors
from games.web.chat import chat
from games.web.ending import ending
from games.web.learn import learn
from games.web.lobby import glance, home, join, new_game, next_game, try_game
from games.web.puzzles import puzzles
from games.web.replay import replay
from games.web.rules import examples, rules
from games.web.table import agreements, card, film, table
from games.web.whatif import whatif

# Of allauth's own addresses there are these; the names are those that it looks for.
accounts = [
    path("accounts/login/", sign_in.sign_in_page, name="login"),
    path("accounts/login/", sign_in.sign_in_page, name="account_login"),
    path("accounts/login/", sign_in.sign_in_page, name="account_request_login_code"),
    path("accounts/login/code/", sign_in.confirm_code, name="account_confirm_login_code"),
    path("accounts/logout/", sign_in.sign_out, name="account_logout"),
    path("accounts/email/", sign_in.change_address, name="account_email"),
    path("accounts/email/code/", sign_in.confirm_address, name="account_email_verification_sent"),
    path("sign-in/<str:token>/", sign_in.sign_in_by_link, name="sign-in"),
    path("account/", profile.account, name="account"),
    path("account/browsers/", browsers.browsers, name="browsers"),
    path("account/programs/", profile.programs, name="programs"),
    path("account/programs/<slug:token>/", profile.revoke_token, name="revoke-token"),
    path("account/delete/", profile.leave, name="leave"),
]

urlpatterns = [
    path("language/", languages.choose_language, name="set-language"),
    path("", home.home, name="home"),
    path("games/finished/", home.finished_page, name="finished"),
    path("next/", next_game.next_game, name="next-game"),
    path("games/new/", new_game.new_game, name="new-game"),
    path("try/", try_game.try_a_game, name="try"),
    path("join/<slug:secret>/", join.join, name="join"),
    path("join/<slug:secret>/<slug:proof>/", join.join, name="join-by-mail"),
    path("games/<uuid:game_id>/agreements/", agreements.agree, name="agreements"),
    path("games/<uuid:game_id>/", table.game, name="game"),
    path("games/<uuid:game_id>/after/", ending.after, name="after"),
    *(
        path(
            f"games/<uuid:game_id>/glance/<int:version>/{time}.svg",
            glance.glance,
            {"night": time == "night"},
            name=f"glance-{time}",
        )
        for time in ("day", "night")
    ),
    path("games/<uuid:game_id>/card/", card.card, name="card"),
    path("games/<uuid:game_id>/film/", film.film, name="film"),
    path("games/<uuid:game_id>/replay/", include("games.web.replay.urls")),
    path("games/<uuid:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("games/<uuid:game_id>/embed/<int:version>/", replay.embed, name="replay-embed"),
    path("rules/", rules.rules, name="rules"),
    path("rules/rulings/", rules.rulings, name="rulings"),
    path("rules/examples/", examples.examples, name="examples"),
    path("anchors/", anchors.anchors, name="anchors"),
    path("anchors/list.txt", anchors.anchor_list, name="anchor-list"),
    path("anchors/<uuid:game_id>/", anchors.game_anchors, name="game-anchors"),
    path("anchors/<uuid:game_id>/<str:day>.json", anchors.game_proof, name="game-proof"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/<str:day>/", puzzles.puzzle, name="puzzle"),
    path("learn/", learn.tutorial, name="tutorial"),
    *accounts,
    path("games/<uuid:game_id>/chat/", chat.chat, name="chat"),
    path("games/<uuid:game_id>/chat/lines/", chat.lines, name="chat-lines"),
    path("games/<uuid:game_id>/chat/<int:line_id>/", chat.line, name="chat-line"),
    path("games/<uuid:game_id>/notes/", chat.note, name="note"),
    path("games/<uuid:game_id>/what-if/", whatif.begin, name="whatif"),
    path("games/<uuid:game_id>/what-if/<int:line_id>/", whatif.variation_page, name="whatif-line"),
    path("what-if/<slug:secret>/", whatif.shared_variation, name="whatif-shared"),
]

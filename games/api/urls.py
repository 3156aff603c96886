from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerView

from games.api.views import (
    chat,
    clocks,
    described,
    history,
    invitations,
    lobby,
    play,
    tokens,
)
from games.api.views.base import nothing_here

urlpatterns = [
    path("games/<uuid:game_id>/", lobby.OneGame.as_view()),
    path("games/<uuid:game_id>/events/", history.Feed.as_view()),
    path("games/", lobby.Games.as_view()),
    path("games/<uuid:game_id>/join/", lobby.JoinGame.as_view()),
    path("games/<uuid:game_id>/leave/", lobby.LeaveGame.as_view()),
    path("games/<uuid:game_id>/invite/", invitations.InviteToGame.as_view()),
    path("games/<uuid:game_id>/invitations/", invitations.Invitations.as_view()),
    path("games/<uuid:game_id>/invitations/<int:invitation>/", invitations.OneInvitation.as_view()),
    path("games/<uuid:game_id>/start/", lobby.StartTheGame.as_view()),
    path("games/<uuid:game_id>/pause/", clocks.PauseGame.as_view()),
    path("games/<uuid:game_id>/resume/", clocks.ResumeGame.as_view()),
    path("games/<uuid:game_id>/take-over/", clocks.TakeOverSeat.as_view()),
    path("games/<uuid:game_id>/towns/", play.ChooseTown.as_view()),
    path("games/<uuid:game_id>/boom/", play.PlaceBoom.as_view()),
    path("games/<uuid:game_id>/draft/", play.Draft.as_view()),
    path("games/<uuid:game_id>/options/", play.Choices.as_view()),
    path("games/<uuid:game_id>/preview/", play.PreviewTurn.as_view()),
    path("games/<uuid:game_id>/turns/", play.TakeTurn.as_view()),
    path("games/<uuid:game_id>/take-back/", play.TakeItBack.as_view()),
    path("games/<uuid:game_id>/what-if/", play.PlayOn.as_view()),
    path("games/<uuid:game_id>/tables/<int:version>/", history.TableAt.as_view()),
    path("games/<uuid:game_id>/replay/", history.Replay.as_view()),
    path("games/<uuid:game_id>/record/", history.GameRecord.as_view(), name="game-record"),
    path("games/<uuid:game_id>/chat/", chat.Chat.as_view()),
    path("rulesets/<str:ruleset>/", history.Ruleset.as_view()),
    path("me/", tokens.WhoAmI.as_view()),
    path("tokens/", tokens.Tokens.as_view()),
    path("tokens/<slug:token>/", tokens.OneToken.as_view()),
    path("schema/", described.Schema.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    re_path(r"", nothing_here),
]

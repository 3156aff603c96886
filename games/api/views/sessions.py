"""The browsers in which somebody is signed in: listed and signed out."""

from django.contrib.auth import update_session_auth_hash
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers
from games.api.schema import call
from games.api.views.base import ApiView, answer_removed
from games.edge import now
from games.sessions import describe_browser, end_all_sign_ins, end_sign_in, sign_ins


class Sessions(ApiView):
    for_members = True

    @call("listSessions", "The browsers in which you are signed in, the one used last first")
    def get(self, request: Request) -> Response:
        key = _key_of_session(request)
        sessions = tuple(
            answers.Session(
                id=sign_in.pk,
                browser=describe_browser(sign_in.browser),
                address=sign_in.address,
                began=sign_in.began,
                seen=sign_in.seen,
                this=sign_in.key == key,
            )
            for sign_in in sign_ins(self.person(), now())
        )
        return Response(answers.Sessions(sessions))

    @call("endSessions", "Sign out of every browser but the one that asks; tokens stay")
    def delete(self, request: Request) -> Response:
        end_all_sign_ins(self.person(), now(), but=_key_of_session(request))
        if request.auth is None:
            update_session_auth_hash(request._request, self.person())  # noqa: SLF001 - it wraps it
        return Response(status=204)


class OneSession(ApiView):
    for_members = True

    @call("endSession", "Sign out of one browser")
    def delete(self, request: Request, session: int) -> Response:
        return answer_removed(end_sign_in(self.person(), session), session)


def _key_of_session(request: Request) -> str | None:
    """Of the session that asks, if one does."""
    return request.session.session_key if request.auth is None else None

"""What a call is answered that ended in an error of ours."""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views.defaults import server_error
from psycopg import Error as PostgresError

from games.api.around import PLACE
from games.api.problem_kinds import OF_CALLS
from games.api.problems import answer, problem

SECONDS_TO_WAIT = "3"
SAYS = "The database cannot be reached; send the same again in some seconds."
OUT_OF_REACH = ("08", "57P", "25006", "53300")
"""How SQLSTATEs begin where a server ends, takes no writes as it is a replica, or takes no more."""


def answer_fault(request: HttpRequest) -> HttpResponse:
    if not is_out_of_reach(sys.exception()):
        return server_error(request)
    if request.path_info.startswith(PLACE):
        response = answer(problem(OF_CALLS["out-of-reach"], SAYS))
    else:
        response = HttpResponse(get_template("503.html").render(), status=503)
    response["Retry-After"] = SECONDS_TO_WAIT
    response["Cache-Control"] = "no-store"
    return response


def is_out_of_reach(error: BaseException | None) -> bool:
    """Whether the database was lost, by this error or what it came of."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError | InternalError):
            cause = error.__cause__
            state = cause.sqlstate if isinstance(cause, PostgresError) else ""
            # A connection that is lost, or was not to be had, has none.
            if state is None or state.startswith(OUT_OF_REACH):
                return True
        error = error.__cause__ or error.__context__
    return False

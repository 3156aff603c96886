"""`/healthz`: the process answers. `/readyz`: it can do its work.

Probes come by address, not by the site's name, and without a proxy: they are answered first.
"""

from collections.abc import Callable

from celery.exceptions import CeleryError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError

from franchise_site.celery import app

Next = Callable[[HttpRequest], HttpResponse]


def answer_probes(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        return probe(request) if probe else get_response(request)

    return middleware


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """The broker is only a wake-up call: without it the server is slower, but ready."""
    database = _database()
    ready = database == "ok"
    found = {"database": database, "broker": _broker()}
    return JsonResponse(found, status=200 if ready else 503)


def _database() -> str:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"{type(error).__name__}"
    return f"{len(waiting)} migrations are to be applied" if waiting else "ok"


def _broker() -> str:
    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except (OSError, KombuError, CeleryError) as error:
        return type(error).__name__
    return "ok"


PROBES = {"/healthz": healthz, "/readyz": readyz}

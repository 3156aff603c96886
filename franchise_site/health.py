"""`/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: what it did.

They come by address and without a proxy, so they are answered before the site's name is checked.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db import Error as DatabaseError
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from franchise_site.metrics import metrics
from franchise_site.tasks import WORRY_AFTER, silences
from games.edge import now
from notifications.channels.trouble import mail_trouble
from notifications.models import DomainTrouble

OK = "ok"
# One try, over before whoever asks gives up.
ONE_TRY = {
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "retry": Retry(NoBackoff(), 0),
}

SECONDS_OF_DATABASE = 2

Next = Callable[[HttpRequest], HttpResponse]


def answer_probes(get_response: Next) -> Next:
    own_migrations()

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
    """Ready as long as the database answers. Without the rest pages are slower, or mail waits."""
    answers: SimpleQueue[dict[str, str]] = SimpleQueue()
    Thread(target=lambda: answers.put(ask_database()), daemon=True).start()
    parts = {"broker": state_of_broker()}
    try:
        parts |= answers.get(timeout=SECONDS_OF_DATABASE + 0.5)
    except Empty:
        parts["database"] = f"does not answer within {SECONDS_OF_DATABASE} seconds"
    is_ready = parts["database"] == OK
    works = is_ready and set(parts.values()) == {OK}
    status = "ready" if works else "degraded" if is_ready else "not ready"
    return JsonResponse({"status": status, **parts}, status=200 if is_ready else 503)


def ask_database() -> dict[str, str]:
    """The state of the database, and of all parts whose state stands in it."""
    try:
        with connect_briefly():
            state = state_of_database()
            if state != OK:
                return {"database": state}
            hearts = states_of_hearts()
            return {"database": OK, **hearts, "mail": state_of_mail()}
    except DatabaseError as error:
        return {"database": type(error).__name__}


@contextmanager
def connect_briefly() -> Iterator[None]:
    """Gives this thread a connection that waits for a hanging database two seconds at most."""
    own = connection.copy()
    connections[DEFAULT_DB_ALIAS] = own
    is_remote = own.vendor == "postgresql"
    if is_remote:
        own.settings_dict["OPTIONS"]["connect_timeout"] = SECONDS_OF_DATABASE
    try:
        with transaction.atomic() if is_remote else nullcontext():
            if is_remote:
                with own.cursor() as cursor:
                    cursor.execute(f"SET LOCAL statement_timeout = '{SECONDS_OF_DATABASE}s'")
            yield
    finally:
        own.close()


@cache
def own_migrations() -> frozenset[tuple[str, str]]:
    """Those of this process's start: an upgrade brings others while it still runs."""
    return frozenset(MigrationLoader(None).graph.nodes)


def state_of_database() -> str:
    try:
        waiting = own_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError as error:
        return type(error).__name__
    return f"{len(waiting)} migrations are to be applied" if waiting else OK


def state_of_broker() -> str:
    if not settings.REDIS_URL:
        return OK if settings.DEBUG else "REDIS_URL is not set"
    try:
        with Redis.from_url(settings.REDIS_URL, **ONE_TRY) as redis:
            redis.ping()
    except RedisError as error:
        return type(error).__name__
    return OK


def state_of_mail() -> str:
    """Without the words of the mail server, as anybody may ask here."""
    if settings.EMAIL_BACKEND == "notifications.mailbox.ToFiles" and not settings.DEBUG:
        return "EMAIL_URL is not set"
    trouble = mail_trouble()
    if trouble is None:
        return OK
    code = " ".join(filter(None, (str(trouble.code or ""), trouble.status)))
    at_what = f"{trouble.stage} ({code})" if code else trouble.stage
    where = " to every domain" if isinstance(trouble, DomainTrouble) else ""
    return f"does not go out{where} since {trouble.since:%Y-%m-%d %H:%M} UTC: {at_what}"


def states_of_hearts() -> dict[str, str]:
    states = {}
    for part, silence in silences(now()).items():
        if silence is None:
            states[part.value] = "was never seen"
        elif silence > WORRY_AFTER:
            seconds = round(silence.total_seconds())
            states[part.value] = f"was last seen {seconds} seconds ago"
        else:
            states[part.value] = OK
    return states


PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

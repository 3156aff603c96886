"""What a page may load: only what this site serves itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]

PAGES = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def policy(**others: str) -> str:
    """The pages' own, with other sources for what is named: `style_src="'unsafe-inline'"`."""
    said = PAGES | {name.replace("_", "-"): sources for name, sources in others.items()}
    return "; ".join(f"{name} {sources}" for name, sources in said.items())


# The API's explorer is a package's page with a script and styles in line.
EXPLORER = policy(script_src="'self' 'unsafe-inline'", style_src="'self' 'unsafe-inline'")
PLAIN = policy()
# A game to be shown on other people's pages.
EMBEDDED = policy(frame_ancestors="*")


def content_security(handle: Handler) -> Handler:
    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        response.headers.setdefault("Content-Security-Policy", _policy_for(request))
        return response

    return answer


def _policy_for(request: HttpRequest) -> str:
    if request.path.startswith("/api/docs/"):
        return EXPLORER
    route = request.resolver_match
    return EMBEDDED if route is not None and route.url_name == "replay-embed" else PLAIN

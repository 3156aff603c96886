"""The content security policy: a page loads only what this site serves."""

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
    """The policy of pages, with other sources for some: `style_src="'unsafe-inline'"`."""
    all_sources = PAGES | {name.replace("_", "-"): sources for name, sources in others.items()}
    return "; ".join(f"{name} {sources}" for name, sources in all_sources.items())


# The API's explorer is a package's page with an inline script and inline styles.
EXPLORER = policy(script_src="'self' 'unsafe-inline'", style_src="'self' 'unsafe-inline'")
PLAIN = policy()
# A game that other sites may embed.
EMBEDDED = policy(frame_ancestors="*")


def content_security(handle: Handler) -> Handler:
    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        route = request.resolver_match
        allowed = PLAIN
        if request.path.startswith("/api/docs/"):
            allowed = EXPLORER
        elif route is not None and route.url_name == "replay-embed":
            allowed = EMBEDDED
        response.headers.setdefault("Content-Security-Policy", allowed)
        return response

    return answer

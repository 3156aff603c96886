"""Static files, named by their content, so that browsers may keep them for ever."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # the package has no types
    support_js_module_import_aggregation = True


class FileServer(WhiteNoiseMiddleware):  # type: ignore[misc]  # likewise
    """Takes a weak ETag for the file's own: a proxy that compresses a file weakens its tag."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        if tag := request.META.get("HTTP_IF_NONE_MATCH"):
            request.META["HTTP_IF_NONE_MATCH"] = tag.removeprefix("W/")
        response: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        return response

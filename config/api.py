"""The API at /api/v1/: the applications define the operations; this module adds URLs, description and headers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language, override
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from ranking.api.decisions import router as decisions
from ranking.api.season import router as season
from tournament.api.body import StrictParser
from tournament.api.changes import router as changes
from tournament.api.desk import router as desk
from tournament.api.events import router as events
from tournament.api.paging import LIMIT
from tournament.api.preparing import router as preparing
from tournament.api.problems import MEDIA_TYPE, install, plain
from tournament.api.results import router as results
from tournament.api.throttles import rate_headers

VERSION = "1"
ROOT = "api/v1/"
DESCRIPTION = (
    "Seasons, the national Ranking, events, tables and draws for everybody; with a token a whole event, from its draft "
    "to the homologation. "
    "See docs/api.md."
)
View = Callable[..., HttpResponse]


class Api(NinjaAPI):
    """Add an ETag to responses; a client whose copy is current gets an empty 304."""

    def create_response(self, request: HttpRequest, data: Any, **options: Any) -> HttpResponse:
        answer = super().create_response(request, data, **options)
        links = page_links(request, data)
        if links:
            answer["Link"] = links
        for name, value in rate_headers(request).items():
            answer[name] = value
        return with_etag(request, answer)

    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__)


def page_links(request: HttpRequest, data: Any) -> str:
    """Return the header Link of a list in pages (RFC 8288): the next and the previous page; empty for anything else."""
    if not isinstance(data, dict) or not {"count", "items"} <= set(data) or len(data["items"]) == data["count"]:
        return ""
    limit, offset = int(request.GET.get("limit", LIMIT)), int(request.GET.get("offset", 0))
    wanted = {"next": offset + limit, "prev": max(0, offset - limit)}
    offsets = {rel: at for rel, at in wanted.items() if (at < data["count"] if rel == "next" else offset > 0)}
    links = []
    for rel, at in offsets.items():
        query = request.GET.copy()
        query["limit"], query["offset"] = str(limit), str(at)
        links.append(f'<{request.build_absolute_uri(f"{request.path}?{query.urlencode()}")}>; rel="{rel}"')
    return ", ".join(links)


def with_etag(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the response with its ETag, or an empty 304 where the client's copy is the same.

    Public responses may be cached by anyone but must be revalidated each time, so that withdrawn consent takes effect
    at once.
    """
    patch_vary_headers(answer, ["Accept-Language"])
    if request.method in ("GET", "HEAD") and "Authorization" not in request.headers:
        # Open data, without cookies or tokens: pages of every origin may read it, and why it was refused.
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
    if request.method not in ("GET", "HEAD") or answer.status_code != 200:
        patch_cache_control(answer, no_store=True)
        return answer
    if "Authorization" in request.headers:
        patch_cache_control(answer, private=True, no_cache=True)
    else:
        patch_cache_control(answer, public=True, no_cache=True)
    answer["ETag"] = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


api = Api(
    title="Fossato",
    version=VERSION,
    description=DESCRIPTION,
    docs_url=None,
    openapi_url=None,
    parser=StrictParser(),
)
install(api)
api.add_router("", season)
api.add_router("", events)
api.add_router("", results)
api.add_router("", desk)
api.add_router("", decisions)
api.add_router("", preparing)
api.add_router("", changes)


def schema() -> dict[str, Any]:
    """Return the OpenAPI description, independent of the visitor's language."""
    description = dict(api.get_openapi_schema(path_prefix=f"/{ROOT}"))
    for methods in description["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) >= HTTPStatus.BAD_REQUEST:
                    answer["content"] = {MEDIA_TYPE: answer["content"].pop("application/json")}
    return description


def schema_text() -> str:
    """Return the OpenAPI description as text, exactly as ``docs/openapi.json`` has it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


#: The served description, computed once in a process: it takes half a second and changes with the code only.
_served_text = cache(schema_text)


@cache
def _operation_rows() -> list[dict[str, Any]]:
    """Return the operations as rows of the HTML page, with the code markup of their descriptions removed."""
    return [
        {
            "method": method.upper(),
            "path": where,
            "token": bool(facts.get("security")),
            "words": facts["description"].replace("`", ""),
        }
        for where, methods in schema()["paths"].items()
        for method, facts in methods.items()
    ]


@login_not_required
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Serve the OpenAPI description of this version."""
    return with_etag(request, HttpResponse(_served_text(), content_type="application/json; charset=utf-8"))


@login_not_required
@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Render the operations of the OpenAPI description as an HTML page."""
    return render(request, "web/public/api.html", {"operations": _operation_rows(), "version": VERSION})


def program_language(accepted: str) -> str:
    """Return the language of an answer: Italian or English as the header asks, English where it asks nothing."""
    for language, _quality in parse_accept_lang_header(accepted):
        if (base := language.partition("-")[0]) in dict(settings.LANGUAGES):
            return base
    return "en"


def _open(view: View) -> View:
    """Wrap an operation as a view: no session is read, a token needs no CSRF cookie, HEAD is GET without the body."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        method = request.method
        if method == "OPTIONS" and request.headers.get("Access-Control-Request-Method") in ("GET", "HEAD"):
            return _may_be_read()
        if method == "HEAD":
            request.method = "GET"
        with override(program_language(request.headers.get("Accept-Language", ""))):
            response = view(request, *args, **kwargs)
            if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                response = _method_refused(response["Allow"])
            # Not the language of the visitor's pages, which the middleware would write.
            response["Content-Language"] = get_language() or ""
        request.method = method
        return response

    return csrf_exempt(login_not_required(opened))


def _may_be_read() -> HttpResponse:
    """Answer a browser that asks whether a script of another site may read, and send the ETag of its copy.

    A token may not be sent from there: ``Authorization`` is not among the headers.
    """
    answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Access-Control-Allow-Methods"] = "GET, HEAD"
    answer["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
    answer["Access-Control-Max-Age"] = "86400"
    return answer


def _method_refused(allowed: str) -> HttpResponse:
    names = ", ".join(sorted(allowed.split(", ")))
    refused = plain("METHOD_NOT_ALLOWED", 405, allowed=names)
    refused["Allow"] = names
    return refused


def _operations() -> list[URLPattern]:
    """Return the URL patterns of the operations, each path once, named as in their routers, without a namespace."""
    patterns = {
        str(url_pattern.pattern): url_pattern
        for url_pattern in api.urls[0]
        if isinstance(url_pattern, URLPattern) and url_pattern.name != "api-root"
    }
    return [path(route, _open(url_pattern.callback), name=url_pattern.name) for route, url_pattern in patterns.items()]


urlpatterns = [
    path("", documentation, name="api"),
    path("openapi.json", openapi, name="api_schema"),
    *_operations(),
]

"""JSON Schemas of the open file formats, at addresses that do not change."""

from __future__ import annotations

from functools import cache

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ranking.web.file_schemas import all_schemas
from tournament.exchange.schemas import schema_text

#: Programs and pages of any origin may read a schema; a day later they ask again.
_HEADERS = {"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=86400"}


@cache
def _texts() -> dict[str, str]:
    return {name: schema_text(schema) for name, schema in all_schemas().items()}


@login_not_required
@require_safe
def schema_list(request: HttpRequest) -> JsonResponse:
    """List the schemas: their names and addresses."""
    addresses = {name: request.build_absolute_uri(reverse("schema", args=[name])) for name in sorted(_texts())}
    return JsonResponse(addresses, headers=_HEADERS)


@login_not_required
@require_safe
def schema(request: HttpRequest, name: str) -> HttpResponse:
    """Return one schema."""
    text = _texts().get(name)
    if text is None:
        raise Http404
    return HttpResponse(text, content_type="application/schema+json", headers=_HEADERS)

"""For those who watch over the server: alive, ready, figures. No page of the site leads here."""

from __future__ import annotations

import hmac
import ipaddress

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ops import health


def _bears(request: HttpRequest, token: str) -> bool:
    """Whether the request carries this token (``Authorization: Bearer …``); an empty token opens nothing."""
    given = request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def _from_this_machine(request: HttpRequest) -> bool:
    """Whether it was asked for on the machine itself and not through a proxy."""
    if "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@login_not_required
@never_cache
@require_safe
def health_live(request: HttpRequest) -> HttpResponse:
    """The process answers. Nothing else is touched: who restarts processes by this must not restart them for Redis."""
    return JsonResponse({"status": "ok"})


@login_not_required
@never_cache
@require_safe
def health_ready(request: HttpRequest) -> HttpResponse:
    """Whether everything that the server needs is there: 200, or 503 where one thing is missing.

    Which one is told to who asks on the machine itself or with FOSSATO_HEALTH_TOKEN.
    """
    found = health.dependencies()
    well = all(one.ok for one in found)
    answer: dict[str, object] = {"status": "ok" if well else "failed"}
    if _from_this_machine(request) or _bears(request, settings.FOSSATO_HEALTH_TOKEN):
        answer["dependencies"] = {
            one.name: {"status": "ok" if one.ok else "failed", "words": one.words} for one in found
        }
    return JsonResponse(answer, status=200 if well else 503)


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus to who bears FOSSATO_METRICS_TOKEN; to anybody else the address does not exist."""
    if not _bears(request, settings.FOSSATO_METRICS_TOKEN):
        raise Http404
    from ops.metrics import exposition

    content, content_type = exposition()
    return HttpResponse(content, content_type=content_type)

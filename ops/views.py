"""Health and metrics endpoints for monitoring, which no page links to, and the status page for people."""

from __future__ import annotations

import hmac
import ipaddress
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ops import health

#: How long the address of ``security_contact`` is promised to be read.
SECURITY_CONTACT_AGE = timedelta(days=180)


def _has_token(request: HttpRequest, token: str) -> bool:
    """Return whether the request carries this token (``Authorization: Bearer …``); an empty token is never accepted."""
    header = request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(header.encode(), f"Bearer {token}".encode())


def _is_local_request(request: HttpRequest) -> bool:
    """Return whether the request comes from the machine itself and not through a proxy."""
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
    """Report that the process answers, checking nothing else: a restart triggered by this must not depend on Redis."""
    return JsonResponse({"status": "ok"})


@login_not_required
@never_cache
@require_safe
def health_ready(request: HttpRequest) -> HttpResponse:
    """Report whether all dependencies are available: 200, or 503 where one is missing.

    The missing one is named only to requests from the machine itself or with FOSSATO_HEALTH_TOKEN.
    """
    dependencies = health.check_all_dependencies()
    well = all(dependency.ok for dependency in dependencies)
    report: dict[str, object] = {"status": "ok" if well else "failed"}
    if _is_local_request(request) or _has_token(request, settings.FOSSATO_HEALTH_TOKEN):
        report["dependencies"] = {
            dependency.name: {"status": "ok" if dependency.ok else "failed", "words": dependency.words}
            for dependency in dependencies
        }
    return JsonResponse(report, status=200 if well else 503)


@login_not_required
@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show people which parts of the site work, without naming a machine or a reason."""
    services = health.service_states()
    context = {"services": services, "well": all(service.is_ok for service in services), "checked_at": timezone.now()}
    return render(request, "web/public/information/status.html", context)


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return Prometheus metrics to requests with FOSSATO_METRICS_TOKEN; respond 404 to all others."""
    if not _has_token(request, settings.FOSSATO_METRICS_TOKEN):
        raise Http404
    from ops.metrics import exposition

    content, content_type = exposition()
    return HttpResponse(content, content_type=content_type)


@login_not_required
@require_safe
def security_contact(_request: HttpRequest) -> HttpResponse:
    """Tell where a weakness is reported (RFC 9116); respond 404 where the site has no mail address."""
    if not settings.FOSSATO_CONTACT_MAIL:
        raise Http404
    expires = (timezone.now() + SECURITY_CONTACT_AGE).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: mailto:{settings.FOSSATO_CONTACT_MAIL}", f"Expires: {expires}", "Preferred-Languages: it, en"]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")

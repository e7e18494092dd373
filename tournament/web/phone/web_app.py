"""The installable web app: manifest, service worker, offline page."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

#: Static files that a sheet's page needs to be shown and filled in offline.
SHELL = (
    "fossato/css/site.css",
    "fossato/js/site.js",
    "fossato/js/sheet.js",
    "fossato/js/offline-store.js",
    "fossato/js/photos.js",
    "fossato/js/offline-list.js",
    "fossato/js/offline-request.js",
    "fossato/js/offline.js",
    "fossato/img/favicon.svg",
    "fossato/img/shield.svg",
    "fossato/img/wave.svg",
    "fossato/img/arrow-down.svg",
    "fossato/img/arrow-down-light.svg",
    "fossato/img/check.svg",
    "fossato/img/check-dark.svg",
    "fossato/img/dot.svg",
    "fossato/img/dot-dark.svg",
    "fossato/fonts/alegreya-latin-700-normal.woff2",
    "fossato/fonts/source-sans-3-latin-wght-normal.woff2",
    "django_htmx/htmx-2.min.js",
)
ICONS = ((192, "fossato/img/app-192.png"), (512, "fossato/img/app-512.png"))


@lru_cache(maxsize=1)
def shell_version() -> str:
    """Return a digest of the shell's files, so that a new release uses a new cache."""
    digest = hashlib.sha256()
    for name in SHELL:
        file_path = finders.find(name)
        digest.update(name.encode() + b"\n" + (Path(file_path).read_bytes() if file_path else b""))
    return digest.hexdigest()[:12]


@login_not_required
@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, served from the root so that its scope is the whole site."""
    configuration = {
        "version": f"{shell_version()}-{get_language()}",
        "shell": [static(name) for name in SHELL],
        "offline": reverse("offline"),
        "pages": ["/arbitro/", "/t/", "/g/"],
        "start": reverse("own_place"),
        "tables": reverse("referee_home"),
        "icon": static(ICONS[0][1]),
        "signedOut": reverse("account_logout"),
    }
    script = Path(str(finders.find("fossato/js/sw.js"))).read_text(encoding="utf-8")
    return HttpResponse(
        f"const FACTS = {json.dumps(configuration)};\n{script}", content_type="text/javascript; charset=utf-8"
    )


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers ask for this address where an answer is no page, such as a paper or a file."""
    return redirect(static("fossato/img/app-192.png"))


@login_not_required
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest."""
    icons = [{"src": static(name), "sizes": f"{side}x{side}", "type": "image/png"} for side, name in ICONS]
    data = {
        "id": "/",
        "name": _("Fossato: the day at the tables"),
        "short_name": "Fossato",
        "lang": get_language() or "it",
        "start_url": reverse("own_place"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e7",
        "theme_color": "#0b3038",
        "icons": icons,
    }
    return JsonResponse(data, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@login_not_required
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what has not been sent yet and what to do; the service worker caches this page for offline use."""
    return render(request, "web/phone/offline.html")

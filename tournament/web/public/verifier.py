"""The page on which a browser verifies an event file by itself (docs/verify.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.models import Draw
from tournament.regulation.ceremony import Guarantee
from tournament.web.common import public_event

#: What script/verifier builds, relative to the static files.
FOLDER = "fossato/verifier/"


@login_not_required
@require_safe
@csp_replace({"script-src": [SELF, "'wasm-unsafe-eval'"]})
def verifier(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the verifier, with an event whose file it takes first; the browser does the rest."""
    context = {
        "event": public_event(request, slug) if slug else None,
        "files": _files(),
        "folder": request.build_absolute_uri(f"/{settings.STATIC_URL.strip('/')}/{FOLDER}"),
        "language": "it" if (get_language() or "").startswith("it") else "en",
        "words": _words(),
    }
    return render(request, "web/public/verifier.html", context)


def _files() -> dict[str, Any] | None:
    """Return the list of the verifier's files; None if script/verifier was not run."""
    lists = [Path(folder) / FOLDER / "files.json" for folder in (settings.STATIC_ROOT, *settings.STATICFILES_DIRS)]
    found = next((path for path in lists if path.exists()), None)
    return cast("dict[str, Any]", json.loads(found.read_text(encoding="utf-8"))) if found else None


def _words() -> dict[str, str]:
    """Return the words of the answer's codes in the visitor's language."""
    return {
        **{str(value): str(label) for value, label in Draw.Purpose.choices},
        **{
            "true": _("made again, same outcome"),
            "wrong": _("does not agree"),
            "by_hand": _("made by hand, possible"),
            "error": _("error"),
            "warning": _("warning"),
        },
        **{
            f"guarantee-{Guarantee.PHONES}": _("the phones: {n}"),
            f"guarantee-{Guarantee.BEACON}": _("the public beacon"),
            f"guarantee-{Guarantee.WITNESSES}": _("two witnesses"),
            f"guarantee-{Guarantee.WORD}": _("the word alone"),
            f"guarantee-{Guarantee.HAND}": _("who agreed to it"),
            "left-out": _("left out after a failure: {who}"),
        },
    }

"""The Referent's list of errors that players report in events whose report has been sent."""

from __future__ import annotations

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.entries.error_reports import error_reports_for_referent


@permission_required("ranking.homologate", raise_exception=True)
@require_safe
def error_reports_all(request: HttpRequest) -> HttpResponse:
    """List the open reports, the oldest first."""
    return render(request, "web/referent/error_reports.html", {"reports": error_reports_for_referent()})

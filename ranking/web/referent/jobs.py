"""The Referent's page of background jobs that failed: mails that did not leave, papers that were not made."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.core.numbers import whole_number
from tournament.delivery.jobs import failed_jobs, job_restart, subject_of

#: Rows of the page; a mail server that was away for a day leaves thousands.
_SHOWN = 100


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def failed_jobs_page(request: HttpRequest) -> HttpResponse:
    """List the failed jobs with their errors, and start one or all of them again."""
    if request.method == "POST":
        return _restart_and_redirect(request)
    jobs = failed_jobs()
    lines = [{"job": job, "subject": subject_of(job.kind)} for job in jobs[:_SHOWN]]
    return render(request, "web/referent/jobs.html", {"lines": lines, "count": jobs.count(), "shown": _SHOWN})


def _restart_and_redirect(request: HttpRequest) -> HttpResponse:
    jobs = failed_jobs()
    if "all" not in request.POST:
        jobs = jobs.filter(pk=whole_number(request.POST.get("job", "")))
    restarted = sum(job_restart(job=job) for job in jobs)
    if restarted:
        words = ngettext("%(n)s job starts again.", "%(n)s jobs start again.", restarted) % {"n": restarted}
        messages.success(request, words)
    else:
        messages.info(request, _("Nothing to start again: somebody else did."))
    return redirect("failed_jobs")

"""Actions beside a table's sheet: upload the photo of its paper form, call the desk for help."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.report_errors import DiskFull, PhotoNotImage, PhotoTwice
from tournament.models import Table
from tournament.regulation.errors import RuleError
from tournament.reports.photos import photo_add
from tournament.rounds.help_calls import help_call
from tournament.web.common import rule_error_message
from tournament.web.referee.sheet import is_script, table_or_404
from tournament.web.referee.sheet_access import door_of
from tournament.web.referee.sheet_actions import act_told


@require_POST
def photo(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Store a photo of the table's paper form."""
    return photo_of(request, table_or_404(request, slug, number, table))


def photo_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Store the photo of a paper form, re-encoded; a file that is no image or too large is a rule error.

    Idempotent: the phone's offline queue may repeat a photo whose response got lost.
    """
    door, file = door_of(request, found), request.FILES.get("photo")
    caption = _("Form of table %(table)s, round %(round)s") % {"table": found.number, "round": found.round.number}

    def store() -> None:
        photo_add(event=found.round.event, file=file, caption=caption, by=door.by, table=found)

    if is_script(request):
        return _told_to_queue(store if file is not None else None)

    def act() -> None:
        if file is None:
            messages.error(request, _("Choose a photo first: JPEG, PNG or WebP."))
            return
        store()
        messages.success(request, _("The photo of the form is stored."))

    return act_told(request, found, act)


def _told_to_queue(store: Callable[[], None] | None) -> HttpResponse:
    """Return the outcome of a photo sent by the phone's offline queue as JSON.

    The state is ``stored``, or ``refused`` with the message. While the disk is full the status is 507, and the photo
    stays in the queue.
    """
    try:
        if store is None:
            raise PhotoNotImage
        store()
    except PhotoTwice:
        return JsonResponse({"state": "stored"})
    except RuleError as refusal:
        status = 507 if isinstance(refusal, DiskFull) else 422
        return JsonResponse({"state": "refused", "words": rule_error_message(refusal)}, status=status)
    return JsonResponse({"state": "stored"})


@require_POST
def help_wanted(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Call the desk for help at the table."""
    return help_of(request, table_or_404(request, slug, number, table))


def help_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Call the desk to a table; shared by signed-in and private-link access."""
    door = door_of(request, found)

    def act() -> None:
        help_call(table=found, caller=door.words, words=request.POST.get("words", ""), by=door.by)
        messages.success(request, _("The desk knows: somebody comes to table %(table)s.") % {"table": found.number})

    return act_told(request, found, act)

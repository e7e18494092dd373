"""Actions beside a table's sheet: upload the photo of its paper form, call the desk for help."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.refusals import DiskFull
from tournament.models.accounts import account_name
from tournament.records.refusals import PhotoTwice
from tournament.regulation.refused import Refused
from tournament.reports.photos import photo_add
from tournament.rounds.help_calls import help_call
from tournament.web.common import rule_error_message
from tournament.web.referee.sheet import wants_json
from tournament.web.referee.sheet_access import SheetAccess
from tournament.web.referee.sheet_actions import run_action


@require_POST
def photo(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Store the photo of a paper form, re-encoded; a file that is no image or too large is a rule error.

    Idempotent: the phone's offline queue may repeat a photo whose response got lost.
    """
    table, file = access.table, request.FILES.get("photo")
    caption = _("Form of table %(table)s, round %(round)s") % {"table": table.number, "round": table.round.number}

    def store() -> None:
        photo_add(event=table.round.event, file=file, caption=caption, by=access.account, table=table)

    if wants_json(request):
        return _json_for_offline_queue(store if file is not None else None)

    def store_chosen() -> None:
        if file is None:
            messages.error(request, _("Choose a photo first: JPEG, PNG or WebP."))
            return
        store()
        messages.success(request, _("The photo of the form is saved."))

    return run_action(request, access, store_chosen)


def _json_for_offline_queue(store: Callable[[], None] | None) -> HttpResponse:
    """Answer the phone's offline queue with the state of its photo: ``stored``, or ``refused`` with the message.

    Arguments: store: stores the photo; None if none was sent.
    While the disk is full the status is 507, and the photo stays in the queue.
    """
    try:
        if store is None:
            raise Refused("PHOTO_NOT_IMAGE")
        store()
    except PhotoTwice:
        return JsonResponse({"state": "stored"})
    except Refused as refusal:
        status = 507 if isinstance(refusal, DiskFull) else 422
        return JsonResponse({"state": "refused", "words": rule_error_message(refusal)}, status=status)
    return JsonResponse({"state": "stored"})


@require_POST
def help_wanted(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Call the desk for help at the table."""
    table = access.table

    def call() -> None:
        caller = account_name(access.account) if access.account is not None else ""
        help_call(table=table, caller=caller, words=request.POST.get("words", ""), by=access.account)
        messages.success(request, _("Done: someone is on the way to table %(table)s.") % {"table": table.number})

    return run_action(request, access, call)

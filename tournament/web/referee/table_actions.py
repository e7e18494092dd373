"""Beside a table's sheet: the photo of its paper form, and a call for help to the desk."""

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
from tournament.web.common import refusal_words
from tournament.web.referee.sheet import is_script, table_or_404
from tournament.web.referee.sheet_access import door_of
from tournament.web.referee.sheet_actions import act_told


@require_POST
def photo(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A photo of the table's paper form."""
    return photo_of(request, table_or_404(request, slug, number, table))


def photo_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Stores the photo of a paper form, re-encoded; what is no picture or too large is refused with a sentence.

    A phone's queue may send the same photo once more, because the answer got lost: it is stored, once.
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
    """What became of a photo that the phone's queue sent: stored, or refused with its sentence.

    Where the server has no room just now the answer is 507, and the photo waits on the phone.
    """
    try:
        if store is None:
            raise PhotoNotImage
        store()
    except PhotoTwice:
        return JsonResponse({"state": "stored"})
    except RuleError as refusal:
        status = 507 if isinstance(refusal, DiskFull) else 422
        return JsonResponse({"state": "refused", "words": refusal_words(refusal)}, status=status)
    return JsonResponse({"state": "stored"})


@require_POST
def help_wanted(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """ "I need help at table 7"."""
    return help_of(request, table_or_404(request, slug, number, table))


def help_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Calls the desk to a table, whichever door led here."""
    door = door_of(request, found)

    def act() -> None:
        help_call(table=found, caller=door.words, words=request.POST.get("words", ""), by=door.by)
        messages.success(request, _("The desk knows: somebody comes to table %(table)s.") % {"table": found.number})

    return act_told(request, found, act)

"""The photos of an event: add, remove, show the winner's to everybody. Open to who takes care of the photos alone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import Event, Photo
from tournament.regulation.refused import Refused
from tournament.reports import photo_privacy
from tournament.reports import photos as photo_services
from tournament.web.common import (
    add_rule_error,
    get_event_or_404,
    photo_response,
    redirect_back,
    redirect_on_rule_error,
    render_confirmation,
)
from tournament.web.desk.forms import PhotoForm
from tournament.web.requests import SignedInRequest

_EDIT = "tournament.edit_photos"
#: States in which photos go without a reason, see ``reports.photos``.
_OPEN = (Event.State.RUNNING, Event.State.CONCLUDED, Event.State.REPORTED)


def _to_photos(slug: str, **_more: Any) -> tuple[str, str]:
    return "event_photos", slug


@require_http_methods(["GET", "HEAD", "POST"])
def event_photos(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the photos of the event, without those of paper forms; add one."""
    event = get_event_or_404(request, slug, _EDIT)
    form = PhotoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            photo_services.photo_add(event=event, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("The photo is saved, without the place where it was taken."))
            return redirect("event_photos", slug)
    context = {
        "event": event,
        "form": form,
        "photos": event.photos.filter(table=None),
        "is_open": event.state in _OPEN,
        "has_winner": event.state in photo_privacy.DECIDED,
        "runs_it": request.user.has_perm("tournament.run_event", event),
    }
    return render(request, "web/desk/photos.html", context, status=422 if form.errors else 200)


@require_POST
@redirect_on_rule_error(_to_photos)
def winner_photo_show(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show a photo on top of the event's public page."""
    event = get_event_or_404(request, slug, _EDIT)
    shown_photo = get_object_or_404(Photo, pk=pk, event=event, table=None)
    photo_privacy.winner_photo_show(photo=shown_photo, is_agreed="agreed" in request.POST, by=request.user)
    messages.success(request, _("The event’s page shows this photo."))
    return redirect("event_photos", slug)


@require_POST
def winner_photo_hide(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show no photo on the event's public page."""
    photo_privacy.winner_photo_hide(event=get_event_or_404(request, slug, _EDIT), by=request.user)
    messages.success(request, _("The event’s page shows no photo."))
    return redirect("event_photos", slug)


@require_POST
@redirect_on_rule_error(_to_photos)
def photo_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a photo, after a confirmation; does nothing if it is already removed."""
    event = get_event_or_404(request, slug, _EDIT)
    runs_it = request.user.has_perm("tournament.run_event", event)
    back = redirect_back(request, "report" if runs_it else "event_photos", slug)
    removed_photo = _photos_for(event, all_of_them=runs_it).filter(pk=pk).first()
    if removed_photo is not None and "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Remove the photo?"),
            detail=_("It is erased for good: “%(caption)s”.")
            % {"caption": removed_photo.caption or _("Photo of the event")},
            label=_("Remove the photo"),
            back_url=back["Location"],
        )
    if removed_photo is not None:
        reason = request.POST.get("reason", "").strip()[:200]
        photo_services.photo_remove(photo=removed_photo, by=request.user, reason=reason)
        messages.success(request, _("The photo is erased."))
    return back


def _photos_for(event: Event, *, all_of_them: bool) -> Any:
    """Return the photos that a visitor works with: those of paper forms are of the desk and the referees."""
    return event.photos.all() if all_of_them else event.photos.filter(table=None)


@require_safe
def photo(request: HttpRequest, slug: str, pk: int) -> FileResponse:
    """Return a photo, for those with a role in the event and for the Referent."""
    event = get_object_or_404(Event, slug=slug)
    sees_sheets = request.user.has_perm("tournament.enter_sheet", event)
    if not sees_sheets and not request.user.has_perm(_EDIT, event):
        raise Http404
    return photo_response(get_object_or_404(_photos_for(event, all_of_them=sees_sheets), pk=pk))

"""An event on a laptop: it leaves, returns, or is given up; on the laptop itself the file of its return is made."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.laptop import guest
from tournament.laptop import services as stays
from tournament.laptop.package import MOST_BYTES
from tournament.laptop.returning import Summary
from tournament.laptop.selectors import open_stay, stays_of
from tournament.models import Event, LaptopStay
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

#: Everybody with a role in the event may agree to give a laptop up; the rest is for those who run it.
ROLE = "tournament.enter_sheet"


class TakeForm(forms.Form):
    """Form of who takes the event along, and on which laptop."""

    holder = forms.CharField(
        label=LaptopStay._meta.get_field("holder").verbose_name,
        max_length=120,
        help_text=_("For example: Anna Rossi, the club’s blue laptop. The Referent reads it."),
    )


class ReturnForm(forms.Form):
    """The file that the laptop made."""

    file = forms.FileField(
        label=_("Return file"),
        widget=forms.FileInput(attrs={"accept": ".fossato"}),
        help_text=_("Made on the laptop: its name ends in .fossato. At most 12 MB."),
    )

    def clean_file(self) -> Any:
        """Require a file that can be one. Errors: a ValidationError."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is larger than any that a laptop makes: choose the right one."))
        return file


class GiveUpForm(forms.Form):
    """Why the laptop does not come back."""

    reason = forms.CharField(
        label=_("What happened to the laptop"), widget=forms.Textarea(attrs={"rows": 2}), max_length=500
    )


class GoOnForm(forms.Form):
    """Why the laptop goes on after the file was made."""

    reason = forms.CharField(label=_("Why the event goes on here"), max_length=500)


@require_http_methods(["GET", "HEAD", "POST"])
def laptop(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show where the event is played; let it leave, return, be given up, or go back from here."""
    event = get_event_or_404(request, slug, ROLE)
    stay = open_stay(event)
    runs_it = request.user.has_perm("tournament.run_event", event)
    if not runs_it and (stay is None or stay.asked_at is None):
        return _nothing_waits(request, event)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    forms_shown = _forms(request, event, stay, act)
    if not runs_it:
        forms_shown = {name: form for name, form in forms_shown.items() if name == "agree"}
    form = forms_shown.get(act)
    if act and form is not None and form.is_valid():
        try:
            _perform(request, event, act, form)
        except RuleError as refusal:
            add_rule_error(form, refusal)
        else:
            return redirect("laptop", slug) if runs_it else redirect("event", slug)
    context = {
        "event": event,
        "stay": stay,
        "stays": [one for one in stays_of(event) if one.outcome],
        "may_leave": event.state in stays.MAY_LEAVE,
        "runs_it": runs_it,
        "address": request.build_absolute_uri(request.path),
        "mine": stay is not None and stay.asked_by_id == request.user.pk,
        **{f"{name}_form": shown for name, shown in forms_shown.items()},
    }
    return render(request, "web/desk/laptop.html", context, status=422 if form is not None and form.errors else 200)


def _nothing_waits(request: SignedInRequest, event: Event) -> HttpResponse:
    """Lead who came by an old notice to the event. Raises Http404 if the event never was on a laptop."""
    if not stays_of(event):
        raise Http404
    messages.info(request, gettext("Nobody asks any more to declare the laptop lost."))
    return redirect("event", event.slug)


def _forms(request: HttpRequest, event: Event, stay: LaptopStay | None, act: str) -> dict[str, forms.Form]:
    """Return the forms of the page by act; the one that was sent holds what was typed."""
    if stay is None:
        kinds: dict[str, type[forms.Form]] = {"take": TakeForm}
    elif not stay.home:
        waits: dict[str, type[forms.Form]] = {"agree": forms.Form, "found": forms.Form}
        kinds = {"return": ReturnForm, **(waits if stay.asked_at else {"give_up": GiveUpForm})}
    else:
        kinds = {"go_on": GoOnForm} if event.away_since else {"make": forms.Form}
    return {
        name: kind(request.POST, request.FILES, prefix=name) if name == act else kind(prefix=name)
        for name, kind in kinds.items()
    }


def _perform(request: SignedInRequest, event: Event, act: str, form: forms.Form) -> None:
    """Perform an act with the values of its form. Errors: RuleError."""
    facts = form.cleaned_data
    if act in ("take", "make"):
        # The file is saved next: a password demanded here leads back to the page that offers it.
        require_reauthentication(request)
    if act == "take":
        stays.event_take(event=event, holder=facts["holder"], by=request.user)
        messages.success(request, gettext("The event is ready for the laptop. Save its file now, and take it there."))
    elif act == "return":
        summary = stays.event_return(event=event, data=facts["file"].read(), by=request.user)
        messages.success(request, _in_words(summary))
        if summary.kept:
            names = ", ".join(summary.kept)
            words = gettext("What the laptop wrote into these records of the national list stays out: %(names)s.")
            messages.warning(request, words % {"names": names})
    elif act == "give_up":
        is_done = stays.event_give_up(event=event, reason=facts["reason"], by=request.user)
        asked = gettext(
            "Noted. The event goes on here when another account or the Referent agrees: they have been notified."
        )
        messages.success(request, gettext("The event goes on here, as it was when it left.") if is_done else asked)
    elif act == "agree":
        stays.give_up_agree(event=event, by=request.user)
        messages.success(request, gettext("The event goes on here, as it was when it left."))
    elif act == "found":
        stays.give_up_withdraw(event=event, by=request.user)
        messages.success(request, gettext("Withdrawn: the event is still on the laptop."))
    elif act == "make":
        guest.return_make(event=event, by=request.user)
        messages.success(request, gettext("Nothing can be changed on this laptop any more. Save the return file."))
    else:
        guest.return_undo(event=event, reason=facts["reason"], by=request.user)
        messages.success(request, gettext("The event goes on here: make a new file later."))


def _in_words(summary: Summary) -> str:
    """Return what a return brought."""
    photos = ngettext("%(number)s photo", "%(number)s photos", summary.photos) % {"number": summary.photos}
    words = gettext("The event is back, with everything that was done on the laptop, and %(photos)s.")
    text = words % {"photos": photos}
    if summary.photos_left:
        left = ngettext(
            "%(number)s photo was too large for the file: add it here.",
            "%(number)s photos were too large for the file: add them here.",
            summary.photos_left,
        )
        text = f"{text} {left % {'number': summary.photos_left}}"
    return text


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("laptop", slug))
def laptop_file(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the file with which the event leaves or goes back: names, mail addresses, seeds of draws, a key.

    By POST: who only reads the desk must not have it.
    """
    event = get_event_or_404(request, slug)
    require_reauthentication(request)
    goes_back = bool(event.guest_of)
    data = guest.return_file(event=event) if goes_back else stays.take_file(event=event)
    name = f"{event.slug}-{'ritorno' if goes_back else 'portatile'}.fossato"
    answer = HttpResponse(data, content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer

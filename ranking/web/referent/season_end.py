"""The end of a season: closing, call-up, national final, champion, the next season, in this order (art. 1.6, 1.7)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from ranking.call_up.selectors import call_up_state
from ranking.closing.next_season import calendar_to_carry, next_season_facts, season_next_open
from ranking.closing.selectors import closing_of
from ranking.closing.services import season_close, season_reopen
from ranking.statistics.roll_of_honour import national_final_of
from ranking.web.forms import ReopenForm, SeasonForm
from tournament.events.season_selectors import season_after
from tournament.models import Season
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, show_rule_error
from tournament.web.requests import SignedInRequest


def _render(request: HttpRequest, season: Season, form: ReopenForm, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "season": season,
        "closing": closing_of(season),
        "state": call_up_state(season),
        "honoured": national_final_of(season),
        "next": season_after(season),
        "reopen_form": form,
    }
    return render(request, "web/referent/season_end.html", context, status=status)


def _close(request: SignedInRequest, season: Season) -> HttpResponse:
    try:
        document = season_close(season=season, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("season_end", season.slug)
    messages.success(
        request,
        _("%(season)s is closed: its final Ranking is no. %(number)s.")
        % {"season": season.name, "number": document.number},
    )
    return redirect("season_end", season.slug)


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def season_next(request: SignedInRequest, season: str) -> HttpResponse:
    """Open the season after this one: days a year later, the calendar as drafts of the clubs."""
    last_season = get_object_or_404(Season, slug=season)
    calendar = calendar_to_carry(last_season)
    form = SeasonForm(request.POST or None, initial=next_season_facts(last_season), held=True)
    chosen = {int(pk) for pk in request.POST.getlist("event") if pk.isdecimal() and len(pk) < 10}
    if request.method == "POST" and form.is_valid():
        try:
            opened, count = season_next_open(season=last_season, events=chosen, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _opened_message(opened, count))
            return redirect("season_end", last_season.slug)
    else:
        chosen = chosen or {carried.event.pk for carried in calendar}
    context = {"form": form, "season": last_season, "calendar": calendar, "chosen": chosen}
    return render(request, "web/referent/season_next.html", context, status=422 if form.errors else 200)


def _opened_message(season: Season, drafts: int) -> str:
    return ngettext(
        "%(season)s is open, with %(n)s draft for the clubs.",
        "%(season)s is open, with %(n)s drafts for the clubs.",
        drafts,
    ) % {"season": season.name, "n": drafts}


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def season_end(request: SignedInRequest, season: str) -> HttpResponse:
    """Show what is left to do before a season is over; close it, or open it again with a reason."""
    shown_season = get_object_or_404(Season, slug=season)
    if request.method != "POST":
        return _render(request, shown_season, ReopenForm())
    if request.POST.get("do") != "reopen":
        return _close(request, shown_season)
    form = ReopenForm(request.POST)
    if form.is_valid():
        try:
            season_reopen(season=shown_season, reason=form.cleaned_data["reason"], by=request.user)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("%(season)s is open again.") % {"season": shown_season.name})
            return redirect("season_end", shown_season.slug)
    return _render(request, shown_season, form, status=422)

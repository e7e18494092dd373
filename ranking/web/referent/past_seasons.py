"""Import of past seasons: a file, its preview with everything that is wrong, and the act that stores it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ranking.models import PastSeason
from ranking.past_seasons import services
from ranking.past_seasons.parsing import PAST_SEASON, parse, past_list
from ranking.past_seasons.selectors import past_seasons
from tournament.core.lists.reading import ListUnclear
from tournament.core.lists.tables import MOST_BYTES
from tournament.core.refusals import ListFileWrong
from tournament.models.season import game_choices
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.desk.event_forms import DayInput
from tournament.web.lists import ACCEPTED, LayoutForm, SentList, posted_list
from tournament.web.requests import SignedInRequest


class PastSeasonForm(forms.Form):
    """Name, days and file of a past season; its list comes back with the confirmation."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DayInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DayInput())
    final_place = forms.CharField(label=gettext_lazy("Place of the final"), max_length=120, required=False)
    file = forms.FileField(
        label=gettext_lazy("The list"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=gettext_lazy(
            "CSV, text or XLSX, one row a place: place, surname, first name, points, city, card number, consent, and "
            "the list (ranking or finale). Without a yes under consent the name is not saved; a card number of the "
            "national list links the row to its record."
        ),
    )


def _render(
    request: SignedInRequest, form: PastSeasonForm, sent: SentList | None = None, status: int = 200, **context: Any
) -> HttpResponse:
    context |= {"form": form, "seasons": past_seasons(), "sent": sent.fields() if sent is not None else ()}
    return render(request, "web/referent/past_seasons.html", context, status=status)


def _previewed(request: SignedInRequest, form: PastSeasonForm, sent: SentList) -> HttpResponse:
    """Show the rows of a list with everything that is wrong, ask what it does not say, or store it once confirmed."""
    if "answer" in request.POST:
        question = LayoutForm(sent.question(PAST_SEASON), PAST_SEASON, request.POST)
        if not question.is_valid():
            return _render(request, form, sent, 422, question=question)
        sent = replace(sent, layout=question.layout())
    try:
        read = parse(past_list(sent.content, sent.layout))
    except ListUnclear as asked:
        return _render(request, form, sent, question=LayoutForm(asked, PAST_SEASON))
    people = services.people_by_card(read.rows)
    shown: dict[str, Any] = {"read": read, "rows": [{"row": row, "person": people.get(row.card)} for row in read.rows]}
    if read.problems:
        return _render(request, form, sent, 422, **shown)
    if "confirm" not in request.POST:
        return _render(request, form, sent, **shown)
    facts = {name: form.cleaned_data[name] for name in ("name", "game", "first_day", "last_day", "final_place")}
    try:
        season = services.past_season_import(rows=read.rows, by=request.user, **facts)
    except Refused as refusal:
        add_rule_error(form, refusal)
        return _render(request, form, sent, 422, **shown)
    messages.success(request, _("%(season)s is imported.") % {"season": season.name})
    return redirect("past_season", season.pk)


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def past_season_import(request: SignedInRequest) -> HttpResponse:
    """Show the past seasons; read a file, preview it, and store it once confirmed."""
    if request.method != "POST":
        return _render(request, PastSeasonForm())
    form = PastSeasonForm(request.POST, request.FILES)
    is_valid, file = form.is_valid(), request.FILES.get("file")
    sent = SentList(file.read(MOST_BYTES + 1)) if file else posted_list(request, PAST_SEASON)
    if sent is None:
        form.add_error("file", _("Choose a file with at least one row."))
    if sent is None or not is_valid:
        return _render(request, form, sent, 422)
    try:
        return _previewed(request, form, sent)
    except ListFileWrong as refusal:
        add_rule_error(form, refusal, "file")
        return _render(request, form, status=422)


@permission_required("ranking.manage_season", raise_exception=True)
@require_POST
def past_season_delete(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete an imported season after a confirmation."""
    season = get_object_or_404(PastSeason, pk=pk)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Delete the past season %(season)s?") % {"season": season.name},
            detail=_("Its places leave the site; the file can be imported again."),
            label=_("Delete"),
            back_url=reverse("past_season_import"),
        )
    services.past_season_delete(season=season, by=request.user)
    messages.success(request, _("%(season)s is deleted.") % {"season": season.name})
    return redirect("past_season_import")

"""Import of past seasons: a file, its preview with everything that is wrong, and the act that stores it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.files.base import ContentFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ranking.models import PastSeason
from ranking.past_seasons import services
from ranking.past_seasons.parsing import PastFile, parse, past_list
from ranking.past_seasons.selectors import past_seasons
from tournament.core.report_errors import ListFileWrong
from tournament.entries.list_file import MOST_BYTES
from tournament.models.season import game_choices
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.desk.event_forms import DayInput
from tournament.web.requests import SignedInRequest


class PastSeasonForm(forms.Form):
    """Name, days and file of a past season; its list comes back as text with the confirmation."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DayInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DayInput())
    final_place = forms.CharField(label=gettext_lazy("Place of the final"), max_length=120, required=False)
    file = forms.FileField(
        label=gettext_lazy("CSV or XLSX file"),
        required=False,
        help_text=gettext_lazy(
            "Columns: classifica (ranking or finale), posto, nome, cognome, città, tessera, punti, consenso. Without "
            "a yes under consenso the name is not saved; a tessera of the national list links the row to its record."
        ),
    )
    text = forms.CharField(widget=forms.HiddenInput(), required=False, max_length=MOST_BYTES, strip=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file, text = data.get("file"), data.get("text", "")
        if file is None and not text.strip():
            if not self.errors:
                self.add_error("file", _("Choose a file with at least one row."))
            return data
        try:
            table = past_list(file if file is not None else ContentFile(text.encode()))
            data["read"], data["text"] = parse(table), table.export("csv")
        except ListFileWrong as refusal:
            add_rule_error(self, refusal, "file")
        return data


def _render(
    request: SignedInRequest, form: PastSeasonForm, read: PastFile | None = None, status: int = 200
) -> HttpResponse:
    people = services.people_by_card(read.rows) if read else {}
    rows = [{"row": row, "person": people.get(row.card)} for row in read.rows] if read else []
    context = {"form": form, "read": read, "rows": rows, "seasons": past_seasons()}
    return render(request, "web/referent/past_seasons.html", context, status=status)


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def past_season_import(request: SignedInRequest) -> HttpResponse:
    """Show the past seasons; read a file, preview it, and store it once confirmed."""
    if request.method != "POST":
        return _render(request, PastSeasonForm())
    form = PastSeasonForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render(request, form, status=422)
    read = form.cleaned_data["read"]
    shown = PastSeasonForm(initial=form.cleaned_data | {"file": None})
    if read.problems:
        return _render(request, shown, read, status=422)
    if "confirm" not in request.POST:
        return _render(request, shown, read)
    facts = {name: form.cleaned_data[name] for name in ("name", "game", "first_day", "last_day", "final_place")}
    try:
        season = services.past_season_import(rows=read.rows, by=request.user, **facts)
    except RuleError as refusal:
        add_rule_error(form, refusal)
        return _render(request, form, read, status=422)
    messages.success(request, _("%(season)s is imported.") % {"season": season.name})
    return redirect("past_season", season.pk)


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

"""Card packs: readable by everybody; organisers and the Referent create corrected versions of them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.findings import Finding
from games.packs import ASSUMED
from tournament.card_packs.refusals import PackHasErrors
from tournament.card_packs.selectors import PackDetails, pack_details, pack_summaries
from tournament.card_packs.services import PackPreview, pack_add, pack_preview
from tournament.pages.card_pack import PROVENANCE_LABELS, build_groups, build_problems, differences, language
from tournament.pages.export_columns import FIGURES, PACKS, pack_cells
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.web.budgets import refused_read
from tournament.web.common import show_rule_error
from tournament.web.desk.card_pack_forms import PackFileForm, PackForm
from tournament.web.requests import SignedInRequest
from tournament.web.tables import figure_tables

PERMISSION = "tournament.correct_pack"


def _facts_or_404(name: str) -> PackDetails:
    facts = pack_details(name)
    if facts is None:
        raise Http404
    return facts


@login_not_required
@require_safe
def packs(request: HttpRequest) -> HttpResponse:
    """List every version of every game's pack."""
    games = [(registry.get(slug).names[language()], pack_summaries(slug)) for slug in registry.with_packs()]
    context = {"games": games, "may_correct": request.user.has_perm(PERMISSION)}
    pack_list = [line for _name, lines in games for line in lines]
    return render_or_export(request, "web/desk/card_packs/list.html", context, Export("pacchi", PACKS, pack_list))


@login_not_required
@require_safe
def pack(request: HttpRequest, name: str) -> HttpResponse:
    """Show one version, each figure with its provenance: hundreds of rows, hence the budget."""
    throttled = refused_read(request, "figures")
    if throttled is not None:
        return throttled
    facts = _facts_or_404(name)
    context = {
        "pack": facts.line,
        "game": registry.get(facts.line.game).names[language()],
        "tables": figure_tables(build_groups(facts)),
        "marks": _provenance_counts(facts),
        "assumed": facts.line.counts[ASSUMED],
        "may_correct": request.user.has_perm(PERMISSION),
    }
    figures = Export("figure", FIGURES, lambda: pack_cells(build_groups(facts)))
    return render_or_export(request, "web/desk/card_packs/pack.html", context, figures)


def _provenance_counts(facts: PackDetails) -> list[tuple[Any, Any, int]]:
    return [(*PROVENANCE_LABELS[each], count) for each, count in facts.line.counts.items()]


@login_not_required
@require_safe
def pack_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return the version as its file."""
    facts = _facts_or_404(name)
    response = HttpResponse(facts.text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


def _initial(facts: PackDetails) -> dict[str, Any]:
    return {"label": facts.line.name.split("-")[1] if facts.line.based_on else ""}


def _correction_page(
    request: HttpRequest,
    facts: PackDetails,
    form: PackFileForm,
    *,
    preview: PackPreview | None = None,
    edited: str = "",
    findings: tuple[Finding, ...] = (),
) -> HttpResponse:
    shown_findings = findings or (preview.findings if preview else ())
    context = {
        "pack": facts.line,
        "form": form,
        "problems": build_problems(facts, shown_findings),
        "differences": differences(facts, preview.changes) if preview else [],
        "preview": preview,
        "edited": "" if shown_findings else edited,
        "said": form.cleaned_data if preview and not shown_findings else {},
        "marks": _provenance_counts(facts),
    }
    is_refused = form.errors or shown_findings
    return render(request, "web/desk/card_packs/correct.html", context, status=422 if is_refused else 200)


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def pack_correction(request: SignedInRequest, name: str) -> HttpResponse:
    """Correct a pack by its edited file: show what changes, then store it as a new version once confirmed."""
    facts = _facts_or_404(name)
    if request.method != "POST":
        return _correction_page(request, facts, PackFileForm(initial=_initial(facts)))
    if "edited" in request.POST:
        return _store(request, facts)
    form = PackFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _correction_page(request, facts, form)
    edited = form.cleaned_data.pop("file")
    preview = pack_preview(
        based_on=name,
        edited=edited,
        note=form.cleaned_data["note"],
        all_compared=form.cleaned_data["all_compared"],
    )
    return _correction_page(request, facts, form, preview=preview, edited=edited)


def _store(request: SignedInRequest, facts: PackDetails) -> HttpResponse:
    """Store the previewed changes; the file is read and validated again."""
    form = PackForm(request.POST)
    if not form.is_valid():
        return _correction_page(request, facts, PackFileForm(request.POST, request.FILES))
    try:
        new_pack = pack_add(
            based_on=facts.line.name, edited=request.POST["edited"], by=request.user, **form.cleaned_data
        )
    except PackHasErrors as refusal:
        return _correction_page(request, facts, PackFileForm(initial=_initial(facts)), findings=refusal.findings)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("pack_correct", facts.line.name)
    messages.success(request, _("Saved as %(name)s. Events can choose it from now on.") % {"name": new_pack.name})
    return redirect("pack", new_pack.name)

"""Card packs: readable by everybody; organisers and the Referent create corrected versions of them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import packs_csv, registry
from games.findings import Finding
from games.packs import ASSUMED
from tournament.card_packs.errors import PackHasErrors
from tournament.card_packs.selectors import PackDetails, pack_details, pack_summaries
from tournament.card_packs.services import PackPreview, pack_correct, pack_preview
from tournament.core.errors import AlreadyDone
from tournament.models import CardPack
from tournament.pages.card_pack import (
    FIELD,
    PROVENANCE_LABELS,
    TICK,
    build_groups,
    build_problems,
    differences,
    language,
)
from tournament.pages.export_columns import FIGURES, PACKS, pack_cells
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.errors import RuleError
from tournament.web.budgets import refused_read
from tournament.web.common import add_rule_error, show_rule_error
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
def pack_csv(request: HttpRequest, name: str) -> HttpResponse:
    """Return the figures as CSV for a spreadsheet."""
    facts = _facts_or_404(name)
    text = "\ufeff" + packs_csv.write(facts.format, facts.figures, language())
    return _download(text, "text/csv", f"{name}.csv")


@login_not_required
@require_safe
def pack_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return the version as a file in the game's own format."""
    facts = _facts_or_404(name)
    return _download(facts.text, "text/plain", f"{name}.{facts.format.suffix}")


def _download(text: str, kind: str, filename: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def _initial(facts: PackDetails) -> dict[str, Any]:
    label = facts.line.name.split("-")[1] if facts.line.based_on else ""
    return {"label": label, "printed": facts.line.is_printed}


def _stored_response(request: HttpRequest, made: CardPack) -> HttpResponse:
    messages.success(request, _("Saved as %(name)s. Events can choose it from now on.") % {"name": made.name})
    return redirect("pack", made.name)


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def pack_correction(request: SignedInRequest, name: str) -> HttpResponse:
    """Correct a pack on a page; it is stored completely as a new version, or not at all."""
    facts = _facts_or_404(name)
    form = PackForm(request.POST or None, initial=_initial(facts))
    posted_figures = {
        key.removeprefix(FIELD): str(value) for key, value in request.POST.items() if key.startswith(FIELD)
    }
    ticked_rows = {key.removeprefix(TICK) for key in request.POST if key.startswith(TICK)}
    findings: tuple[Finding, ...] = ()
    if request.method == "POST":
        confirmed = [figure.path for figure in facts.figures if figure.row in ticked_rows]
        findings = pack_preview(based_on=name, values=posted_figures, confirmed=confirmed).findings
        if form.is_valid():
            try:
                return _stored_response(
                    request,
                    pack_correct(
                        based_on=name, values=posted_figures, confirmed=confirmed, by=request.user, **form.cleaned_data
                    ),
                )
            except (PackHasErrors, AlreadyDone):
                form.add_error(None, _("Nothing was saved: put right what is marked and send it again."))
            except RuleError as refusal:
                add_rule_error(form, refusal)
    context = {
        "pack": facts.line,
        "form": form,
        "groups": build_groups(facts, typed=posted_figures, ticked=ticked_rows, findings=findings),
        "problems": build_problems(facts, findings),
        "marks": _provenance_counts(facts),
    }
    return render(request, "web/desk/card_packs/correct.html", context, status=422 if form.errors else 200)


def _import_page(
    request: HttpRequest,
    facts: PackDetails,
    form: PackFileForm,
    *,
    preview: PackPreview | None = None,
    content: bytes = b"",
    findings: tuple[Finding, ...] = (),
) -> HttpResponse:
    shown_findings = findings or (preview.findings if preview else ())
    context = {
        "pack": facts.line,
        "form": form,
        "problems": build_problems(facts, shown_findings),
        "differences": differences(facts, preview.changes) if preview else [],
        "preview": preview,
        "content": b64encode(content).decode() if preview and not shown_findings else "",
        "said": form.cleaned_data if preview and not shown_findings else {},
    }
    return render(
        request, "web/desk/card_packs/import.html", context, status=422 if form.errors or shown_findings else 200
    )


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def pack_import(request: SignedInRequest, name: str) -> HttpResponse:
    """Correct a pack by a CSV file: preview the changes, then store them as a new version once confirmed."""
    facts = _facts_or_404(name)
    if request.method != "POST":
        return _import_page(request, facts, PackFileForm(initial=_initial(facts)))
    if "content" in request.POST:
        return _import_confirm(request, facts)
    form = PackFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, facts, form)
    content = form.cleaned_data.pop("file").read(packs_csv.MOST_BYTES + 1)
    table = packs_csv.read(content, facts.figures)
    if table.findings:
        return _import_page(request, facts, form, findings=table.findings)
    confirmed = [figure.path for figure in facts.figures] if form.cleaned_data["all_compared"] else table.confirmed
    preview = pack_preview(
        based_on=name, values=table.values, confirmed=confirmed, note=form.cleaned_data["note"], printed=False
    )
    return _import_page(request, facts, form, preview=preview, content=content)


def _import_confirm(request: SignedInRequest, facts: PackDetails) -> HttpResponse:
    """Store the previewed changes; the file is read and validated again."""
    form = PackForm(request.POST)
    empty_form = PackFileForm(initial=_initial(facts))
    try:
        table = packs_csv.read(b64decode(request.POST["content"].encode(), validate=True), facts.figures)
    except NotBase64:
        messages.error(request, _("The list did not arrive complete: choose the file again."))
        return redirect("pack_import", facts.line.name)
    if not form.is_valid() or table.findings:
        return _import_page(request, facts, empty_form, findings=table.findings)
    try:
        new_pack = pack_correct(
            based_on=facts.line.name,
            values=table.values,
            confirmed=table.confirmed,
            by=request.user,
            **form.cleaned_data,
        )
    except PackHasErrors as refusal:
        return _import_page(request, facts, empty_form, findings=refusal.findings)
    except RuleError as refusal:
        show_rule_error(request, refusal)
        return redirect("pack_import", facts.line.name)
    return _stored_response(request, new_pack)

"""Import of a list of players from a spreadsheet: preview, then all rows or none."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.core.numbers import whole_number
from tournament.core.report_errors import ColumnsMissing, EntriesChanged
from tournament.entries.import_resource import COLUMNS, REQUIRED_COLUMNS
from tournament.entries.importing import PlayersPreview, list_columns, players_import, players_preview
from tournament.entries.list_file import MOST_BYTES
from tournament.models import Event
from tournament.regulation.errors import RuleError
from tournament.web.budgets import within_budget
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.desk.import_forms import NOT_READ, ColumnsForm, ListForm
from tournament.web.list_budget import need_names
from tournament.web.requests import SignedInRequest

#: Order of the preview's rows: wrong ones first.
_ORDER = {"wrong": 0, "new": 1, "known": 2}


def _page(
    request: HttpRequest,
    event: Event,
    form: ListForm,
    *,
    preview: PlayersPreview | None = None,
    content: bytes = b"",
    match_names: bool = False,
    columns: Sequence[str] = (),
    columns_form: ColumnsForm | None = None,
) -> HttpResponse:
    knows_all = request.user.has_perm("tournament.manage_people")
    known = need_names(request, event, preview) if preview and not knows_all else set()
    rows = sorted(preview.rows, key=lambda row: (_ORDER[row.state], row.number)) if preview else []
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "rows": rows,
        "knows_all": knows_all,
        "known": known,
        "preview": preview,
        "wrong": len(preview.wrong) if preview else 0,
        "doubtful": sum(row.state == "new" and bool(row.same_name) for row in rows),
        "to_enter": sum(row.state != "wrong" and not row.entered for row in rows),
        "content": b64encode(content).decode() if columns_form or (preview and not preview.wrong) else "",
        "chosen_columns": ",".join(columns),
        "columns_form": columns_form,
        "match_names": match_names,
        "entries_seen": event.entries.count(),
        **_bars(),
        "columns": [{"name": name, "needed": name in REQUIRED_COLUMNS} for name in COLUMNS],
    }
    status = 422 if form.errors or context["wrong"] else 200
    return render(request, "web/desk/import.html", context, status=status)


def _bars() -> dict[str, dict[str, str]]:
    """Return the facts of the progress bars of the page's forms.

    They have no measure: a list is entered in one transaction, all rows or none, so nothing is counted before its end.
    """
    read = _("Reading the list: about two seconds for a hundred rows")
    write = _("Registering the players: about two seconds for a hundred rows, all of them or none")
    facts = {"choosing": read, "reading": read, "writing": write}
    return {name: {"id": name, "label": label, "state": "running"} for name, label in facts.items()}


def _form_with_error(refusal: RuleError | None) -> ListForm:
    """Return an empty form, with the rule error if there is one."""
    form = ListForm({})
    form.errors.clear()
    if refusal is not None:
        add_rule_error(form, refusal)
    return form


def _confirm(request: SignedInRequest, event: Event) -> HttpResponse:
    """Import the previewed list; it is read and validated again."""
    match_names = request.POST.get("match_names") == "1"
    columns = _posted_columns(request)
    entries_seen = request.POST.get("entries_seen", "")
    try:
        content = b64decode(request.POST.get("content", "").encode(), validate=True)
        imported = players_import(
            file=BytesIO(content),
            by=request.user,
            event=event,
            match_names=match_names,
            entries_seen=whole_number(entries_seen, missing=-1),
            columns=columns,
        )
    except NotBase64:
        messages.error(request, _("The list did not arrive complete: choose the file again."))
        return redirect("entries_import", event.slug)
    except EntriesChanged as news:
        form = _form_with_error(news)
        return _preview(request, event, form, content, match_names=match_names, columns=columns)
    except RuleError as refusal:
        return _page(request, event, _form_with_error(refusal))
    entered = sum(not row.entered for row in imported.rows)
    message = ngettext("%(n)s player is registered.", "%(n)s players are registered.", entered) % {"n": entered}
    messages.success(request, message)
    return redirect("entries", event.slug)


def _posted_columns(request: HttpRequest) -> list[str]:
    """Return the columns that were chosen for the file before; empty if its headings say it."""
    chosen = request.POST.get("columns", "")
    return chosen.split(",") if chosen else []


def _preview(
    request: SignedInRequest,
    event: Event,
    form: ListForm,
    content: bytes,
    *,
    match_names: bool,
    columns: Sequence[str] = (),
) -> HttpResponse:
    """Preview a list; ask which column is what if the headings do not say it."""
    options: dict[str, Any] = {"match_names": match_names, "columns": columns}
    try:
        preview = players_preview(file=BytesIO(content), event=event, by=request.user, **options)
        return _page(request, event, form, preview=preview, content=content, **options)
    except ColumnsMissing as unknown:
        if columns:
            add_rule_error(form, unknown)
        columns_form = ColumnsForm(list_columns(file=BytesIO(content)), _choices(columns))
        return _page(request, event, form, content=content, columns_form=columns_form, **options)
    except RuleError as refusal:
        add_rule_error(form, refusal, "file")
        return _page(request, event, form)


def _choices(columns: Sequence[str]) -> dict[str, str] | None:
    return {f"column-{index}": name or NOT_READ for index, name in enumerate(columns)} or None


def _columns_chosen(request: SignedInRequest, event: Event) -> HttpResponse:
    """Preview the list with the columns that were chosen for it."""
    try:
        content = b64decode(request.POST.get("content", "").encode(), validate=True)
        form = ColumnsForm(list_columns(file=BytesIO(content)), request.POST)
    except (NotBase64, RuleError):
        messages.error(request, _("The list did not arrive complete: choose the file again."))
        return redirect("entries_import", event.slug)
    columns = form.chosen() if form.is_valid() else []
    match_names = request.POST.get("match_names") == "1"
    return _preview(request, event, _form_with_error(None), content, match_names=match_names, columns=columns)


@within_budget("list_import")
@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Read a CSV or XLSX file, preview each row's effect, and import it once confirmed."""
    event = get_event_or_404(request, slug)
    if request.method != "POST":
        return _page(request, event, ListForm())
    if "confirm" in request.POST:
        return _confirm(request, event)
    if "column-0" in request.POST:
        return _columns_chosen(request, event)
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form)
    content = form.cleaned_data["file"].read(MOST_BYTES + 1)
    return _preview(request, event, form, content, match_names=form.cleaned_data["match_names"])

"""The Referent's versions of the regulation: list, copy, change, publish (art. 1.1)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ranking.web.referent.regulation_forms import DocumentForm, VersionCopyForm, VersionValuesForm
from tournament.core.dates import date_words
from tournament.federation.regulations import regulation_publish
from tournament.models import RegulationDocument, RegulationVersion
from tournament.pages.regulation import points_rows
from tournament.regulation import parameters as regulation
from tournament.regulation.refusals import BadRegulationValue
from tournament.regulation.refused import Refused
from tournament.regulation.version_values import from_values
from tournament.regulation_versions.documents import document_add, document_remove
from tournament.regulation_versions.selectors import documents_of, has_text, version_in_force, version_lines
from tournament.regulation_versions.services import version_copy, version_discard, version_update
from tournament.regulation_versions.words import value_rows
from tournament.web.common import add_rule_error, get_regulation_or_404, render_confirmation, show_rule_error
from tournament.web.requests import SignedInRequest

PERMISSION = "tournament.edit_regulation_version"


@permission_required(PERMISSION, raise_exception=True)
@require_safe
def regulations(request: HttpRequest) -> HttpResponse:
    """List all versions, drafts too."""
    context = {"versions": version_lines(drafts=True), "in_force": version_in_force().version}
    return render(request, "web/referent/regulations.html", context)


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def regulation_copy(request: SignedInRequest, number: str) -> HttpResponse:
    """Start a version as a copy of another."""
    copied = get_regulation_or_404(number)
    form = VersionCopyForm(request.POST or None, initial={"effective_from": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            draft = version_copy(based_on=copied.version, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("Version %(number)s is a draft: change its values.") % {"number": draft})
            return redirect("regulation_edit", draft.number)
    context = {"form": form, "copied": copied}
    return render(request, "web/referent/regulation_copy.html", context, status=422 if form.errors else 200)


def _number_or_404(number: str) -> tuple[str, bool]:
    """Return the number of a version, and whether it is a draft. Raises Http404 if there is none."""
    if RegulationVersion.objects.filter(number=number, published_at=None).exists():
        return number, True
    return get_regulation_or_404(number).version, False


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def regulation_documents(request: SignedInRequest, number: str) -> HttpResponse:
    """Upload the federation's own documents of a version, also of a draft, and list those that are there."""
    version, is_draft = _number_or_404(number)
    form = DocumentForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            document_add(version=version, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal, "file")
        else:
            messages.success(request, _("The document is online."))
            return redirect("regulation_documents", version)
    context = {"form": form, "version": version, "is_draft": is_draft, "documents": documents_of(version)}
    return render(request, "web/referent/regulation_documents.html", context, status=422 if form.errors else 200)


@permission_required(PERMISSION, raise_exception=True)
@require_POST
def regulation_document_remove(request: SignedInRequest, number: str, pk: int) -> HttpResponse:
    """Take a document back, after a confirmation."""
    document = get_object_or_404(RegulationDocument, version=_number_or_404(number)[0], pk=pk)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Remove the document %(name)s?") % {"name": document},
            detail=_("Nobody can read it any more; our explanation stays."),
            label=_("Remove the document"),
            back_url=reverse("regulation_documents", args=[number]),
        )
    document_remove(document=document, by=request.user)
    messages.success(request, _("The document is removed."))
    return redirect("regulation_documents", number)


def _draft(number: str) -> RegulationVersion:
    return get_object_or_404(RegulationVersion, number=number, published_at__isnull=True)


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def regulation_edit(request: SignedInRequest, number: str) -> HttpResponse:
    """Change the values of a draft, and show what they change against the version that was copied."""
    draft = _draft(number)
    stored = {"note": draft.note, "effective_from": draft.effective_from}
    form = VersionValuesForm(request.POST or None, values=draft.values, facts=stored)
    if request.method == "POST" and form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("note", "effective_from")}
        try:
            version_update(version=draft, values=form.values, by=request.user, **facts)
        except BadRegulationValue as refusal:
            add_rule_error(form, refusal, refusal.params["field"])
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("The draft is saved."))
            return redirect("regulation_edit", draft.number)
    context = {"form": form, "draft": draft, "has_text": has_text(draft.number), **_effect(draft)}
    return render(request, "web/referent/regulation_edit.html", context, status=422 if form.errors else 200)


def _effect(draft: RegulationVersion) -> dict[str, Any]:
    """Return what the stored values of a draft change, and the points that they give."""
    described, before = from_values(draft.number, draft.values), regulation.get(draft.based_on)
    changes = [row for row in value_rows(described, before) if row.before]
    return {"changes": changes, "bands": points_rows(described)}


@permission_required(PERMISSION, raise_exception=True)
@require_POST
def publish(request: SignedInRequest, number: str) -> HttpResponse:
    """Publish a draft, after a confirmation: a published version never changes."""
    draft = _draft(number)
    if "confirmed" not in request.POST:
        changes = len(_effect(draft)["changes"])
        detail = ngettext(
            "%(n)s value changes. Events that begin on %(day)s or later are played under this version, and it never "
            "changes again.",
            "%(n)s values change. Events that begin on %(day)s or later are played under this version, and it never "
            "changes again.",
            changes,
        )
        if not has_text(draft.number):
            detail += " " + _(
                "Its text is not here yet: upload it first, so that everybody can read what is published."
            )
        return render_confirmation(
            request,
            question=_("Publish version %(number)s?") % {"number": draft.number},
            detail=detail % {"n": changes, "day": date_words(draft.effective_from)},
            label=_("Publish the version"),
            back_url=request.path.removesuffix("pubblica/"),
        )
    try:
        regulation_publish(version=draft, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("regulation_edit", draft.number)
    messages.success(request, _("Version %(number)s is published.") % {"number": draft.number})
    if has_text(draft.number):
        return redirect("regulations")
    messages.warning(request, _("Its text is missing: upload it, so that everybody can read it here."))
    return redirect("regulation_documents", draft.number)


@permission_required(PERMISSION, raise_exception=True)
@require_POST
def regulation_discard(request: SignedInRequest, number: str) -> HttpResponse:
    """Delete a draft, after a confirmation."""
    draft = _draft(number)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Delete the draft of version %(number)s?") % {"number": draft.number},
            detail=_("Its values are lost. No event was played under it."),
            label=_("Delete the draft"),
            back_url=request.path.removesuffix("elimina/"),
        )
    version_discard(version=draft, by=request.user)
    messages.success(request, _("The draft of version %(number)s is deleted.") % {"number": draft.number})
    return redirect("regulations")

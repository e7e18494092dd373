"""The part of a participant's phone in a draw: it commits to a nonce, checks the list, and reveals the nonce."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.core.messages import sentence
from tournament.draws.ceremonies import ceremony_list, may_give_part
from tournament.draws.receipts import receipt
from tournament.models import DrawCeremony, Entry, PrivateLink
from tournament.pages.ceremony import failed_before
from tournament.people.selectors import player_id
from tournament.regulation.errors import RuleError
from tournament.rounds.ceremonies import ceremony_advance, excluded, part_commit, part_reveal
from tournament.web.phone.table_link import private_link_required

Stage = DrawCeremony.Stage


def _state(entry: Entry, ceremony: DrawCeremony) -> dict[str, Any]:
    """Return what the phone needs to know of an attempt; the list once it is fixed, nonces of others never."""
    own = ceremony.parts.filter(entry=entry).first()
    until = {Stage.COLLECTING: ceremony.closes_at, Stage.REVEALING: ceremony.reveal_by}.get(Stage(ceremony.stage))
    state: dict[str, Any] = {
        "attempt": ceremony.pk,
        "stage": Stage(ceremony.stage).name.lower(),
        "left": round((until - timezone.now()).total_seconds() * 1000) if until else 0,
        "me": player_id(entry),
        "may": own is None and may_give_part(entry) and player_id(entry) not in excluded(ceremony),
        "commitment": own.commitment if own else "",
        "revealed": bool(own and own.nonce),
        "missing": ceremony.missing,
        "before": _failed_before(ceremony),
    }
    if ceremony.stage == Stage.REVEALING:
        fixed = ceremony_list(ceremony)
        parts = [{"by": part.by, "commitment": part.commitment} for part in fixed.parts]
        state |= {"list": fixed.as_stored()["ceremony"], "word": ceremony.word, "parts": parts}
        state["receipt"] = receipt("list", ceremony.root)
    return state


def _failed_before(ceremony: DrawCeremony) -> str:
    """Return how the attempt before this one failed, as text; empty if none of this step did."""
    failures = failed_before(ceremony)
    if not failures:
        return ""
    attempt = _("Attempt %(n)s failed:") % {"n": len(failures)}
    return f"{attempt} {failures[-1].reason}"


@private_link_required(PrivateLink.Kind.PARTICIPANT)
@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Return the newest attempt of the event's draw; on POST commit, reveal, or take the step that is due."""
    entry = get_object_or_404(Entry.objects.select_related("person"), pk=link.entry_id)
    entry.event = link.event
    ceremony = DrawCeremony.objects.filter(event=link.event).order_by("-number").first()
    if ceremony is None:
        return JsonResponse({"stage": "none"})
    ceremony.event = link.event
    answer: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        try:
            answer = _act(request, entry, ceremony)
        except RuleError as refusal:
            answer, status = {"refused": sentence(refusal)}, 409
        ceremony.refresh_from_db()
        ceremony.event = link.event
    return JsonResponse(_state(entry, ceremony) | answer, status=status)


def _act(request: HttpRequest, entry: Entry, ceremony: DrawCeremony) -> dict[str, Any]:
    """Do what the phone sent, and return its receipt. Errors: those of ``rounds.ceremonies``."""
    if "commitment" in request.POST:
        signed = part_commit(ceremony=ceremony, entry=entry, commitment=request.POST["commitment"])
        return {"receipt": signed}
    if "nonce" in request.POST:
        return {"receipt": part_reveal(ceremony=ceremony, entry=entry, nonce=request.POST["nonce"])}
    ceremony_advance(ceremony=ceremony)
    return {}

"""The page behind the link of a call's mail: the called player answers without an account (art. 1.7)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ranking.call_up.selectors import call_of_link
from ranking.call_up.services import call_answer
from ranking.models import CallUp
from tournament.core.audit import actor_context
from tournament.models.stored_sentences import LINK_MAILED, StoredSentence
from tournament.regulation.refused import Refused
from tournament.web.common import show_rule_error

_ANSWERS = {"yes": CallUp.State.ACCEPTED, "no": CallUp.State.DECLINED}


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_call(request: HttpRequest, token: str) -> HttpResponse:
    """Show the call of a link, and store whether its player comes. Opening the page alone answers nothing."""
    call = call_of_link(token)
    if call is None:
        raise Http404
    if request.method == "POST":
        _answer(request, call)
        return redirect("own_call", token)
    return render(request, "web/public/ranking/own_call.html", {"call": call, "season": call.season})


def _answer(request: HttpRequest, call: CallUp) -> None:
    state = _ANSWERS.get(request.POST.get("answer", ""))
    if state is None:
        messages.error(request, _("Choose whether you are coming: nothing has been changed."))
        return
    try:
        with actor_context(StoredSentence(LINK_MAILED, {"name": str(call.person)})):
            call_answer(call=call, state=state, by=None, note=request.POST.get("note", "")[:400])
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, _("Your answer is saved: the National Referent knows."))

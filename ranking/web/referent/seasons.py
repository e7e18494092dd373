"""Seasons and the call-up to the national final (articles 1.3, 1.6 and 1.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from ranking.call_up import final
from ranking.call_up import services as call_up_services
from ranking.call_up.presses import act_with_lots, lots_finish_with_word, lots_give_up
from ranking.call_up.readiness import call_up_ready, may_withdraw
from ranking.call_up.selectors import CallUpState, call_up_state, default_answer_day, open_lots_press
from ranking.call_up.sweep import calls_remind
from ranking.homologation import queue as waiting
from ranking.models import CallUp
from ranking.web.export_columns import CALLS, CANDIDATES, SEASONS
from ranking.web.forms import (
    ANSWERS,
    AnswerForm,
    CallForm,
    FinalForm,
    GiveUpForm,
    NumberForm,
    SeasonForm,
    WithdrawForm,
    WordForm,
)
from tournament.core.numbers import whole_number
from tournament.draws.beacon import has_beacon
from tournament.draws.refusals import DrawNotOpen
from tournament.events.seasons import season_create, season_update
from tournament.models import DrawPress, Person, Season
from tournament.pages.exports import Export, render_or_export
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


@permission_required("ranking.manage_season", raise_exception=True)
@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """List all seasons, newest first."""
    all_seasons = waiting.seasons_list()
    return render_or_export(
        request, "web/referent/seasons.html", {"seasons": all_seasons}, Export("stagioni", SEASONS, all_seasons)
    )


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: SignedInRequest) -> HttpResponse:
    """Create a season."""
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = season_create(by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("%(name)s is open.") % {"name": season.name})
            return redirect("seasons")
    context = {"form": form, "season": None}
    return render(request, "web/referent/season_form.html", context, status=422 if form.errors else 200)


@permission_required("ranking.manage_season", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def season_edit(request: SignedInRequest, season: str) -> HttpResponse:
    """Edit a season; its existing events must stay within its days and keep its game."""
    edited_season = get_object_or_404(Season, slug=season)
    called = CallUp.objects.filter(season=edited_season).exists()
    has_events = edited_season.events.exists()
    form = SeasonForm(request.POST or None, instance=edited_season, called=called, held=has_events)
    if request.method == "POST" and form.is_valid():
        current_season = Season.objects.get(pk=edited_season.pk)
        try:
            season_update(season=current_season, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("The season is saved."))
            return redirect("seasons")
    context = {"form": form, "season": edited_season, "called": called}
    return render(request, "web/referent/season_form.html", context, status=422 if form.errors else 200)


# ---------------------------------------------------------------- the call-up

#: Answers that can be recorded for an entry of the list, by its state.
_OPEN = {
    CallUp.State.CALLED: (CallUp.State.ACCEPTED, CallUp.State.DECLINED, CallUp.State.NO_ANSWER),
    CallUp.State.ACCEPTED: (CallUp.State.DECLINED,),
    CallUp.State.NO_ANSWER: (CallUp.State.ACCEPTED, CallUp.State.DECLINED),
    CallUp.State.DECLINED: (CallUp.State.ACCEPTED,),
}


def _number_form(season: Season, data: Any = None) -> NumberForm:
    return NumberForm(data, initial={"number": season.finalists})


def _final_form(season: Season, data: Any = None) -> FinalForm:
    day = season.final_day or season.last_day
    initial = {
        "name": _("National final, %(season)s") % {"season": season.name},
        "city": season.final_place,
        "first_day": day,
        "last_day": day,
    }
    return FinalForm(data, initial=initial)


def _rows(state: CallUpState, bad: tuple[int, AnswerForm] | None) -> list[dict[str, Any]]:
    rows = []
    for call in state.calls:
        possible = _OPEN.get(CallUp.State(call.state), ())
        answers = [
            {"value": value, "words": words, "chosen": value == call.state, "open": value in possible}
            for value, words in (ANSWERS if possible else ())
        ]
        rows.append({"call": call, "answers": answers, "form": bad[1] if bad and bad[0] == call.pk else None})
    return rows


#: Values of the list's filter, with the states that each shows.
_SHOWN: dict[str, tuple[str, ...]] = {
    "attesa": (CallUp.State.CALLED,),
    "no": (CallUp.State.DECLINED, CallUp.State.NO_ANSWER, CallUp.State.REPLACED),
}


def _filtered(rows: list[dict[str, Any]], chosen: str) -> list[dict[str, Any]]:
    """Return the rows that the filter shows; those with an error always."""
    states = _SHOWN.get(chosen)
    return [row for row in rows if states is None or row["form"] or row["call"].state in states]


def _answer_counts(calls: list[CallUp]) -> dict[str, Any]:
    """Return how many called players come, do not come and have not answered, and how many of these have no mail."""
    waiting_calls = [call for call in calls if call.state == CallUp.State.CALLED]
    no = sum(call.state in (CallUp.State.DECLINED, CallUp.State.NO_ANSWER) for call in calls)
    return {
        "answer_by": max((call.answer_by for call in waiting_calls if call.answer_by), default=None),
        "replaced": sum(call.state == CallUp.State.REPLACED for call in calls),
        "accepted": sum(call.state == CallUp.State.ACCEPTED for call in calls),
        "no": no,
        "waiting": len(waiting_calls),
        "without_mail": sum(not call.person.email for call in waiting_calls),
    }


def _context(season: Season, **forms_shown: Any) -> dict[str, Any]:
    state, press = call_up_state(season), open_lots_press(season)
    maximum = regulation.get(season.regulation).national_finalists
    vacant = sum(call.state in (CallUp.State.DECLINED, CallUp.State.NO_ANSWER) for call in state.calls)
    return {
        "season": season,
        "state": state,
        "answers": _answer_counts(state.calls),
        "rows": _rows(state, forms_shown.pop("bad", None)),
        "waiting": vacant,
        "most": maximum,
        "automatic": any(call.answer_by for call in state.calls),
        "few": season.finalists < regulation.get(season.regulation).national_warning,
        "substitutes_form": WordForm(prefix="sub"),
        "number_form": _number_form(season),
        "final_form": _final_form(season),
        "withdraw_form": WithdrawForm(prefix="back"),
        "may_withdraw": bool(state.calls) and may_withdraw(season),
        "press": press,
        "press_players": list(Person.objects.in_bulk([int(pk) for pk in press.inputs]).values()) if press else [],
        "now": timezone.now(),
        "has_beacon": has_beacon(),
        "lots_form": WordForm(prefix="lots"),
        "give_up_form": GiveUpForm(prefix="up"),
        **forms_shown,
    }


def _ready_context(season: Season, state: CallUpState, **forms_shown: Any) -> dict[str, Any]:
    """Return the context of the page shown before the call-up is made."""
    ready = call_up_ready(season, state.standing)
    return {
        "ready": ready,
        "call_form": CallForm(
            prefix="call",
            number=ready.number,
            needs_word=bool(ready.tied) and not has_beacon(),
            initial={"answer_by": default_answer_day(season)},
        ),
        "number_form": _number_form(season),
        **forms_shown,
    }


#: Forms that the page does not show, by whether the call-up is made.
_ELSEWHERE = {
    True: ("call_form", "commit_form"),
    False: ("substitutes_form", "final_form", "withdraw_form", "remind_form"),
}


def _render_call_up(request: HttpRequest, season: Season, status: int = 200, **forms_shown: Any) -> HttpResponse:
    """Show the call-up list or, before the call-up, the page that makes it."""
    context = _context(season, **forms_shown)
    chosen = request.GET.get("mostra", "")
    context |= {"shown_rows": _filtered(context["rows"], chosen), "chosen": chosen if chosen in _SHOWN else ""}
    is_called = bool(context["state"].calls)
    # A submitted form that the page no longer shows, because of a concurrent change: its error is shown at the top.
    context["refused_form"] = next((form for name, form in forms_shown.items() if name in _ELSEWHERE[is_called]), None)
    if is_called:
        calls = Export("convocati", CALLS, context["state"].calls)
        return render_or_export(
            request, "web/referent/call_up.html", context, calls, status=status, proof=require_reauthentication
        )
    context |= _ready_context(season, context["state"], **forms_shown)
    would_be = Export("da-convocare", CANDIDATES, context["ready"].candidates)
    return render_or_export(
        request, "web/referent/call_up_ready.html", context, would_be, status=status, proof=require_reauthentication
    )


def _drawing() -> str:
    return _("The lots are being drawn: the public number comes in a few seconds, then the act is done by itself.")


def _call(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    data = form.cleaned_data
    answer_by = data["answer_by"].isoformat() if data["answer_by"] else None
    new_calls = act_with_lots(season=season, do="call", word=data["word"], answer_by=answer_by, by=request.user)
    if isinstance(new_calls, DrawPress):
        return _drawing()
    return ngettext("%(n)s player is called.", "%(n)s players are called.", len(new_calls)) % {"n": len(new_calls)}


def _withdraw(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    count = call_up_services.call_up_withdraw(season=season, reason=form.cleaned_data["reason"], by=request.user)
    return ngettext(
        "The call-up of %(n)s player is withdrawn.", "The call-up of %(n)s players is withdrawn.", count
    ) % {"n": count}


def _substitutes(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    new_calls = act_with_lots(season=season, do="substitutes", word=form.cleaned_data["word"], by=request.user)
    if isinstance(new_calls, DrawPress):
        return _drawing()
    if not new_calls:
        return _("Nobody else can be called: the Ranking has no further name.")
    return _("Called: %(names)s.") % {"names": ", ".join(str(call.person) for call in new_calls)}


def _number(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    data = form.cleaned_data
    facts = {name: data[name] for name in ("number", "reason", "word")}
    if isinstance(act_with_lots(season=season, do="number", by=request.user, **facts), DrawPress):
        return _drawing()
    return _("The number of players called is %(n)s.") % {"n": data["number"]}


def _final(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    event = final.national_final_create(season=season, by=request.user, **form.cleaned_data)
    return _("%(event)s is a draft, with everybody who accepted already entered.") % {"event": event.name}


def _remind(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    count = calls_remind(season=season, by=request.user)
    return ngettext("%(n)s player is reminded by mail.", "%(n)s players are reminded by mail.", count) % {"n": count}


def _commit(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    draw = call_up_services.call_up_commit(season=season, by=request.user)
    if draw is None:
        return _("The line divides nobody: no lot is needed.")
    return _("The fingerprint of the lots is published: now somebody present calls out a word.")


def _call_form(season: Season, data: Any = None) -> CallForm:
    ready = call_up_ready(season)
    return CallForm(data, prefix="call", number=ready.number, needs_word=bool(ready.tied) and not has_beacon())


def _lots_word(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    lots_finish_with_word(press=_press(season), word=form.cleaned_data["word"], by=request.user)
    return _("The lots are drawn.")


def _lots_give_up(request: SignedInRequest, season: Season, form: forms.Form) -> str:
    lots_give_up(press=_press(season), reason=form.cleaned_data["reason"], by=request.user)
    return _("The lots are given up: nothing has changed. The reason stays on record.")


def _press(season: Season) -> DrawPress:
    press = open_lots_press(season)
    if press is None:
        raise DrawNotOpen
    return press


class NothingForm(forms.Form):
    """A form without fields, for a mere button."""


#: Makes the form of an action from the request's data.
FormMaker = Callable[[Season, Any], forms.Form]
#: Carries out an action and returns its message.
Action = Callable[[SignedInRequest, Season, Any], str]

_ACTIONS: dict[str, tuple[FormMaker, Action, str]] = {
    "call": (_call_form, _call, "call_form"),
    "withdraw": (lambda season, data: WithdrawForm(data, prefix="back"), _withdraw, "withdraw_form"),
    "substitutes": (lambda season, data: WordForm(data, prefix="sub"), _substitutes, "substitutes_form"),
    "number": (_number_form, _number, "number_form"),
    "final": (_final_form, _final, "final_form"),
    "remind": (lambda season, data: NothingForm(data), _remind, "remind_form"),
    "lots_word": (lambda season, data: WordForm(data, prefix="lots"), _lots_word, "lots_form"),
    "lots_give_up": (lambda season, data: GiveUpForm(data, prefix="up"), _lots_give_up, "give_up_form"),
    "commit": (lambda season, data: NothingForm(data), _commit, "commit_form"),
}


@permission_required("ranking.call_up", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def call_up(request: SignedInRequest, season: str) -> HttpResponse:
    """Show the call-up and run its actions: answers, substitutes, lots at the line, the national final (art. 1.7).

    With the query ``stato`` the answer is JSON: whether lots wait, and whether a word can be typed.
    """
    shown_season = get_object_or_404(Season, slug=season)
    if "stato" in request.GET:
        press = open_lots_press(shown_season)
        return JsonResponse({"waits": press is not None, "late": press is not None and timezone.now() >= press.until})
    if request.method != "POST":
        return _render_call_up(request, shown_season)
    if "answer" in request.POST:
        return _record_answer(request, shown_season)
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, _("Nothing was chosen, so nothing has changed: choose an action and try again."))
        return redirect("call_up", shown_season.slug)
    make, act, name = action
    form = make(shown_season, request.POST)
    if form.is_valid():
        try:
            messages.success(request, act(request, shown_season, form))
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            return redirect("call_up", shown_season.slug)
    return _render_call_up(request, Season.objects.get(pk=shown_season.pk), status=422, **{name: form})


def _record_answer(request: SignedInRequest, season: Season) -> HttpResponse:
    pk = request.POST["answer"]
    call = get_object_or_404(CallUp.objects.select_related("person", "season"), pk=whole_number(pk), season=season)
    form = AnswerForm(request.POST)
    if form.is_valid():
        try:
            call_up_services.call_answer(call=call, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(
                request, _("The answer of %(name)s is saved: to change it, press another one.") % {"name": call.person}
            )
            return redirect("call_up", season.slug)
    return _render_call_up(request, season, status=422, bad=(call.pk, form))

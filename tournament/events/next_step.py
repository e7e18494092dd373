"""Compute the next step of an event, the steps that follow, and which are locked and why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.core.dates import date_words
from tournament.core.messages import sentence
from tournament.core.permissions import is_national_referent
from tournament.core.standings import entries_in_order, finalist_entries
from tournament.events.draw_preview import DrawPreview, draw_preview
from tournament.events.lifecycle import EVE, is_before_eve
from tournament.models import Event, Round, Table
from tournament.regulation import parameters as regulation
from tournament.regulation import validity

State = Event.State


@dataclass(frozen=True, slots=True)
class UpcomingStep:
    """A later step. ``locked`` says why it cannot be taken yet, if something besides its turn is missing."""

    title: str
    locked: str = ""


@dataclass(frozen=True, slots=True)
class AlternativeAction:
    """An alternative to the next step that is possible now."""

    title: str
    url_name: str
    url_args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of an event.

    Arguments:
        verb: the service that performs it, e.g. ``"round_draw"``; empty if nothing is left to do.
        title: the button's label; why: one sentence.
        url_name, url_args: the page or action; empty if another user must act.
        method: ``"post"`` if the URL is an action, ``"get"`` if it is a page.
        waits_for: who must act, if not the visitor: ``"referent"``, or empty.
        then: the steps that follow, in order, each once.
        instead: the alternatives possible now.
    """

    verb: str
    title: str
    why: str
    url_name: str = ""
    url_args: tuple[Any, ...] = ()
    method: str = "get"
    waits_for: str = ""
    then: list[UpcomingStep] = field(default_factory=list)
    instead: tuple[AlternativeAction, ...] = ()


def _upcoming_steps(verb: str, **locked: str) -> list[UpcomingStep]:
    """Return the steps after a given one, in the order of the event's lifecycle.

    Arguments:
        locked: why a step cannot be taken yet, by its verb.
    """
    step_titles = {
        "event_announce": _("announce the event"),
        "event_authorise": _("authorisation of the National Referent"),
        "event_open_check_in": _("check-in"),
        "round_draw": _("draw of round 1"),
        "round": _("the rounds, one by one"),
        "final_draw": _("the final"),
        "event_conclude": _("conclusion"),
        "report_submit": _("report to the National Referent"),
        "homologate": _("ratification"),
    }
    verbs = list(step_titles)
    return [
        UpcomingStep(step_titles[later_verb], locked.get(later_verb, ""))
        for later_verb in verbs[verbs.index(verb) + 1 :]
    ]


def next_step(event: Event, user: Any = None, *, last: Round | None = None, doubtful: Collection[int] = ()) -> NextStep:
    """Return the next step of an event, in any state.

    Arguments:
        user: the visitor; the Referent is shown the steps that only the Referent takes.
        last: the event's last round with its tables, if they are read already.
        doubtful: numbers of its tables whose delivered sheet has findings: they are confirmed first.
    """
    if last is not None and event.state == Event.State.RUNNING:
        return _after(event, last, doubtful)
    referent = user is not None and is_national_referent(user)
    return _STEPS[Event.State(event.state)](event, referent)


def _draft(event: Event, referent: bool) -> NextStep:
    if event.is_practice:
        return NextStep(
            "event_open_check_in",
            _("Open the check-in"),
            _("A practice event needs neither announcement nor authorisation."),
            "event_open_check_in",
            (event.slug,),
            method="post",
            # The report and the ratification, the last two steps, are not for practice.
            then=_upcoming_steps("event_open_check_in")[:-2],
        )
    why = _("The event must be announced on the Forum before it is held (art. 1.2).")
    if event.state_reason:
        why = _("The Referent did not authorise it: %(reason)s") % {"reason": event.state_reason}
    return NextStep(
        "event_announce",
        _("Announce the event"),
        why,
        "event_announce",
        (event.slug,),
        then=_upcoming_steps("event_announce", event_open_check_in=_("the event is not authorised yet (art. 1.2)")),
    )


def _announced(event: Event, referent: bool) -> NextStep:
    if referent:
        return NextStep(
            "event_authorise",
            _("Authorise the event"),
            _("It is announced and waits for you (art. 1.2)."),
            "referent",
            then=_upcoming_steps("event_authorise"),
        )
    return NextStep(
        "",
        _("The event is with the National Referent"),
        _("Entries and private links open once the Referent has authorised the event (art. 1.2)."),
        waits_for="referent",
        then=_upcoming_steps("event_announce", event_open_check_in=_("the event is not authorised yet (art. 1.2)")),
    )


def _authorised(event: Event, referent: bool) -> NextStep:
    then = _upcoming_steps("event_open_check_in", round_draw=_("nobody is checked in yet"))
    if is_before_eve(event):
        eve = date_words(event.first_day - EVE, "l j F")
        return NextStep(
            "entry_add",
            _("Collect the entries"),
            _("Check-in opens the day before the event, on %(day)s.") % {"day": eve},
            "entries",
            (event.slug,),
            then=[UpcomingStep(_("check-in")), *then],
            instead=(AlternativeAction(_("Open the check-in now"), "event_open_check_in", (event.slug,)),),
        )
    return NextStep(
        "event_open_check_in",
        _("Open the check-in"),
        _("Only those present enter the draw; the fingerprints of round 1’s seeds are published now (art. 1.5)."),
        "event_open_check_in",
        (event.slug,),
        "post",
        then=then,
    )


def _check_in(event: Event, referent: bool) -> NextStep:
    preview = draw_preview(event)
    if preview.can_draw:
        return NextStep(
            "round_draw",
            _("Draw round 1"),
            _("%(players)s present: tables of %(sizes)s, %(rounds)s rounds and the final.")
            % {"players": preview.players, "sizes": preview.sizes_text, "rounds": preview.rounds},
            "round_new",
            (event.slug,),
            then=_upcoming_steps("round_draw"),
        )
    then = _upcoming_steps("event_open_check_in", round_draw=" ".join(map(sentence, preview.blocks)))
    without_points = AlternativeAction(_("Play it without points"), "event_unofficial", (event.slug,))
    # Players entered and not present may still come; with all of them below the minimum, the event cannot be official.
    instead = (without_points,) if event.is_official and len(preview.out) + preview.players < preview.minimum else ()
    if preview.players and not preview.out:
        return _all_present(event, preview, then, instead)
    return NextStep(
        "entry_check_in",
        _("Check the players in"),
        ngettext(
            "%(players)s player of %(entries)s is present.",
            "%(players)s players of %(entries)s are present.",
            preview.players,
        )
        % {"players": preview.players, "entries": preview.players + len(preview.out)},
        "entries",
        (event.slug,),
        then=then,
        instead=instead,
    )


def _all_present(
    event: Event, preview: DrawPreview, then: list[UpcomingStep], instead: tuple[AlternativeAction, ...]
) -> NextStep:
    """Return the step when everybody entered is present and it cannot be drawn: add players, or change the event."""
    why = " ".join([_("Everybody entered is present."), *map(sentence, preview.blocks)])
    return NextStep("walk_in", _("Add a player"), why, "entry_add", (event.slug,), then=then, instead=instead)


def _running(event: Event, referent: bool) -> NextStep:
    last = Round.objects.filter(event=event).order_by("-number").first()
    return _check_in(event, referent) if last is None else _after(event, last)


def _after(event: Event, last: Round, doubtful: Collection[int] = ()) -> NextStep:
    """Return the next step of a running event after its last round was drawn."""
    if last.state == Round.State.CLOSED:
        return _between_rounds(event, last)
    return _in_round(event, last, doubtful)


def _in_round(event: Event, last: Round, doubtful: Collection[int]) -> NextStep:
    args = (event.slug, last.number)
    name = _("the final") if last.is_final else pgettext("after a verb", "round %(number)s") % {"number": last.number}
    not_closed = _("%(round)s is not closed yet (art. 1.5)") % {"round": name}
    then = _after_round(event, last)
    next_locked = [replace(then[0], locked=not_closed), *then[1:]]
    tables = sorted((table.number, table.state) for table in last.tables.all())
    unconfirmed = [number for number, state in tables if state != Table.State.CONFIRMED]
    if not unconfirmed:
        return NextStep(
            "round_close",
            _("Close %(round)s") % {"round": name},
            _("All tables are confirmed: the result becomes definitive.")
            if last.is_final
            else _("All tables are confirmed: the standings are frozen, with lots where players are equal."),
            "round_close",
            args,
            then=then,
        )
    if last.state == Round.State.PUBLISHED and last.clock_started_at is None and len(unconfirmed) == len(tables):
        return NextStep(
            "clock_start",
            _("Start the clock"),
            _("The time of %(round)s starts when the referee says so, the same for all tables (art. 1.5).")
            % {"round": name},
            "round_clock",
            (*args, "avvia"),
            "post",
            then=[
                UpcomingStep(_("enter the sheets")),
                UpcomingStep(_("close the round"), _("no table is confirmed yet")),
                *next_locked,
            ],
        )
    open_tables = _("tables still open: %(tables)s") % {"tables": ", ".join(map(str, unconfirmed))}
    then = [UpcomingStep(_("close the round"), open_tables), *then]
    waiting = [number for number, state in tables if state == Table.State.SUBMITTED]
    if not waiting and _is_on_the_clock(last):
        return _playing(event, last, name, unconfirmed, [UpcomingStep(_("enter the sheets")), *then])
    if waiting:
        # A sheet that may be wrong cannot wait: its players are still in the hall.
        first = next((number for number in waiting if number in doubtful), waiting[0])
        title = _("Confirm the sheet of table %(table)s") % {"table": first}
    else:
        first, title = unconfirmed[0], _("Enter the sheet of table %(table)s") % {"table": unconfirmed[0]}
    return NextStep(
        "sheet_confirm" if waiting else "sheet_submit",
        title,
        _("Tables still open: %(tables)s.") % {"tables": ", ".join(map(str, unconfirmed))},
        "sheet",
        (event.slug, last.number, first),
        then=then,
    )


def _is_on_the_clock(round_: Round) -> bool:
    """Return whether a round is being played: its clock is paused, or has not run out."""
    if round_.clock_left is not None:
        return True
    return round_.clock_ends_at is not None and round_.clock_ends_at > timezone.now()


def _playing(event: Event, last: Round, name: str, still: list[int], then: list[UpcomingStep]) -> NextStep:
    """Return the step while the tables play: a sheet is entered when its table has finished."""
    if last.clock_ends_at is None:
        why = _("The clock is paused.")
    else:
        ends = date_format(timezone.localtime(last.clock_ends_at), "H:i")
        why = _("The clock runs until %(time)s.") % {"time": ends}
    tables = _("Tables still open: %(tables)s.") % {"tables": ", ".join(map(str, still))}
    return NextStep(
        "",
        _("Wait while %(round)s is played") % {"round": name},
        f"{why} {tables}",
        then=then,
        instead=(
            AlternativeAction(
                _("Enter the sheet of table %(table)s") % {"table": still[0]},
                "sheet",
                (event.slug, last.number, still[0]),
            ),
        ),
    )


def _after_round(event: Event, last: Round) -> list[UpcomingStep]:
    """Return the steps that follow a round that is being played."""
    if last.is_final:
        return _upcoming_steps("final_draw")
    if last.number == event.rounds:
        return _upcoming_steps("round")
    return [UpcomingStep(_("draw of round %(number)s") % {"number": last.number + 1}), *_upcoming_steps("round")]


def _between_rounds(event: Event, last: Round) -> NextStep:
    if last.is_final:
        return _conclude(event, _("The final is closed: it decides the first places (art. 1.5)."))
    if last.number < (event.rounds or 0):
        return _next_ordinary(event, last)
    if not finalist_entries(event, entries_in_order(last)):
        return _conclude(
            event, _("Fewer than three finalists are left: the definitive standings are the result (art. 1.5).")
        )
    return NextStep(
        "final_draw",
        _("Form the final"),
        _("The standings are definitive: the first four still present play the final (art. 1.5)."),
        "final_new",
        (event.slug,),
        then=_upcoming_steps("final_draw", event_conclude=_("the final is not played yet")),
    )


def _conclude(event: Event, why: str) -> NextStep:
    return NextStep(
        "event_conclude",
        _("Conclude the event"),
        why,
        "event_conclude",
        (event.slug,),
        "post",
        "",
        _upcoming_steps("event_conclude"),
    )


def _next_ordinary(event: Event, last: Round) -> NextStep:
    preview = draw_preview(event, last)
    if preview.can_draw:
        return NextStep(
            "round_draw",
            _("Draw round %(number)s") % {"number": last.number + 1},
            _("%(players)s players are in: tables of %(sizes)s by the standings (art. 1.5).")
            % {"players": preview.players, "sizes": preview.sizes_text},
            "round_new",
            (event.slug,),
            then=_upcoming_steps("round", final_draw=_("rounds still to be played")),
        )
    continuation = validity.continuation(preview.players, last.number, regulation=regulation.get(event.regulation))
    blocked = UpcomingStep(_("next round"), " ".join(map(sentence, preview.blocks)))
    if continuation is validity.Continuation.STANDINGS_ARE_DEFINITIVE:
        return NextStep(
            "event_stop_with_standings",
            _("Make the standings definitive"),
            ngettext(
                "No tables can be formed with %(players)s player (art. 1.5).",
                "No tables can be formed with %(players)s players (art. 1.5).",
                preview.players,
            )
            % {"players": preview.players},
            "event_stop",
            (event.slug,),
            then=[blocked, *_upcoming_steps("round")],
        )
    return NextStep(
        "event_void",
        _("Declare the event void"),
        ngettext(
            "No tables can be formed with %(players)s player, and too few rounds were played (art. 1.5).",
            "No tables can be formed with %(players)s players, and too few rounds were played (art. 1.5).",
            preview.players,
        )
        % {"players": preview.players},
        "event_void",
        (event.slug,),
        then=[blocked],
    )


def _concluded(event: Event, referent: bool) -> NextStep:
    if event.home_address:
        why = _("Its own site takes it in: there it counts, with the report to the Referent.")
        return NextStep("hall_file", _("Save the file of the event"), why, "hall", (event.slug,))
    if event.is_national_final or not event.is_official:
        return _finished(_("The event is over; it gives no points for the Ranking."))
    return NextStep(
        "report_submit",
        _("Send the report"),
        _("Results, photos and the address on the Forum, within a week or the event is invalidated (art. 1.2)."),
        "report",
        (event.slug,),
        then=_upcoming_steps("report_submit"),
    )


def _reported(event: Event, referent: bool) -> NextStep:
    if referent:
        return NextStep(
            "homologate",
            _("Decide on the ratification"),
            _("The report is complete and waits for you (art. 1.4)."),
            "homologation",
            (event.slug,),
        )
    return NextStep(
        "",
        _("Waiting for the Referent"),
        _("The report is with the National Referent (art. 1.4)."),
        "report",
        (event.slug,),
        waits_for="referent",
        then=_upcoming_steps("report_submit"),
    )


def _finished(why: str) -> NextStep:
    return NextStep("", _("Nothing left to do"), why)


def _homologated(event: Event, referent: bool) -> NextStep:
    return _finished(_("The event is ratified: its points are in the Ranking (art. 1.6)."))


def _terminal_state(event: Event, referent: bool) -> NextStep:
    why = _("The event is “%(state)s”.") % {"state": event.get_state_display()}
    return _finished(f"{why} {event.state_reason}".strip())


_STEPS = {
    State.DRAFT: _draft,
    State.ANNOUNCED: _announced,
    State.AUTHORISED: _authorised,
    State.CHECK_IN: _check_in,
    State.RUNNING: _running,
    State.CONCLUDED: _concluded,
    State.REPORTED: _reported,
    State.HOMOLOGATED: _homologated,
    State.INVALIDATED: _terminal_state,
    State.NOT_HOMOLOGATED: _terminal_state,
    State.VOID: _terminal_state,
}

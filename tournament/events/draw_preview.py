"""Preview the next draw of an event (art. 1.5)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.dates import date_words
from tournament.core.preconditions import regulation_of
from tournament.core.standings import entries_in_order, entries_playing, finalist_entries
from tournament.models import Entry, Event, Round, Table
from tournament.regulation import parameters as regulation
from tournament.regulation import validity
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.refused import Refused
from tournament.regulation.seating import table_sizes


@dataclass(frozen=True, slots=True)
class DrawPreview:
    """The effect of a draw, before it is made.

    Arguments:
        number: the round that would be drawn; is_final: whether it is the final.
        players: how many would be seated; present: their entries, in the order in which they would be taken.
        sizes: of the tables; empty if none can be formed.
        out: entries that would not play, each with the reason.
        minimum: the fewest of an official event, 0 if there is no minimum; reached: whether it is reached.
        rounds: planned before the final; default: the number by the regulation; overridden: whether the organiser
            chose.
        blocks: why it cannot be drawn now, as errors; none if it can.
        warnings: sentences about allowed but notable circumstances.
    """

    number: int
    is_final: bool
    players: int
    present: list[Entry]
    sizes: list[int]
    out: list[tuple[Entry, str]]
    minimum: int
    reached: bool
    rounds: int
    default: int
    overridden: bool
    blocks: list[Refused]
    warnings: list[str]

    @property
    def can_draw(self) -> bool:
        return not self.blocks

    @property
    def fours(self) -> int:
        return self.sizes.count(4)

    @property
    def threes(self) -> int:
        return self.sizes.count(3)

    @property
    def sizes_text(self) -> str:
        """Return the table sizes as text, e.g. ``4+3+3+3``."""
        return "+".join(map(str, self.sizes))


def is_draw_day_unusual(event: Event) -> bool:
    """Art. 1.5: return whether today is none of the event's days, so that a draw needs a reason."""
    return validity.is_outside_days(timezone.localdate(), event.first_day, event.last_day)


def draw_day_warning(event: Event) -> str:
    """Art. 1.5: return the warning of a draw outside the event's days; empty on one of its days."""
    if not is_draw_day_unusual(event):
        return ""
    if timezone.localdate() > event.last_day:
        words = _("The event ended on %(day)s: a draw after its last day needs a reason that the Referent reads.")
        return words % {"day": date_words(event.last_day)}
    words = _("The event begins on %(day)s: a draw before its first day needs a reason that the Referent reads.")
    return words % {"day": date_words(event.first_day)}


def draw_preview(event: Event, last: Round | None = None) -> DrawPreview:
    """Return a preview of the next draw: tables, who is out and why, rounds, what blocks it. At most five queries.

    Arguments:
        last: the event's last round, if it is read already.
    """
    last = last or Round.objects.filter(event=event).order_by("-number").first()
    entries = list(Entry.objects.filter(event=event).select_related("person").order_by("number"))
    return _before_first(event, entries) if last is None else _before_next(event, last, entries)


def _before_first(event: Event, entries: list[Entry]) -> DrawPreview:
    rules = regulation_of(event)
    present = [entry for entry in entries if entry.state == Entry.State.CHECKED_IN]
    excluded = [(entry, _("not checked in")) for entry in entries if entry.state != Entry.State.CHECKED_IN]
    blocks: list[Refused] = []
    default = rules.rounds_minimum if len(present) < rules.rounds_threshold else rules.rounds_maximum
    if event.is_national_final:
        default = rules.national_rounds
    rounds, overridden = default, False
    try:
        validity.check_start(len(present), unofficial=not event.needs_least_players, regulation=rules)
    except Refused as refusal:
        blocks.append(refusal)
    try:
        plan = validity.planned_rounds(
            len(present),
            override=event.rounds_override,
            reason=event.rounds_reason,
            national=event.is_national_final,
            regulation=rules,
        )
        rounds, overridden = plan.rounds, plan.overridden
    except Refused as refusal:
        # Too few players say nothing about the rounds of those who will play.
        blocks += [] if blocks else [refusal]
    minimum = rules.least_players if event.needs_least_players else 0
    return DrawPreview(
        number=1,
        is_final=False,
        players=len(present),
        present=present,
        sizes=_sizes(len(present)),
        out=excluded,
        minimum=minimum,
        reached=len(present) >= minimum,
        rounds=rounds,
        default=default,
        overridden=overridden,
        blocks=blocks,
        warnings=_warnings(event, len(present), rules, overridden),
    )


def _sizes(players: int) -> list[int]:
    try:
        return table_sizes(players)
    except ImpossibleTables:
        return []


def _day_warnings(event: Event) -> list[str]:
    warning_text = draw_day_warning(event)
    return [warning_text] if warning_text else []


def _warnings(event: Event, players: int, rules: regulation.Regulation, overridden: bool) -> list[str]:
    warning_texts = _day_warnings(event)
    declared = regulation.Fascia(event.fascia_declared)
    wanted = rules.minimum_players[declared]
    if event.needs_least_players and rules.least_players <= players < wanted:
        warning_texts.append(
            _("A Fascia %(fascia)s event needs %(minimum)s players: the Referent will have to demote it (art. 1.3).")
            % {"fascia": declared, "minimum": wanted}
        )
    if event.is_national_final and players < rules.national_warning:
        warning_texts.append(_("Fewer than %(number)s finalists are present.") % {"number": rules.national_warning})
    if overridden:
        warning_texts.append(
            _("The number of rounds is not the regulation’s: the Referent sees your reason (art. 1.5).")
        )
    return warning_texts


def _before_next(event: Event, last: Round, entries: list[Entry]) -> DrawPreview:
    rounds = event.rounds or 0
    is_final = not last.is_final and last.number >= rounds
    order = entries_in_order(last)
    present = entries_playing(order)
    excluded = [
        (entry, _("has left after round %(round)s") % {"round": entry.left_after})
        for entry in entries
        if entry.state == Entry.State.LEFT
    ]
    excluded += [(entry, _("did not come")) for entry in entries if entry.state == Entry.State.ABSENT]
    blocks: list[Refused] = []
    if last.is_final or last.state == Round.State.PUBLISHED:
        blocks.append(Refused("ROUND_ALREADY_DRAWN", round=last.number))
    elif last.state != Round.State.CLOSED:
        open_tables = Table.objects.filter(round=last).exclude(state=Table.State.CONFIRMED)
        numbers = tuple(open_tables.order_by("number").values_list("number", flat=True))
        blocks.append(Refused("ROUND_NOT_COMPLETE", round=last.number, tables=numbers))
    if is_final:
        finalists = finalist_entries(event, order)
        excluded += [(entry, _("outside the first four")) for entry in present if entry not in finalists]
        present, sizes = finalists, [len(finalists)] if finalists else []
    else:
        sizes = _sizes(len(present))
    if not sizes and not blocks:
        blocks.append(ImpossibleTables(players=len(present)))
    return DrawPreview(
        number=last.number + 1,
        is_final=is_final,
        players=len(present),
        present=present,
        sizes=sizes,
        out=excluded,
        minimum=0,
        reached=True,
        rounds=rounds,
        default=rounds,
        overridden=False,
        blocks=blocks,
        warnings=_day_warnings(event),
    )

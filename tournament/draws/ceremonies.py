"""Read the ceremonies of an event's draws: the attempt that is open, its list, those that failed (docs/draws.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

from django.db.models import OuterRef, Subquery

from tournament.draws.selectors import round_scope
from tournament.models import Draw, DrawCeremony, DrawChain, DrawPart, DrawSeal, Entry, Event, Round, Season, Seat
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol

Stage = DrawCeremony.Stage
#: Fields of a ceremony's record that are left out where they are empty.
_OPTIONAL = ("beacon", "results", "promises", "witnesses")
OPEN = (Stage.COLLECTING, Stage.REVEALING)


def open_ceremony(event: Event) -> DrawCeremony | None:
    """Return the attempt that is open, if any. One query."""
    return DrawCeremony.objects.filter(event=event, stage__in=OPEN).first()


def _failures_and_seal(ceremony: DrawCeremony) -> tuple[list[DrawCeremony], str]:
    """Return the attempts of a step that failed right before one, oldest first, and the seal before them. One query."""
    steps = list(DrawSeal.objects.filter(event_id=ceremony.event_id).select_related("ceremony").order_by("number"))
    own = next((index for index, step in enumerate(steps) if step.ceremony_id == ceremony.pk), len(steps))
    failures: list[DrawCeremony] = []
    for step in reversed(steps[:own]):
        if step.ceremony is None or step.act != DrawSeal.Act.FAILED or step.scope != ceremony.step:
            return failures, step.seal
        failures.insert(0, step.ceremony)
    return failures, protocol.NOTHING_BEFORE


def failures_before(ceremony: DrawCeremony) -> list[DrawCeremony]:
    """Return the attempts of the same step that failed, with nothing drawn since, oldest first. One query."""
    failures, _seal = _failures_and_seal(ceremony)
    return failures


def failed_attempts(event: Event) -> list[DrawCeremony]:
    """Return every failed attempt of an event, oldest first. One query."""
    return list(DrawCeremony.objects.filter(event=event, stage=Stage.FAILED).order_by("number"))


def day_seals(event: Event) -> list[DrawSeal]:
    """Return every step of the chain of an event's draws, oldest first. One query."""
    return list(DrawSeal.objects.filter(event=event).order_by("number"))


def day_seal(event: Event) -> str:
    """Return the last seal of an event's draws, before the first the anchor; empty before the draws are promised.

    Whoever has it on a paper, a mail or a photograph sees if an earlier draw is rewritten. One query.
    """
    sealed = DrawSeal.objects.filter(event=OuterRef("event")).order_by("-number")
    chain = DrawChain.objects.filter(event=event).annotate(last_seal=Subquery(sealed.values("seal")[:1])).first()
    return "" if chain is None else chain.last_seal or chain.anchor


def season_seals(season: Season) -> list[tuple[str, str]]:
    """Return the name of each homologated event of a season and the seal of its draws, by day. One query."""
    sealed = DrawSeal.objects.filter(event=OuterRef("event")).order_by("-number")
    chains = DrawChain.objects.filter(event__season=season, event__state=Event.State.HOMOLOGATED)
    chains = chains.filter(event__is_practice=False).annotate(last_seal=Subquery(sealed.values("seal")[:1]))
    chains = chains.select_related("event").order_by("event__first_day", "event__pk")
    return [(chain.event.name, chain.last_seal or chain.anchor) for chain in chains]


def present_players(event: Event) -> list[str]:
    """Return the ids of the players that a draw can concern, in the published order. One query."""
    states = (Entry.State.CHECKED_IN, Entry.State.PLAYING, Entry.State.LEFT)
    return [player_id(entry) for entry in Entry.objects.filter(event=event, state__in=states).order_by("number")]


def results_now(event: Event) -> str:
    """Return the hash of the results of an event's tables so far (docs/draws.md). One query."""
    places = Seat.objects.filter(round__event=event, place__isnull=False).select_related("round", "table", "entry")
    return protocol.results_hash(
        (round_scope(seat.round, seat.table.number), player_id(seat.entry), cast("int", seat.place))
        for seat in places.order_by("round__number", "table__number", "place", "position")
    )


def promised(event: Event, step: str) -> list[Draw]:
    """Return the draws that the ceremony of a step may make: committed to, and not made yet. Two queries."""
    last = Round.objects.last_round(event)
    undrawn = Draw.objects.filter(event=event, annulled_at=None, drawn_at=None).order_by("purpose", "scope")
    scopes: list[tuple[str | None, str]] = [(None, step)]
    if last is not None and not last.is_final:
        scopes.append((Draw.Purpose.STANDINGS_LOTS, round_scope(last)))
    return [
        draw
        for draw in undrawn
        if any(
            purpose in (None, draw.purpose) and (draw.scope == scope or draw.scope.startswith(f"{scope}/"))
            for purpose, scope in scopes
        )
    ]


def promises_now(event: Event, step: str) -> list[str]:
    """Return the promises of the draws that the ceremony of a step may make."""
    return [protocol.promise(draw.purpose, draw.scope, draw.commitment) for draw in promised(event, step)]


def may_give_part(entry: Entry) -> bool:
    """Return whether a player is present, and so may put a part into a draw."""
    return entry.state in (Entry.State.CHECKED_IN, Entry.State.PLAYING)


@dataclass(frozen=True, slots=True)
class CeremonyList:
    """An attempt with its parts, ready for the protocol.

    Arguments:
        record: as published; its root is right once the list is fixed, its server's seed is empty before the end.
        parts: in the order of the list; the nonces revealed so far in them.
    """

    ceremony: DrawCeremony
    record: protocol.Ceremony
    parts: tuple[protocol.Contribution, ...]

    @property
    def attempt(self) -> int:
        return len(self.record.failures) + 1

    @property
    def root(self) -> str:
        """Return the root of the list as it is now."""
        return protocol.list_root(self.record, self.ceremony.word, self.parts)

    @property
    def code(self) -> str:
        """Return the eight digits of the root that people compare: "7F3A 92C1"."""
        return f"{self.root[:4]} {self.root[4:8]}".upper()

    def as_stored(self) -> dict[str, Any]:
        """Return the fields ``ceremony`` and ``contributions`` of a draw's record."""
        written = {name: value for name, value in asdict(self.record).items() if value or name not in _OPTIONAL}
        written["failures"] = [asdict(failed) | {"missing": list(failed.missing)} for failed in self.record.failures]
        written |= {name: list(written[name]) for name in ("inputs", "promises", "witnesses") if name in written}
        return {"ceremony": written, "contributions": [asdict(part) for part in self.parts]}


def ceremony_list(ceremony: DrawCeremony, parts: Sequence[DrawPart] | None = None) -> CeremonyList:
    """Return an attempt with its list; two queries, one less with its parts given (with their entries).

    Three more while the list is open.

    While the list is open its inputs are those present now.
    """
    event = ceremony.event
    stored = list(ceremony.parts.select_related("entry")) if parts is None else list(parts)
    failures, before = _failures_and_seal(ceremony)
    is_fixed = ceremony.stage != Stage.COLLECTING
    record = protocol.Ceremony(
        event=event.slug,
        step=ceremony.step,
        number=ceremony.number,
        anchor=event.draw_chain.anchor,
        server_seed="",
        key=ceremony.key,
        before=before,
        failures=tuple(protocol.FailedAttempt(failed.root, tuple(failed.missing)) for failed in failures),
        inputs=tuple(ceremony.inputs if is_fixed else present_players(event)),
        root=ceremony.root,
        results=ceremony.results if is_fixed else results_now(event),
        promises=tuple(ceremony.promises if is_fixed else promises_now(event, ceremony.step)),
        witnesses=tuple(ceremony.witnesses),
        beacon=protocol.Beacon(**ceremony.beacon) if ceremony.beacon else None,
    )
    contributions = sorted(
        (protocol.Contribution(player_id(part.entry), part.nonce, part.commitment) for part in stored),
        key=lambda part: part.by,
    )
    return CeremonyList(ceremony, record, tuple(contributions))


def revealed(fixed: CeremonyList) -> CeremonyList:
    """Return a list with the server's seed of its number: public from then on."""
    seed = protocol.chain_seed(fixed.ceremony.event.draw_chain.secret, fixed.ceremony.number)
    return replace(fixed, record=replace(fixed.record, server_seed=seed))

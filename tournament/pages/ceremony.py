"""Data of a draw's ceremony for the desk, the board, the public page and the phones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.draws.ceremonies import CeremonyList, ceremony_list, failed_attempts, open_ceremony
from tournament.draws.selectors import step_title
from tournament.models import DrawCeremony, Entry, Event
from tournament.pages.event import shown_name
from tournament.people.selectors import player_id
from tournament.rounds.beacon import is_beacon_awaited, round_time

Stage = DrawCeremony.Stage


@dataclass(frozen=True, slots=True)
class CeremonyPage:
    """An open attempt as everybody sees it.

    Arguments:
        title: of the step, as text; listed: the list with its code.
        players: of everybody present: name, and whether the phone gave its part, or in the second stage revealed it;
            none for those without a part then.
        given: how many did; expected: of how many.
        until: when the present stage ends.
    """

    ceremony: DrawCeremony
    title: str
    listed: CeremonyList
    players: list[dict[str, Any]]
    given: int
    expected: int
    until: datetime | None

    @property
    def is_fixed(self) -> bool:
        """Return whether the list is fixed and the nonces are awaited."""
        return self.ceremony.stage == Stage.REVEALING

    @property
    def awaits_beacon(self) -> bool:
        """Return whether nothing is missing but the round of the public beacon that the list named."""
        return self.is_fixed and self.given == self.expected and is_beacon_awaited(self.ceremony)

    @property
    def left(self) -> int:
        """Return the seconds to the end of the stage, not below 0."""
        return max(0, round((self.until - timezone.now()).total_seconds())) if self.until else 0

    @property
    def until_ms(self) -> int:
        """Return the end of the stage in milliseconds since 1970."""
        return int(self.until.timestamp() * 1000) if self.until else 0

    @property
    def missing(self) -> list[str]:
        """Return the names of those who have not given their part."""
        return [player["name"] for player in self.players if not player["given"]]


def ceremony_page(event: Event, *, sees_names: bool = False) -> CeremonyPage | None:
    """Return the open attempt of an event; None if there is none (one query then, six otherwise)."""
    ceremony = open_ceremony(event)
    if ceremony is None:
        return None
    ceremony.event = event
    listed = ceremony_list(ceremony)
    committed = {part.by for part in listed.parts}
    done = {part.by for part in listed.parts if part.value}
    states = (Entry.State.CHECKED_IN, Entry.State.PLAYING)
    entries = Entry.objects.filter(event=event, state__in=states).select_related("person").order_by("number")
    is_fixed = ceremony.stage == Stage.REVEALING
    players = [
        {
            "name": shown_name(entry, sees_names=sees_names),
            "given": player_id(entry) in (done if is_fixed else committed),
        }
        for entry in entries
        if not is_fixed or player_id(entry) in committed
    ]
    page = CeremonyPage(
        ceremony=ceremony,
        title=step_title(ceremony.step),
        listed=listed,
        players=players,
        given=sum(1 for player in players if player["given"]),
        expected=len(players),
        until=ceremony.reveal_by if is_fixed else ceremony.closes_at,
    )
    if page.awaits_beacon and ceremony.beacon is not None:
        return replace(page, until=round_time(ceremony.beacon["round"]))
    return page


@dataclass(frozen=True, slots=True)
class FailedDraw:
    """An attempt that failed in public: when, of which step, and the names of those who did not reveal."""

    attempt: DrawCeremony
    title: str
    who: list[str]


def failed_draws(event: Event, *, sees_names: bool = False) -> list[FailedDraw]:
    """Return every failed attempt of an event, oldest first. One query, or two if a phone was missing."""
    attempts = failed_attempts(event)
    names: dict[str, str] = {}
    if any(attempt.missing for attempt in attempts):
        entries = event.entries.select_related("person")
        names = {player_id(entry): shown_name(entry, sees_names=sees_names) for entry in entries}
    return [
        FailedDraw(attempt, step_title(attempt.step), [names.get(player, player) for player in attempt.missing])
        for attempt in attempts
    ]

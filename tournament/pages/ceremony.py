"""Data of a draw's ceremony for the desk, the board, the public page and the phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draws.ceremonies import CeremonyList, ceremony_list, failed_attempts, failures_before, open_ceremony
from tournament.draws.selectors import left_out_sentence, step_title
from tournament.models import DrawCeremony, Entry, Event
from tournament.pages.board_names import name_parts
from tournament.pages.event import shown_name
from tournament.people.selectors import player_id
from tournament.rounds.beacon import is_beacon_awaited, round_time

Stage = DrawCeremony.Stage


@dataclass(frozen=True, slots=True)
class FailedDraw:
    """An attempt that failed in public: when, of which step, and the names of those who did not reveal."""

    attempt: DrawCeremony
    title: str
    who: list[str]

    @property
    def reason(self) -> str:
        """Return why it failed, as the end of a sentence."""
        if self.who:
            return _("not revealed by the phone of %(who)s.") % {"who": ", ".join(self.who)}
        if self.attempt.beacon and not self.attempt.beacon["signature"]:
            return _("stopped, or the round of the public beacon did not come.")
        return _("stopped, or the players changed.")


def _with_names(event: Event, attempts: Sequence[DrawCeremony], *, sees_names: bool) -> list[FailedDraw]:
    """Return failed attempts with the names of those who did not reveal. One query if somebody did not."""
    names: dict[str, str] = {}
    if any(attempt.missing for attempt in attempts):
        entries = event.entries.select_related("person")
        names = {player_id(entry): shown_name(entry, sees_names=sees_names) for entry in entries}
    return [
        FailedDraw(attempt, step_title(attempt.step), [names.get(player, player) for player in attempt.missing])
        for attempt in attempts
    ]


def failed_draws(event: Event, *, sees_names: bool = False) -> list[FailedDraw]:
    """Return every failed attempt of an event, oldest first. One query, or two if a phone was missing."""
    return _with_names(event, failed_attempts(event), sees_names=sees_names)


def failed_before(ceremony: DrawCeremony, *, sees_names: bool = False) -> list[FailedDraw]:
    """Return the attempts of the same step that failed before this one. One query, or two; none for the day's first."""
    attempts = failures_before(ceremony) if ceremony.number > 1 else []
    return _with_names(ceremony.event, attempts, sees_names=sees_names)


@dataclass(frozen=True, slots=True)
class CeremonyPage:
    """An open attempt as everybody sees it.

    Arguments:
        title: of the step, as text; listed: the list with its code.
        players: of everybody present who may have a part: name, its public parts for the live board, and whether the
            phone gave it, or in the second stage revealed it; none for those without a part then.
        given: how many did; expected: of how many.
        until: when the present stage ends.
        failures: the attempts of the same step that failed before.
    """

    ceremony: DrawCeremony
    title: str
    listed: CeremonyList
    players: list[dict[str, Any]]
    given: int
    expected: int
    until: datetime | None
    failures: list[FailedDraw]

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

    @property
    def left_out(self) -> str:
        """Return the sentence that names who has no part because an attempt failed for lack of it; mostly empty."""
        names = dict.fromkeys(name for failed in self.failures for name in failed.who)
        return left_out_sentence(", ".join(names)) if names else ""


def ceremony_page(event: Event, *, sees_names: bool = False) -> CeremonyPage | None:
    """Return the open attempt of an event; None if there is none (one query then, six to eight otherwise)."""
    ceremony = open_ceremony(event)
    if ceremony is None:
        return None
    ceremony.event = event
    listed = ceremony_list(ceremony)
    committed = {part.by for part in listed.parts}
    done = {part.by for part in listed.parts if part.value}
    failures = failed_before(ceremony, sees_names=sees_names)
    # Who failed an attempt of this step has no part in its repetition: nobody waits for them.
    out = {player for failed in failures for player in failed.attempt.missing}
    states = (Entry.State.CHECKED_IN, Entry.State.PLAYING)
    entries = Entry.objects.filter(event=event, state__in=states).select_related("person").order_by("number")
    is_fixed = ceremony.stage == Stage.REVEALING
    players = [
        {
            "name": shown_name(entry, sees_names=sees_names),
            "parts": name_parts(entry),
            "given": player_id(entry) in (done if is_fixed else committed),
        }
        for entry in entries
        if player_id(entry) in committed or not (is_fixed or player_id(entry) in out)
    ]
    page = CeremonyPage(
        ceremony=ceremony,
        title=step_title(ceremony.step),
        listed=listed,
        players=players,
        given=sum(1 for player in players if player["given"]),
        expected=len(players),
        until=ceremony.reveal_by if is_fixed else ceremony.closes_at,
        failures=failures,
    )
    if page.awaits_beacon and ceremony.beacon is not None:
        return replace(page, until=round_time(ceremony.beacon["round"]))
    return page

"""The chronicle of a game: what was decided and what happened, in parts with headings, as one pair of eyes saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chapters import is_heading, to_visitor

#: Parts that a page shows, and steps among which they are looked for.
PARTS = 6
MOST_STEPS = 300


@dataclass(slots=True)
class Part:
    """A turn, or a trick, of the chronicle.

    Arguments:
        heading: whose turn it is. entries: sentences, each with the address of its step or "", whether it is the step
            shown, and whether it is new to the visitor.
    """

    heading: str
    entries: list[dict[str, Any]] = field(default_factory=list)

    def add(self, texts: Iterable[str], *, is_new: bool, address: str = "", now: bool = False) -> None:
        """Append what happened."""
        self.entries += [{"words": text, "address": address, "now": now, "is_new": is_new} for text in texts]


@dataclass(frozen=True, slots=True)
class Chronicler:
    """Tells the steps of a game.

    Arguments:
        adapter: of the game. edition, language: of its words. eyes: the seat that looks, None sees all.
        players: the names in the record. names: those that the page shows.
        visitor: the seat that is spoken to, None if none is.
    """

    adapter: Any
    edition: str
    language: str
    eyes: int | None
    players: Sequence[str]
    names: Sequence[str]
    visitor: int | None = None

    def parts(self, steps: Sequence[Any], address: Callable[[int], str], shown: int) -> list[Part]:
        """Return the last parts up to a step, the latest first, each with its latest sentence first."""
        parts: list[Part] = []
        last = self._last_own(steps)
        key: tuple[int, ...] | None = None
        for step in steps[max(0, shown - MOST_STEPS) : shown + 1]:
            chapter, heading = self.adapter.chapter(step, self.names)
            events, is_new = list(self._events(step)), self.visitor is not None and step.number > last
            begins = next((place for place, text in enumerate(events) if is_heading(text)), 0)
            if parts and chapter != key:
                # What came before the sentence that begins a turn ends the turn before.
                parts[-1].add(self._told(events[:begins]), is_new=is_new)
                events = events[begins:]
            if chapter != key:
                key = chapter
                parts.append(Part(heading))
            parts[-1].add(self._told(events), is_new=is_new)
            if words := self.decision(step):
                now = step.number == shown
                parts[-1].add([words], is_new=is_new, address=address(step.number), now=now)
        told = [part for part in parts if part.entries][-PARTS:][::-1]
        for part in told:
            part.entries.reverse()
        return told

    def since(self, steps: Sequence[Any]) -> list[tuple[int, str]]:
        """Return what the other seats did since the visitor's last decision: the seat and the sentence."""
        return [
            (step.seat, words)
            for step in steps[self._last_own(steps) + 1 :]
            if step.seat not in (None, self.visitor) and (words := self.decision(step))
        ]

    def _last_own(self, steps: Sequence[Any]) -> int:
        """Return the number of the visitor's last decision; -1 before the first."""
        own = (step.number for step in reversed(steps) if step.seat == self.visitor and step.choice is not None)
        return next(own, -1)

    def decision(self, step: Any) -> str:
        """Return a decision in words, without a question that the engine repeats; "" if nothing was done."""
        if step.choice is None or self.adapter.is_nothing(step):
            return ""
        words = str(self.adapter.line_words(step, self.eyes, self.language))
        name = self.players[step.seat]
        if not words.startswith(f"{name}. "):
            return self._spoken(words)
        answer = self.adapter.answer_words(step, step.choice, self.edition, self.names)
        deed: str = self.adapter.deed(step, name, answer)
        if deed.startswith(f"{name}:"):
            return f"{self.names[step.seat]}{deed.removeprefix(name)}"
        return self._spoken(deed)

    def _told(self, events: Iterable[str]) -> list[str]:
        """Return what happened as the visitor reads it, without the sentence that a heading says."""
        return [self._spoken(text) for text in events if not is_heading(text)]

    def _spoken(self, text: str) -> str:
        return text if self.visitor is None else to_visitor(text, self.players[self.visitor], self.language)

    def _events(self, step: Any) -> Iterator[str]:
        """Yield what happened before a step, as the eyes saw it."""
        hidden = step.hidden or (None,) * len(step.before)
        for text, version in zip(step.before, hidden, strict=True):
            seen = text if version is None or self.eyes is None or self.eyes == version[0] else version[1]
            yield seen[self.language]

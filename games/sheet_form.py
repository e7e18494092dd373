"""Score sheets as form fields: the interface of each game's ``form`` module towards the event's pages.

Besides :class:`Layout` such a module has ``MODES`` and ``DEFAULT_MODE`` (how much a table reports), ``FIXABLE`` (codes
of findings whose bound a button may enter), ``from_setup(setup)`` (what the event knows already), ``layout(setup,
mode, edition)``, ``to_sheet``, ``to_values``, ``in_mode`` and ``field_of(path)``.

A module may also have, for live feedback while the user types:

``follows(sheet, setup, players, edition)``
    field name -> text, for fields with ``follows`` whose number the others determine; ``sheet`` as ``check`` returns
    it.
``notes(sheet, players, edition)``
    group -> text beside it, e.g. how many tricks of the round have been entered.
``group_of(path)``
    the group that a finding's path belongs to, empty for none.
``unused(values, mode, players)``
    names of the fields that nothing entered so far uses, e.g. what another mission counts: the page leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the form.

    Arguments:
        name: within a seat, e.g. ``"copper"``; for fields of the table the full name, e.g. ``"t_copper"``.
        label: in the requested edition; empty if the page has its own label for it.
        tint: the colour of its label: copper, argent, gold, victory, curse or empty.
        kind: ``"number"``, ``"text"``, ``"choice"`` (of ``options``) or ``"seat"`` (one of the table's seats, from 1).
        options: value and label of each choice.
        group: the heading under which it is shown, e.g. a round; empty for none.
        rare: seldom filled in: the page collapses it. follows: the page shows what the other fields determine it to be.
    """

    name: str
    label: str
    tint: str = ""
    kind: str = "number"
    options: tuple[tuple[str, str], ...] = ()
    group: str = ""
    rare: bool = False
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The form of a table.

    Arguments:
        mode: one of the game's MODES.
        counted: numbers counted for every player; written: other values entered for every player. table: fields of the
            table. tie: numbers counted only for players who are equal on the written ones.
    """

    mode: str
    counted: tuple[Field, ...]
    written: tuple[Field, ...]
    table: tuple[Field, ...] = ()
    tie: tuple[Field, ...] = ()


class SheetForm(Protocol):
    """Interface of a game's module that turns its score sheet into form fields and back.

    ``MODES`` holds the entry modes, ``ENDS`` the ways in which a game ends, ``FIXABLE`` the codes of findings whose
    correct number is known.
    """

    @property
    def MODES(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def DEFAULT_MODE(self) -> str: ...  # noqa: N802

    @property
    def ENDS(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def FIXABLE(self) -> frozenset[str]: ...  # noqa: N802

    def from_setup(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of a sheet that follows from the round's set-up."""

    def layout(self, setup: Mapping[str, Any], mode: str, edition: str) -> Layout:
        """Return the fields of the form in one entry mode."""

    def to_sheet(
        self, values: Mapping[str, str], setup: Mapping[str, Any], players: int, *, complete: bool
    ) -> dict[str, Any]:
        """Return the sheet of the texts by field name."""

    def in_mode(self, values: Mapping[str, str], setup: Mapping[str, Any], players: int, mode: str) -> dict[str, str]:
        """Return the texts by field name for another entry mode, with the numbers that follow from the details."""

    def mode_of(self, sheet: Mapping[str, Any]) -> str:
        """Return the entry mode that shows everything a sheet holds."""

    def to_values(self, sheet: Mapping[str, Any]) -> dict[str, str]:
        """Return the texts by field name of a sheet."""

    def field_of(self, path: str) -> str:
        """Return the name of the field for a finding's path; empty if it has none."""


class CardReader(Protocol):
    """A form of a game whose cards can be typed by name."""

    def read_cards(self, text: str) -> list[str]:
        """Return the code names of the cards named in a text. Raises GameError for an unknown name."""


def parse_number(text: str | None) -> Any:
    """Parse a number; return None for an empty input, and any other input unchanged."""
    clean = (text or "").strip().replace("−", "-")
    if not clean:
        return None
    return int(clean) if re.fullmatch(r"[+-]?\d{1,12}", clean) else clean


def parse_numbers(values: Mapping[str, str], prefix: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the numbers of the fields ``PREFIX_NAME`` by name, without those left empty."""
    numbers = {name: parse_number(values.get(f"{prefix}_{name}")) for name in names}
    return {name: number for name, number in numbers.items() if number is not None}

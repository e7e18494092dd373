"""The score sheet of a game as the fields of a form: what each game's ``form`` module gives to the event's pages.

Besides :class:`Layout` such a module has ``MODES`` and ``DEFAULT_MODE`` (how much a table reports), ``FIXABLE`` (codes
of findings whose bound a button may write), ``FILLED`` (numbers that may be filled in from the others when the mode
changes), ``from_setup(setup)`` (what the event knows already), ``layout(setup, mode, edition)``, ``to_sheet``,
``to_values`` and ``field_of(path)``.

A module may also have, for what the page says while somebody is typing:

``follows(sheet, setup, players, edition)``
    field name -> words, for fields with ``follows`` whose number the others give; ``sheet`` as ``check`` returns it.
``notes(sheet, players, edition)``
    group -> words beside it, e.g. how many tricks of the round are told.
``group_of(path)``
    the group that a finding's path speaks of, empty for none.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the form.

    Arguments:
        name: within a seat, e.g. ``"copper"``; of the table's fields the whole name, e.g. ``"t_copper"``.
        label: in the edition asked for; empty where the page has a word of its own for it.
        tint: what colours its label: copper, argent, gold, victory, curse or empty.
        kind: ``"number"``, ``"text"``, ``"choice"`` (of ``options``) or ``"seat"`` (one of the table's seats, from 1).
        options: value and words of each choice.
        group: the heading under which it stands, e.g. a round; empty for none.
        rare: seldom filled in: the page shows it folded. follows: the page says what it must be by the other fields.
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
        counted: what is counted of every player; written: what is written beside it. table: fields of the whole table.
    """

    mode: str
    counted: tuple[Field, ...]
    written: tuple[Field, ...]
    table: tuple[Field, ...] = ()

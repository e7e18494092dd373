"""Read packs of figures for pages and rounds, and serve as the games' database source of packs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from games import packs, registry
from games.game import UnknownName
from games.packs import Figure, PackFormat
from tournament.models import CardPack, Event, Round, Table
from tournament.models.accounts import account_name

#: Pattern of valid version names; no other name is looked up in the database.
NAME_PATTERN: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
MAX_NAME_LENGTH: Final = 60


class DatabasePackSource:
    """Source of packs in the database, with the interface that ``games.packs`` expects.

    A version never changes, so its text is cached. A version read inside a transaction may still be rolled back: it is
    not cached.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}

    def text(self, game: str, name: str) -> str | None:
        """Return the pack of a version as its file's text; None if there is none."""
        if len(name) > MAX_NAME_LENGTH or not NAME_PATTERN.fullmatch(name):
            return None
        known = self._texts.get((game, name))
        if known is not None:
            return known
        stored_text = CardPack.objects.filter(game=game, name=name).values_list("text", flat=True).first()
        if stored_text is not None and not connection.in_atomic_block:
            self._texts[game, name] = stored_text
        return stored_text

    def names(self, game: str) -> tuple[str, ...]:
        """Return the names of the stored versions of a game, sorted."""
        return tuple(CardPack.objects.filter(game=game).order_by("name").values_list("name", flat=True))


DATABASE_PACK_SOURCE: Final = DatabasePackSource()


@dataclass(frozen=True, slots=True)
class PackSummary:
    """Summary of a version of a game's figures.

    Arguments:
        game: its slug. name: of the version. is_printed: whether its figures are those of the printed cards.
        counts: figures by provenance, empty if not computed. made_by, made_at, based_on, note: of a version created
            here.
    """

    game: str
    name: str
    is_printed: bool
    counts: dict[str, int]
    made_by: str = ""
    made_at: datetime | None = None
    based_on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PackDetails:
    """A version with its figures, for its page."""

    line: PackSummary
    format: PackFormat
    text: str
    figures: tuple[Figure, ...]


def game_for_pack(name: str) -> str | None:
    """Return the game whose version names have this name's prefix; None if there is none."""
    for slug in registry.with_packs():
        game_packs = registry.packs(slug)
        if game_packs is not None and name.startswith(f"{game_packs.prefix}-"):
            return slug
    return None


def pack_details(name: str) -> PackDetails | None:
    """Return a version by its name; None if there is none."""
    game = game_for_pack(name)
    pack = registry.packs(game) if game else None
    if game is None or pack is None:
        return None
    row = CardPack.objects.select_related("made_by").filter(game=game, name=name).first()
    try:
        text = row.text if row is not None else pack.text(name)
    except UnknownName:
        return None
    figures = pack.figures(text)
    return PackDetails(_summarize(game, pack, name, text, figures, row), pack, text, figures)


def _summarize(
    game: str, pack: PackFormat, name: str, text: str, figures: tuple[Figure, ...], row: CardPack | None
) -> PackSummary:
    counts = packs.provenance_counts(figures)
    if row is None:
        return PackSummary(game, name, pack.is_printed(text), counts)
    return PackSummary(
        game=game,
        name=name,
        is_printed=row.is_printed,
        counts=counts,
        made_by=account_name(row.made_by) if row.made_by else "",
        made_at=row.made_at,
        based_on=row.based_on,
        note=row.note,
    )


def pack_summaries(game: str) -> list[PackSummary]:
    """Return every version of a game with its counts: those shipped with it, then those created here, newest first."""
    pack = registry.packs(game)
    if pack is None:
        return []
    texts: list[tuple[str, str, CardPack | None]] = [(name, pack.text(name), None) for name in pack.shipped()]
    texts += [(row.name, row.text, row) for row in CardPack.objects.select_related("made_by").filter(game=game)]
    return [_summarize(game, pack, name, text, pack.figures(text), row) for name, text, row in texts]


def all_pack_summaries() -> list[PackSummary]:
    """Return every version of every game that has packs, as :func:`pack_lines`. One query per game."""
    return [line for game in registry.with_packs() for line in pack_summaries(game)]


def pack_choices(game: str) -> list[tuple[str, bool]]:
    """Return the versions that an event of a game can choose: name, and whether it is the printed one; newest first."""
    pack = registry.packs(game)
    if pack is None:
        return []
    created_here = CardPack.objects.filter(game=game).values_list("name", "is_printed")
    return [*created_here, *((name, pack.is_printed(pack.text(name))) for name in pack.shipped())]


def chosen_pack(event: Event) -> str:
    """Return the version that the event's next round is checked against; empty for a game without packs."""
    pack = registry.packs(event.game)
    if pack is None:
        return ""
    return event.pack or pack.default


def round_setup(event: Event) -> dict[str, Any]:
    """Return the event's options that a round of a game without a kingdom stores when it is drawn."""
    name = chosen_pack(event)
    options: dict[str, Any] = event.game_options
    return ({"pack": name} if name else {}) | options


def _find_summary(game: str, name: str) -> PackSummary | None:
    pack = registry.packs(game)
    if pack is None or not name:
        return None
    try:
        return PackSummary(game, name, pack.is_printed(pack.text(name)), {})
    except UnknownName:
        return None


def pack_of_event(event: Event) -> PackSummary | None:
    """Return the version that the event's next round is checked against, without counts.

    None if the game has no packs.
    """
    return _find_summary(event.game, chosen_pack(event))


def pack_of_round(game_round: Round) -> PackSummary | None:
    """Return the version that a round's sheets are checked against; the default for a round older than packs."""
    return pack_of_setup(game_round.event.game, game_round.setup)


def pack_of_setup(game: str, setup: Mapping[str, Any]) -> PackSummary | None:
    """Return the version that a set-up names, without counts, else the default; None if the game has no packs."""
    pack = registry.packs(game)
    return None if pack is None else _find_summary(game, setup.get("pack", pack.default))


def pack_of_table(table: Table) -> PackSummary | None:
    """Return the version that the table's confirmed sheet was checked against, else that of its round."""
    confirmed = next((sheet for sheet in table.sheets.all() if sheet.state == "confirmed"), None)
    pack_name = confirmed.data.get("pack") if confirmed is not None else None
    return (
        _find_summary(table.round.event.game, pack_name) if isinstance(pack_name, str) else pack_of_round(table.round)
    )

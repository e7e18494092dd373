"""Tables and cards of a season: who wins by seat, how long games are, how often a card is drawn and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games import registry
from ranking.statistics.figures import USUAL_SIZE, Share, distribution, quantile

#: Fewer tables of four than this give no share of the first player for a card.
FEWEST_TABLES = 40


def shown_cards(game: str, codes: Iterable[str], language: str) -> dict[str, Any]:
    """Return cards of a game as pages show them (name, cost, tincture), by code.

    Arguments:
        language: ``"it"`` for the names of the regulation, ``"en"`` for the English ones.
    """
    display = registry.get(game).display
    cards = display.setup_cards({"drawn": list(codes)}, display.edition_of(language, "regulation"))
    return {card.code: card for card in cards}


@dataclass(frozen=True, slots=True)
class TableSize:
    """The tables of one size, with the wins of each seat."""

    size: int
    tables: int
    seats: list[Share]


def seats_by_size(figures: Mapping[str, int]) -> list[TableSize]:
    """Return who won at the tables of each size, most players first."""
    sizes = distribution(figures, "size")
    return [
        TableSize(
            size,
            tables,
            [Share(seat, tables, figures.get(f"win:{size}:{seat}", 0), 1 / size) for seat in range(1, size + 1)],
        )
        for size, tables in sorted(sizes.items(), reverse=True)
    ]


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card of the season.

    Arguments:
        card: as :func:`shown_cards`.
        drawn: kingdoms with it; ``drawn_share``: of all kingdoms.
        games: tables that had it.
        points, turns: medians of their winners; None where no sheet holds them.
        first: wins of the first player at tables of four; None if there are too few.
    """

    card: Any
    drawn: int
    drawn_share: float
    games: int
    points: int | None
    turns: int | None
    first: Share | None


def card_figures(figures: Mapping[str, int], game: str, language: str) -> list[CardFigures]:
    """Return the cards drawn in a season, the most frequent first."""
    kingdoms = figures.get("kingdoms", 0)
    drawn = {key.removeprefix("drawn:"): count for key, count in figures.items() if key.startswith("drawn:")}
    rows = []
    for code, card in shown_cards(game, drawn, language).items():
        four = figures.get(f"card:{code}:four", 0)
        rows.append(
            CardFigures(
                card=card,
                drawn=drawn[code],
                drawn_share=drawn[code] / kingdoms,
                games=figures.get(f"card:{code}:tables", 0),
                points=quantile(distribution(figures, f"card:{code}:best")),
                turns=quantile(distribution(figures, f"card:{code}:turns")),
                first=Share(code, four, figures.get(f"card:{code}:first", 0), 1 / USUAL_SIZE)
                if four >= FEWEST_TABLES
                else None,
            )
        )
    return sorted(rows, key=lambda row: (-row.drawn, row.card.name))


def ends(figures: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return how games ended, the most frequent end first: code and number of tables."""
    counts = [(key.removeprefix("end:"), count) for key, count in figures.items() if key.startswith("end:")]
    return sorted(counts, key=lambda end: (-end[1], end[0]))

"""Build papers that belong to no event: blank score forms of every game, and the set-up of a table of Dominion."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games import registry
from games.dominion.display import card_name, edition_of, setup_sizes
from tournament.models.season import game_name
from tournament.printing.documents import LETTERS
from tournament.printing.render import pdf
from tournament.regulation.parameters import TABLE_SIZE, Regulation

#: The piles of a table, in the order in which they are laid out.
_PILES = ("copper", "silver", "gold", "estate", "duchy", "province", "curse")


def blank_form(game: str, players: int, language: str) -> bytes:
    """Build the score form of a table of any event, to be filled in by hand. One page."""
    rules = registry.get(game)
    names = rules.display.edition_of(language, "regulation")
    chain = [criterion.name for criterion in rules.chain][1:]
    with translation.override(language):
        name = game_name(game)
    context = {
        **rules.display.blank_paper(names),
        "blank": True,
        "game_name": name,
        "form": {"seats": [{"position": number} for number in range(1, players + 1)]},
        "help": list(zip(LETTERS, [*chain, "lot"], strict=False)),
    }
    return pdf(f"print/forms/{game}.html", context, language, pages=1)


def setup_sheet(regulation: Regulation, language: str) -> bytes:
    """Build the sheet that lies on a table of Dominion before a game: the piles, by number of players."""
    names = edition_of(language, "regulation")
    sizes = [setup_sizes(players) for players in registry.get("dominion").players if players <= TABLE_SIZE]
    piles = [{"name": card_name(pile, names), "sizes": [_size(size, pile) for size in sizes]} for pile in _PILES]
    context = {"sizes": sizes, "piles": piles, "numbers": regulation}
    return pdf("print/setup_sheet.html", context, language)


def _size(sizes: dict[str, Any], pile: str) -> int:
    """Return the cards of a pile; Victory cards have one size."""
    return int(sizes.get(pile, sizes["victory"]))

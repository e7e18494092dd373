"""The page that sets up a visitor's own game: games with their arms, seats, and the cards of every kingdom on offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from django.utils.translation import gettext_lazy

from games import registry
from games.dominion.cards import KINGDOM, MOAT, SUGGESTED_KINGDOMS

from . import arms
from .card import Card
from .dominion import card
from .kingdoms import PlayedKingdom, by_cost
from .opponents import STRENGTHS

#: What is said about each game, with three arms that stand for it.
_GAMES: dict[str, tuple[Any, tuple[arms.Arms, ...]]] = {
    "dominion": (
        gettext_lazy("2 to 4 players, about 30 minutes. First edition, 25 cards."),
        tuple(arms.of_dominion(name) for name in ("militia", "province", "gold")),
    ),
    "megalomania": (
        gettext_lazy("2 to 4 players, about 40 minutes. Tricks, missions, powers and scrolls."),
        tuple(arms.of_megalomania(name) for name in ("red_knight", "blue_oracle", "black_assassin")),
    ),
    "era_of_kingdoms": (
        gettext_lazy("1 to 4 players, about 50 minutes. Eight lands, three persons, three ages."),
        (arms.of_era("field", "land", 0), arms.of_era("pop3", "land", 3), arms.of_era("forest", "land", 1)),
    ),
}


class Lobby(Protocol):
    """The part of the form that the page reads."""

    def chosen(self, name: str) -> Any: ...
    def by_lot(self) -> tuple[str, ...]: ...
    @property
    def rounds(self) -> Sequence[PlayedKingdom]: ...
    @property
    def fields(self) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...


def lobby(form: Lobby, language: str) -> dict[str, Any]:
    """Return the context of the page."""
    edition = registry.get("dominion").display.edition_of(language, "regulation")

    def shown(kingdom: Sequence[str]) -> list[Card]:
        return [card(name, 10, edition) for name in by_cost(kingdom)]

    chosen_round = form.chosen("round")
    names = dict(form.fields["kingdom"].choices)
    return {
        "games": [
            {"slug": slug, "name": registry.get(slug).names[language], "words": words, "arms": drawn}
            for slug, (words, drawn) in _GAMES.items()
        ],
        "seats": [(number, form[f"seat_{number}"], form[f"name_{number}"]) for number in range(1, 5)],
        "way": form.chosen("way"),
        "ways": form.fields["way"].choices,
        "suggested": [
            (slug, names[slug], [each.name for each in shown(kingdom)]) for slug, kingdom in SUGGESTED_KINGDOMS.items()
        ],
        "round_cards": next((shown(each.cards) for each in form.rounds if each.value == chosen_round), []),
        "lot_cards": shown(form.by_lot()),
        "moat": MOAT,
        "cards": [card(name, 10, edition) for name in KINGDOM],
        "ticked": form["cards"].value() or (),
        "strengths": [(name, words) for name, words in reversed(STRENGTHS.values())],
    }

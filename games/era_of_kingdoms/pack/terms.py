"""Display names of the tables, columns and words of a pack of cards."""

from __future__ import annotations

from typing import Final

from ..labels import LABELS

WORDS: Final[dict[str, dict[str, str]]] = {
    "base": {"it": "Mazzo base", "en": "Base deck"},
    "medium": {"it": "Mazzo medio", "en": "Medium deck"},
    "advanced": {"it": "Mazzo avanzato", "en": "Advanced deck"},
    "name_it": {"it": "Nome italiano", "en": "Italian name"},
    "name_en": {"it": "Nome inglese", "en": "English name"},
    "count": {"it": "Copie", "en": "Copies"},
    "level": {"it": "Livello", "en": "Level"},
    "icon": {"it": "Icona", "en": "Icon"},
    "resource": {"it": "Risorsa", "en": "Resource"},
    "amount": {"it": "Produce", "en": "Provides"},
    "wild": {"it": "A scelta", "en": "Of choice"},
    "cost_food": {"it": "Costo: cibo", "en": "Cost: food"},
    "cost_wood": {"it": "Costo: legno", "en": "Cost: wood"},
    "cost_metal": {"it": "Costo: metallo", "en": "Cost: metal"},
    "cost_population": {"it": "Costo: popolazione", "en": "Cost: population"},
    "victory_points": {"it": "PV", "en": "VP"},
    "attack": {"it": "Attacco", "en": "Attack"},
    "defence": {"it": "Difesa", "en": "Defence"},
    "hand": {"it": "Mano in più", "en": "More in hand"},
    "value": {"it": "Forza", "en": "Strength"},
    "icon.base": {"it": "base", "en": "base"},
    "icon.stack": {"it": "da sovrapporre", "en": "to be stacked"},
    "icon.none": {"it": "nessuna", "en": "none"},
    "resource.none": {"it": "nessuna", "en": "none"},
    **{
        f"resource.{name}": {language: LABELS[name][language].lower() for language in ("it", "en")}
        for name in ("food", "wood", "metal", "population")
    },
}


def label(code: str, language: str) -> str:
    """Return the display name of a group, a column, or an option ``column.option``; an unknown code unchanged."""
    return WORDS[code][language] if code in WORDS else code

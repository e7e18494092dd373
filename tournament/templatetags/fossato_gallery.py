"""Invented data for components/gallery.html, the page that shows every component in every state."""

from __future__ import annotations

from typing import Any

from django import forms, template

from tournament.pages.labels import DECIDED_BY
from tournament.results.tie_break_explanation import Pair, explain_tie_breaks

from ._icons import ICONS
from ._words import EVENT_STATES, ROUND_STATES

register = template.Library()


class GalleryForm(forms.Form):
    """One field of each kind; gallery_facts binds invalid data, so that every error is shown."""

    name = forms.CharField(label="Nome del torneo", help_text="Come comparirà sulla pagina pubblica.")
    place = forms.CharField(label="Luogo")
    seats = forms.IntegerField(label="Posti", max_value=64, required=False)
    fascia = forms.ChoiceField(label="Fascia", choices=[("I", "Fascia I"), ("II", "Fascia II"), ("III", "Fascia III")])
    game = forms.ChoiceField(
        label="Gioco", widget=forms.RadioSelect, choices=[("dominion", "Dominion"), ("megalomania", "Megalomania")]
    )
    notes = forms.CharField(label="Note", required=False, widget=forms.Textarea)
    consent = forms.BooleanField(label="Ho letto il regolamento", help_text="La versione 2.0.")


NAMES = ("Marta Černigoj", "Elisa Dell’Orto", "Lucia Fumagalli", "Leonardo Colò")

TILES: list[dict[str, Any]] = [
    {"number": 1, "state": "playing", "seats": [{"name": name} for name in NAMES]},
    {"number": 2, "state": "playing", "called": True, "url": "#", "seats": [{"name": name} for name in NAMES]},
    {"number": 3, "state": "submitted", "seats": [{"name": name} for name in NAMES[:3]]},
    {
        "number": 4,
        "state": "confirmed",
        "seats": [{"name": name, "place": 3 - at, "me": at == 1} for at, name in enumerate(NAMES[:3])],
    },
    {"number": 5, "name": "Finale", "state": "playing", "seats": [{"name": name} for name in NAMES]},
]

CARDS: list[dict[str, Any]] = [
    {"name": name, "cost": cost, "types": types, "order": order}
    for name, cost, types, order in (
        ("Fossato", 2, ["action", "reaction"], 10),
        ("Sotterraneo", 2, ["action"], 4),
        ("Officina", 3, ["action"], 7),
        ("Villaggio", 3, ["action"], 1),
        ("Fucina", 4, ["action"], 9),
        ("Giardini", 4, ["victory"], 5),
        ("Milizia", 4, ["action", "attack"], 8),
        ("Laboratorio", 5, ["action"], 2),
        ("Mercato", 5, ["action"], 6),
        ("Strega", 5, ["action", "attack"], 3),
    )
]

#: Examples of places decided by points, by turns and by lot.
PAIRS: list[Pair] = explain_tie_breaks(
    [
        {
            "place": place,
            "name": NAMES[place - 1],
            "decided_by": decided_by,
            "cells": [{"name": name, "value": value} for name, value in values.items()],
        }
        for place, decided_by, values in (
            (1, "points", {"points": 33, "turns": 20, "gold": 3, "coins": 24, "actions": 6, "lot": None}),
            (2, "turns", {"points": 27, "turns": 19, "gold": 3, "coins": 22, "actions": 5, "lot": None}),
            (3, "lot", {"points": 27, "turns": 20, "gold": 2, "coins": 20, "actions": 4, "lot": 1}),
            (4, "lot", {"points": 27, "turns": 20, "gold": 2, "coins": 20, "actions": 4, "lot": 2}),
        )
    ],
    ["points", "turns", "gold", "coins", "actions", "lot"],
)

STEPS: list[dict[str, Any]] = [
    {"label": "Annunciato", "when": "12 giugno", "state": "done"},
    {"label": "Autorizzato", "when": "14 giugno", "state": "done"},
    {"label": "1º turno", "when": "10:12", "state": "done"},
    {"label": "2º turno", "when": "11:31", "state": "done"},
    {"label": "3º turno", "when": "dalle 14:40", "state": "now"},
    {"label": "Finale", "when": "circa 16:00", "state": "todo"},
    {"label": "Rapporto", "when": "entro il 10 luglio", "state": "todo"},
]


def _row(place: int, name: str, record: str, decided_by: str, tie: str = "", **more: Any) -> dict[str, Any]:
    wins, seconds, thirds = (int(digit) for digit in record)
    facts = {"place": place, "name": name, "wins": wins, "seconds": seconds, "thirds": thirds}
    return {**facts, "decided_by": decided_by, "tie": tie, "last": f"Tavolo {(place + 3) // 4}", **more}


STANDINGS: list[dict[str, Any]] = [
    _row(1, "Elisa Dell’Orto", "200", "wins", url="#"),
    _row(2, "Marta Černigoj", "110", "lot", "a"),
    _row(3, "Leonardo Colò", "110", "lot", "a", me=True),
    _row(4, "Lucia Fumagalli", "110", "lot", "a"),
    _row(5, "Samuele Zanchi", "110", "lot", "a"),
    _row(6, "Matteo Pesenti", "101", "lot", "b", anonymous=True),
    _row(7, "Giada Locatelli", "101", "lot", "b"),
    _row(8, "Ilaria Bonfanti", "020", "seconds"),
    _row(9, "Beatrice Moioli", "002", "thirds"),
]

FINDINGS: list[dict[str, Any]] = [
    {
        "severity": "error",
        "sentence": "Le carte fanno 30 PT, non 33.",
        "detail": "3 Proprietà, 3 Ducati e 3 Province: 3 + 9 + 18.",
        "article": "2.3",
        "article_url": "#",
        "fixes": [{"label": "Scrivi 30", "name": "fix", "value": "30"}, {"label": "Riconto le carte", "url": "#"}],
    },
    {"severity": "warning", "sentence": "La seconda cambia i tavoli del 3º turno.", "detail": "Decidi se regge."},
    {"severity": "note", "sentence": "Il modulo è stato scritto due volte, uguale.", "article": "1.5"},
]

JOBS: list[dict[str, Any]] = [
    {"id": 1, "label": "Moduli del 3º turno", "state": "queued"},
    {"id": 2, "label": "Moduli della finale e diplomi", "state": "running", "done": 3, "total": 5, "unit": "pagine"},
    {"id": 3, "label": "Moduli del 2º turno", "state": "done", "done": 6, "total": 6, "unit": "pagine", "url": "#"},
    {"id": 4, "label": "Diplomi", "state": "failed", "done": 1, "total": 4, "message": "Manca il nome del vincitore."},
]

BUMP: list[dict[str, Any]] = [
    {"name": "Letizia Cocco", "places": [6, 2, 3, 1], "finalist": True, "winner": True},
    {"name": "Omar Deledda", "places": [2, 4, 1, 2], "finalist": True},
    {"name": "Paola Vaccà", "places": [4, 1, 2, 3], "finalist": True},
    {"name": "Stefano Loi", "places": [5, 3, 4, 4], "finalist": True},
    {"name": "Quirino Mereu", "places": [7, 5, 5]},
    {"name": "Teresa Puddu", "places": [3, 8, 6]},
    {"name": "Fiorenza Sanò", "places": [1, 6, 7]},
    {"name": "Nadia Perinù", "places": [8, 7, 8]},
]


@register.simple_tag
def gallery_facts() -> dict[str, Any]:
    """Return the data of the gallery; all names are invented."""
    return {
        "event_states": list(EVENT_STATES),
        "round_states": list(ROUND_STATES),
        "table_states": ["playing", "submitted", "confirmed"],
        "fascie": ["I", "II", "III"],
        "deciders": list(DECIDED_BY),
        "icons": list(ICONS),
        "half_points": [0, 1, 3, 15, 94],
        "places": [1, 2, 3, 4, 11, 22],
        "bump": BUMP,
        "bump_stages": ["1º turno", "2º turno", "3º turno", "Finale"],
        "results": [(23, 4), None, (2, 14), (51, 2), (1, 20), (8, 4)],
        "steps": STEPS,
        "tiles": TILES,
        "cards": CARDS,
        "pairs": PAIRS,
        "standings": STANDINGS,
        "findings": FINDINGS,
        "jobs": JOBS,
        "form": GalleryForm({"name": "", "seats": "90", "fascia": "I", "notes": "Parcheggio dietro la chiesa."}),
        "notices": [("success", "Tavolo 5 confermato, il tabellone è aggiornato."), ("error", "Il modulo è cambiato.")],
    }

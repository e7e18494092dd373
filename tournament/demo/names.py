"""Invented people and places: random combinations of common Italian names; any likeness is unintended."""

from __future__ import annotations

FIRST_NAMES = (
    *("Ada", "Agnese", "Alba", "Alessio", "Alice", "Amos", "Andrea", "Anita", "Arturo", "Asia", "Bianca", "Bruno"),
    *("Carlotta", "Cesare", "Chiara", "Ciro", "Clara", "Corrado", "Dalia", "Damiano", "Daria", "Davide", "Diletta"),
    *("Dino", "Edoardo", "Elena", "Elio", "Elisa", "Emma", "Enea", "Ettore", "Fabio", "Federica", "Flavio", "Gaia"),
    *("Giada", "Giona", "Giorgio", "Giulia", "Guido", "Ilaria", "Irene", "Ivo", "Lapo", "Lara", "Lea", "Leonardo"),
    *("Lidia", "Livia", "Lorenzo", "Luca", "Mara", "Marta", "Matteo", "Mirko", "Nadia", "Nicola", "Nina", "Noemi"),
    *("Olga", "Oscar", "Paola", "Pietro", "Rita", "Rocco", "Sabrina", "Samuele", "Sara", "Silvia", "Teo", "Vera"),
)
LAST_NAMES = (
    *("Acquaviva", "Alberti", "Baldi", "Barbieri", "Bassi", "Bellini", "Benetti", "Bosco", "Caruso", "Casadei"),
    *("Castelli", "Cattani", "Cipriani", "Corsi", "Costa", "Damiani", "Donati", "Fabbri", "Farina", "Ferrara"),
    *("Fontana", "Forti", "Franchi", "Galli", "Gatti", "Giorgetti", "Grassi", "Guerra", "Landi", "Leone", "Lombardi"),
    *("Longo", "Magnani", "Mancini", "Marini", "Martelli", "Melis", "Monti", "Morandi", "Morelli", "Negri", "Orsi"),
    *("Pace", "Palmieri", "Parisi", "Pavan", "Pellegrini", "Piras", "Poli", "Ravelli", "Ricci", "Rinaldi", "Riva"),
    *("Sala", "Salvi", "Santoro", "Serra", "Silvestri", "Tedesco", "Testa", "Torri", "Valli", "Vitale", "Zanetti"),
)
#: Fictional clubs, and their cities.
CLUBS = (
    ("Circolo del Fossato", "Forlì"),
    ("La Bottega del Drago", "Bologna"),
    ("Ludoteca dei Ponti", "Pisa"),
    ("Associazione Meeple d’Oro", "Torino"),
    ("Gilda del Mercante", "Verona"),
    ("Tavoli Rotondi", "Roma"),
    ("Giochi sotto i Portici", "Padova"),
    ("Compagnia della Torre", "Napoli"),
)
VENUES = ("Sala civica", "Biblioteca comunale", "Centro giovani", "Palazzetto", "Sala della musica", "Ex filanda")
#: Words called out in the hall for draws.
WORDS = (
    "melograno",
    "lanterna",
    "girasole",
    "castagna",
    "zattera",
    "cometa",
    "liquirizia",
    "tamburo",
    "ancora",
    "fionda",
)

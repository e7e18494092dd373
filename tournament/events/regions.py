"""Regions of Italy and the cities known to lie in them, to show events near a visitor without a map service."""

from __future__ import annotations

from tournament.regulation.names import folded

#: Capitals of provinces and other large cities by region. An event elsewhere is found by the name of its own city.
CITIES = {
    "Abruzzo": ("Chieti", "L’Aquila", "Pescara", "Teramo"),
    "Basilicata": ("Matera", "Potenza"),
    "Calabria": ("Catanzaro", "Cosenza", "Crotone", "Reggio Calabria", "Vibo Valentia"),
    "Campania": ("Avellino", "Benevento", "Caserta", "Napoli", "Salerno"),
    "Emilia-Romagna": (
        *("Bologna", "Cesena", "Ferrara", "Forlì", "Modena", "Parma", "Piacenza", "Ravenna"),
        *("Reggio Emilia", "Rimini"),
    ),
    "Friuli-Venezia Giulia": ("Gorizia", "Pordenone", "Trieste", "Udine"),
    "Lazio": ("Frosinone", "Latina", "Rieti", "Roma", "Viterbo"),
    "Liguria": ("Genova", "Imperia", "La Spezia", "Savona"),
    "Lombardia": (
        *("Bergamo", "Brescia", "Como", "Cremona", "Lecco", "Lodi", "Mantova", "Milano", "Monza"),
        *("Pavia", "Sondrio", "Varese"),
    ),
    "Marche": ("Ancona", "Ascoli Piceno", "Fermo", "Macerata", "Pesaro", "Urbino"),
    "Molise": ("Campobasso", "Isernia"),
    "Piemonte": ("Alessandria", "Asti", "Biella", "Cuneo", "Novara", "Torino", "Verbania", "Vercelli"),
    "Puglia": ("Andria", "Bari", "Barletta", "Brindisi", "Foggia", "Lecce", "Taranto", "Trani"),
    "Sardegna": ("Cagliari", "Carbonia", "Nuoro", "Olbia", "Oristano", "Sassari"),
    "Sicilia": (
        *("Agrigento", "Caltanissetta", "Catania", "Enna", "Messina", "Palermo", "Ragusa", "Siracusa"),
        "Trapani",
    ),
    "Toscana": (
        *("Arezzo", "Carrara", "Firenze", "Grosseto", "Livorno", "Lucca", "Massa", "Pisa", "Pistoia"),
        *("Prato", "Siena"),
    ),
    "Trentino-Alto Adige": ("Bolzano", "Trento"),
    "Umbria": ("Perugia", "Terni"),
    "Valle d’Aosta": ("Aosta",),
    "Veneto": ("Belluno", "Mestre", "Padova", "Rovigo", "Treviso", "Venezia", "Verona", "Vicenza"),
}

_NAMES = {folded(region): region for region in CITIES}
_REGIONS = set(_NAMES)
_REGION_OF = {folded(city): folded(region) for region, cities in CITIES.items() for city in cities}


def region_of(city: str) -> str:
    """Return the region in which a city is known to lie, e.g. "Piemonte"; empty for a city that is not listed."""
    return _NAMES.get(_REGION_OF.get(folded(city), ""), "")


def is_near(city: str, place: str) -> bool:
    """Return whether a city is the place that a visitor typed, part of its name, or in the same region."""
    folded_city, folded_place = folded(city), folded(place)
    if not folded_place:
        return False
    region = folded_place if folded_place in _REGIONS else _REGION_OF.get(folded_place)
    return folded_place in folded_city or (region is not None and _REGION_OF.get(folded_city) == region)

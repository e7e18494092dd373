"""Invented people and places: random combinations of common names; any likeness is unintended."""

from __future__ import annotations

from dataclasses import dataclass

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
#: Players from beyond the borders: names in Slovene and in German, which lists have to write and to sort.
NEIGHBOURS = (
    *(("Žiga", "Kovačič"), ("Špela", "Bregar"), ("Jože", "Čermelj"), ("Urška", "Žnidaršič"), ("Črt", "Vodnik")),
    *(("Jürgen", "Gruber"), ("Änne", "Thaler"), ("Björn", "Mößmer"), ("Käthe", "Pöder"), ("Ulrike", "Straßer")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """An invented club or shop: where it plays, who answers, and what it charges."""

    name: str
    city: str
    venue: str
    address: str
    contact: str
    phone: str
    mail: str
    about: str
    price: str = ""


CLUBS = (
    Club(
        name="Circolo del Fossato",
        city="Forlì",
        venue="Sala del Torrione",
        address="via delle Mura 14",
        contact="Tito Fossanova",
        phone="0543 555 0110",
        mail="ciao@fossato.example",
        about="Ci troviamo il giovedì dalle 20:30, porta chi vuoi.",
        price="8 €",
    ),
    Club(
        name="La Bottega del Drago",
        city="Bologna",
        venue="La Bottega del Drago",
        address="via del Borgo 33",
        contact="Elia Guerrini",
        phone="051 555 0142",
        mail="tavoli@drago.example",
        about="Negozio con otto tavoli, aperto fino a mezzanotte il venerdì.",
        price="10 €",
    ),
    Club(
        name="Ludoteca dei Ponti",
        city="Pisa",
        venue="Circolo L’Alfiere",
        address="via San Martino 108",
        contact="Bianca Salvini",
        phone="050 555 0142",
        mail="bianca@alfiere.example",
        about="Ludoteca del quartiere: entrano tutti, anche chi non gioca.",
        price="10 €, 6 € sotto i 18 anni",
    ),
    Club(
        name="Associazione Meeple d’Oro",
        city="Torino",
        venue="La Taverna dei Dadi",
        address="via Vanchiglia 21",
        contact="Corrado Melis",
        phone="011 555 0188",
        mail="info@meeple.example",
        about="Ogni domenica pomeriggio dalle 15.",
        price="5 €",
    ),
    Club(
        name="Gilda del Mercante",
        city="Verona",
        venue="Sala parrocchiale",
        address="vicolo Pozzo 7",
        contact="Irene Zanella",
        phone="045 555 0123",
        mail="gilda@mercante.example",
        about="Il secondo sabato del mese, dalle 14.",
    ),
    Club(
        name="Tavoli Rotondi",
        city="Roma",
        venue="Biblioteca di quartiere",
        address="via dei Campani 60",
        contact="Ciro Palmieri",
        phone="06 555 0177",
        mail="roma@tavolirotondi.example",
        about="Due sale, sedici tavoli, una macchina del caffè.",
        price="8 €, studenti 5 €",
    ),
    Club(
        name="Giochi sotto i Portici",
        city="Padova",
        venue="Ludoteca Il Portico",
        address="via Savonarola 12",
        contact="Marta Pavan",
        phone="049 555 0131",
        mail="portici@giochi.example",
        about="Nati in un bar, ora in ludoteca. Tutti i mercoledì sera.",
        price="8 €",
    ),
    Club(
        name="Compagnia della Torre",
        city="Napoli",
        venue="Centro giovani",
        address="vico della Torre 3",
        contact="Rita Santoro",
        phone="081 555 0164",
        mail="torre@compagnia.example",
        about="Giochiamo la domenica, e dopo si mangia insieme.",
    ),
)
#: Words called out in the hall for draws.
WORDS = (
    *(
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
    ),
)

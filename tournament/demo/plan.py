"""Plan of the demonstration season: one line per event, its days counted from a Saturday."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum


class Ending(StrEnum):
    """State that an event reaches."""

    DRAFT = "draft"
    ANNOUNCED = "announced"
    AUTHORISED = "authorised"
    CHECK_IN = "check_in"
    RUNNING = "running"
    CONCLUDED = "concluded"
    REPORTED = "reported"
    HOMOLOGATED = "homologated"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    REFUSED = "refused"
    REVOKED = "revoked"
    INVALIDATED = "invalidated"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of one event.

    Arguments:
        name: without the year; day: from the Saturday that is today, negative in the past; players: number seated (or
            entered). club: index in ``names.CLUBS``; fascia: declared; ending: the state it reaches.
        leaving: how many leave after round 1. hour: of its beginning. waiting: players on the waiting list.
        words: what the organiser says of it.
    """

    name: str
    day: int
    players: int
    club: int
    ending: Ending
    fascia: str = "I"
    leaving: int = 0
    hour: int = 14
    minute: int = 0
    capacity: int = 44
    waiting: int = 0
    game: str = "dominion"
    words: str = ""

    @property
    def starts_at(self) -> time:
        return time(self.hour, self.minute)


E = Ending
#: An afternoon on Saturday (0), the morning of a Sunday (1), the evening of a Thursday or Friday (-2, -1).
PLANS: tuple[Plan, ...] = (
    Plan("Coppa di Primavera", -154, 36, 3, E.HOMOLOGATED, words="Tre turni e la finale, pausa pranzo alla taverna."),
    Plan(
        *("Giochi in Fiera", -139, 40, 1, E.HOMOLOGATED, "III"),
        hour=9,
        minute=30,
        words="Dentro la fiera, padiglione 14. Il biglietto della fiera è compreso.",
    ),
    Plan("Torneo della Torre", -119, 13, 7, E.HOMOLOGATED, hour=15, words="Alla fine, pizza per tutti."),
    Plan("Trofeo dei Ponti", -112, 28, 2, E.PROMOTED, hour=10),
    Plan("Notte dei Regni", -107, 9, 5, E.VOID, hour=20, minute=30),
    Plan("Festa del Gioco in Piazza", -98, 14, 6, E.DEMOTED, "III", hour=10),
    Plan("Memorial del Mercante", -83, 24, 4, E.HOMOLOGATED, leaving=2, hour=10, minute=30),
    Plan("Torneo d’Estate", -70, 12, 5, E.REFUSED, hour=16),
    Plan("Lega del Fossato", -63, 20, 0, E.HOMOLOGATED, words="La tappa di casa: tè e torta a metà pomeriggio."),
    Plan("Giochi sul Lungomare", -55, 40, 1, E.HOMOLOGATED, "III", hour=9, minute=30),
    Plan("Sfida delle Contee", -49, 15, 7, E.REVOKED),
    Plan("Torneo del Drago", -36, 16, 1, E.INVALIDATED, hour=20),
    Plan("Coppa dei Portici", -21, 32, 6, E.HOMOLOGATED, words="Sala grande, trentadue posti, uno sconto in negozio."),
    Plan("Torneo del Circolo", -14, 17, 0, E.HOMOLOGATED, leaving=1, words="Il classico d’autunno del Circolo."),
    Plan("Trofeo Meeple d’Oro", -2, 18, 3, E.REPORTED, hour=20),
    Plan("Torneo dei Mulini", -1, 16, 0, E.CONCLUDED, hour=19),
    Plan("Gran Premio del Fossato", 0, 20, 0, E.RUNNING, words="Tre turni e la finale nella Sala del Torrione."),
    Plan("Torneo della Bottega", 0, 14, 1, E.CHECK_IN, hour=18, words="Si comincia appena ci siamo tutti."),
    Plan(
        *("Coppa del Ponte", 14, 13, 2, E.AUTHORISED),
        hour=10,
        capacity=24,
        words="Due turni e la finale, con una pausa alle 13 per mangiare insieme. Se è la tua prima volta, ti sediamo "
        "accanto a chi conosce le carte. Premi per i primi quattro e un sorteggio per tutti gli altri.",
    ),
    Plan(
        *("Open della Taverna", 21, 16, 3, E.AUTHORISED),
        hour=10,
        minute=30,
        capacity=16,
        waiting=3,
        words="Sedici posti, perché i tavoli sono quattro. Chi resta fuori gioca a qualcos’altro con noi.",
    ),
    Plan(
        *("Sera di Megalomania", 27, 9, 4, E.AUTHORISED),
        hour=20,
        minute=30,
        capacity=20,
        game="megalomania",
        words="Carte, missioni e cristalli. Le regole si spiegano alle otto.",
    ),
    Plan(
        *("Domenica dei Regni", 29, 6, 6, E.AUTHORISED),
        hour=15,
        capacity=24,
        game="era_of_kingdoms",
        words="Era of Kingdoms dall’inizio: chi non l’ha mai giocato viene alle 14.",
    ),
    Plan(
        *("Torneo della Torre Nuova", 36, 11, 7, E.AUTHORISED),
        capacity=32,
        words="Un pomeriggio senza fretta, e dopo si mangia insieme.",
    ),
    Plan("Torneo del Ponte Vecchio", 42, 0, 2, E.ANNOUNCED, hour=15, words="La seconda tappa di Pisa."),
    Plan("Giochi in Fiera d’Inverno", 56, 0, 0, E.DRAFT, "III", hour=9, minute=30),
)
#: Champions of the two seasons before, with the points of the first places.
FORMER_POINTS = (128, 119, 104, 97, 90, 83, 77, 70, 66, 61, 55, 52, 48, 43, 40, 36)
#: News: days before today, title and text in Italian and English.
NEWS: tuple[tuple[int, str, str, str, str], ...] = (
    (
        5,
        "La finale si gioca a Lucca",
        "I primi ventiquattro della Ranking si trovano a Lucca. Chi è chiamato riceve una mail e ha una settimana per "
        "rispondere; chi rinuncia lascia il posto al primo escluso.",
        "The final is played in Lucca",
        "The first twenty-four of the Ranking meet in Lucca. Whoever is called gets an email and has a week to answer.",
    ),
    (
        33,
        "Un pomeriggio per chi non ha mai giocato un torneo",
        "I circoli di Forlì e Padova tengono un tavolo per i principianti a ogni tappa: basta dirlo all’ingresso.",
        "An afternoon for those who have never played an event",
        "The clubs of Forlì and Padua keep a table for beginners at each event: just say so at the door.",
    ),
    (
        90,
        "Nuova stagione, stesse carte",
        "Il regolamento non cambia. I tornei si annunciano sul Forum e si trovano qui, con orario, prezzo e posti.",
        "A new season with the same cards",
        "The regulation stays as it is. Events are announced on the Forum and found here, with hour, price and places.",
    ),
)


def boundary(year: int) -> date:
    """Return the first day of the season that begins in a year."""
    return date(year, 5, 1)

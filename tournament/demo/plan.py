"""Plan of the demonstration season: one line per event, its days counted from today."""

from __future__ import annotations

from dataclasses import dataclass
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
        name: without the year; day: from today, negative in the past; players: number seated (or entered).
        club: index in ``names.CLUBS``; fascia: declared; ending: the state it reaches.
        leaving: how many leave after round 1.
    """

    name: str
    day: int
    players: int
    club: int
    ending: Ending
    fascia: str = "I"
    leaving: int = 0


E = Ending
PLANS: tuple[Plan, ...] = (
    Plan("Coppa d’Inverno", -150, 36, 3, E.HOMOLOGATED),
    Plan("Giochi in Fiera", -138, 40, 1, E.HOMOLOGATED, "III"),
    Plan("Torneo della Torre", -121, 13, 7, E.HOMOLOGATED),
    Plan("Trofeo dei Ponti", -110, 28, 2, E.PROMOTED),
    Plan("Notte dei Regni", -103, 9, 5, E.VOID),
    Plan("Festa del Gioco in Piazza", -96, 14, 6, E.DEMOTED, "III"),
    Plan("Memorial del Mercante", -82, 24, 4, E.HOMOLOGATED, leaving=2),
    Plan("Torneo d’Estate", -68, 12, 5, E.REFUSED),
    Plan("Lega del Fossato", -61, 20, 0, E.HOMOLOGATED),
    Plan("Convention di Primavera", -54, 40, 1, E.HOMOLOGATED, "III"),
    Plan("Sfida delle Contee", -47, 15, 7, E.REVOKED),
    Plan("Torneo del Drago", -33, 16, 1, E.INVALIDATED),
    Plan("Coppa dei Portici", -19, 32, 6, E.HOMOLOGATED),
    Plan("Torneo del Circolo", -12, 17, 0, E.HOMOLOGATED, leaving=1),
    Plan("Trofeo Meeple d’Oro", -4, 18, 3, E.REPORTED),
    Plan("Torneo dei Mulini", -2, 16, 0, E.CONCLUDED),
    Plan("Gran Premio del Fossato", 0, 20, 0, E.RUNNING),
    Plan("Torneo della Bottega", 0, 14, 1, E.CHECK_IN),
    Plan("Coppa dei Tavoli Rotondi", 16, 11, 5, E.AUTHORISED),
    Plan("Torneo del Ponte Vecchio", 23, 0, 2, E.ANNOUNCED),
    Plan("Giochi d’Autunno in Fiera", 37, 0, 0, E.DRAFT, "III"),
)

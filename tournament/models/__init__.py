"""What the tournament remembers. No rule lives here: see ``tournament.rules`` and ``tournament.services``."""

from tournament.models.draw import Draw
from tournament.models.event import Event, EventRole, Photo
from tournament.models.job import Job
from tournament.models.people import Entry, Organiser, Person
from tournament.models.plausibility import Plausibility
from tournament.models.report import FinalPlace, Report
from tournament.models.round import Round, Seat, StandingRow, Table
from tournament.models.season import Season
from tournament.models.sheet import Sheet

__all__ = [
    "Draw",
    "Entry",
    "Event",
    "EventRole",
    "FinalPlace",
    "Job",
    "Organiser",
    "Person",
    "Photo",
    "Plausibility",
    "Report",
    "Round",
    "Season",
    "Seat",
    "Sheet",
    "StandingRow",
    "Table",
]

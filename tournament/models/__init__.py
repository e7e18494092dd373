"""Database models of the tournament app. They implement no rules: see ``tournament.regulation`` and the services."""

from tournament.models.claims import PersonClaim
from tournament.models.consent import Consent, ConsentPaper
from tournament.models.draw import Draw, DrawPress
from tournament.models.entering import EntryPrice, EntryRequest, ErrorReport, EventMessage, EventPrize
from tournament.models.event import Event, EventRole, Photo
from tournament.models.event_move import EventMove
from tournament.models.following import Follow
from tournament.models.invitations import Invitation
from tournament.models.job import Job
from tournament.models.links import HelpCall, LeaveWish, PrivateLink, SeatConfirmation
from tournament.models.namesakes import keep_apart
from tournament.models.notices import MutedNotice, NoticeKind, WaitingMail
from tournament.models.organisers import OrganiserMember, OrganiserRequest
from tournament.models.packs import CardPack
from tournament.models.people import Entry, Organiser, Person
from tournament.models.preferences import UserPreference
from tournament.models.privacy import ErasureRequest
from tournament.models.push import PushSubscription
from tournament.models.record_pairs import RecordPair
from tournament.models.regulation import RegulationVersion
from tournament.models.regulation_document import RegulationDocument
from tournament.models.report import FinalPlace, Report
from tournament.models.round import Round, Seat, StandingRow, Table
from tournament.models.season import Season
from tournament.models.sheet import Sheet
from tournament.models.texts import News, SiteText
from tournament.models.tokens import ApiToken

__all__ = [
    "ApiToken",
    "CardPack",
    "Consent",
    "ConsentPaper",
    "Draw",
    "DrawPress",
    "Entry",
    "EntryPrice",
    "EntryRequest",
    "ErasureRequest",
    "ErrorReport",
    "Event",
    "EventMessage",
    "EventMove",
    "EventPrize",
    "EventRole",
    "FinalPlace",
    "Follow",
    "HelpCall",
    "Invitation",
    "Job",
    "LeaveWish",
    "MutedNotice",
    "News",
    "NoticeKind",
    "Organiser",
    "OrganiserMember",
    "OrganiserRequest",
    "Person",
    "PersonClaim",
    "Photo",
    "PrivateLink",
    "PushSubscription",
    "RecordPair",
    "RegulationDocument",
    "RegulationVersion",
    "Report",
    "Round",
    "Season",
    "Seat",
    "SeatConfirmation",
    "Sheet",
    "SiteText",
    "StandingRow",
    "Table",
    "UserPreference",
    "WaitingMail",
    "keep_apart",
]

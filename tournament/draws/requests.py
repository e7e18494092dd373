"""Requests about a draw that need others: undo, record by hand, stop, draw with the word alone or with a sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draws.ceremonies import OPEN
from tournament.models import DrawCeremony, DrawRequest, Entry, Event, EventRole, Round, Sheet
from tournament.models.accounts import account_name
from tournament.models.event import OF_THE_TABLES
from tournament.people.selectors import player_id

#: The agreement given so far: {"accounts": ["referee"], "players": ["p03", "p07"]}.
Agreed = dict[str, list[str]]
#: Number of players whose agreement counts as one account's.
PLAYERS_NEEDED = 2
#: States of the entries that may agree: the players present.
PRESENT = (Entry.State.CHECKED_IN, Entry.State.PLAYING)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that waits for agreement.

    Arguments:
        title: what is requested, as text; who: the name of the account that requested it.
        accounts, players: how many have agreed; noted: players whose agreement, by a link that the desk can open too,
            does not count.
        entries: the players whose agreement counts.
        witnesses: names of the two players who alone can agree to the sequence that they read out; empty otherwise.
    """

    request: DrawRequest
    title: str
    who: str
    accounts: int
    players: int
    noted: int
    entries: frozenset[int]
    witnesses: str = ""

    @property
    def sequence(self) -> str:
        """Return the sequence of dice or cards that the witnesses read out; empty for another request."""
        return str(self.request.facts["word"]) if self.request.kind == DrawRequest.Kind.SEQUENCE else ""

    @property
    def words(self) -> str:
        """Return what is requested and why, in sentences, for those with a role in the event."""
        who, reason = self.who, self.request.reason
        asks = _("%(who)s asks: “%(reason)s”") % {"who": who, "reason": reason} if reason else ""
        if not self.sequence:
            return asks
        facts = {"who": who, "witnesses": self.witnesses, "sequence": self.sequence}
        writes = _("%(who)s writes that %(witnesses)s read out: %(sequence)s.") % facts
        return f"{writes} {asks}".strip()

    @property
    def progress(self) -> str:
        return ngettext(
            "%(players)s player of %(needed)s agrees", "%(players)s players of %(needed)s agree", self.players
        ) % {
            "players": self.players,
            "needed": PLAYERS_NEEDED,
        }


def request_title(request: DrawRequest) -> str:
    """Return the title of a request: "Undo the draw of round 2", "Record the draw of the final made by hand"."""
    kind, titles = DrawRequest.Kind(request.kind), dict[str, tuple[str, str]]()
    titles[DrawRequest.Kind.UNDO] = _("Undo the draw of the final"), _("Undo the draw of round %(number)s")
    titles[DrawRequest.Kind.BY_HAND] = (
        _("Record a draw of the final made by hand"),
        _("Record a draw of round %(number)s made by hand"),
    )
    titles[DrawRequest.Kind.STOP] = _("Stop the draw of the final"), _("Stop the draw of round %(number)s")
    titles[DrawRequest.Kind.WORD] = (
        _("Draw the final with the word alone"),
        _("Draw round %(number)s with the word alone"),
    )
    titles[DrawRequest.Kind.SEQUENCE] = (
        _("Draw the final with a sequence read out"),
        _("Draw round %(number)s with a sequence read out"),
    )
    of_final, of_round = titles[kind]
    return of_final if request.is_final else of_round % {"number": request.round_number}


def agreed(request: DrawRequest) -> Agreed:
    """Return the agreement that counts: accounts by their part in the event, players by their ids. Three queries.

    A player's agreement through a link that was printed, or mailed to who runs the event, does not count: they can use
    it too.
    """
    rows = list(request.agreements.filter(is_by_printed_link=False).select_related("user", "entry__person"))
    return {
        "accounts": [part_of(row.user, request.event_id) for row in rows if row.user is not None],
        "players": [player_id(row.entry) for row in rows if row.entry is not None],
    }


def part_of(user: Any, event_id: int) -> str:
    """Return the role of an account in an event: ``organiser``, ``referee``, or ``referent`` if it has neither."""
    roles = (
        EventRole.objects.filter(event=event_id, user=user, role__in=OF_THE_TABLES)
        .order_by("role")
        .values_list("role", flat=True)
    )
    return roles.first() or "referent"


def is_enough(who: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a second account, or two players, have agreed."""
    return len(who["accounts"]) >= 1 or len(who["players"]) >= PLAYERS_NEEDED


def is_possible(request: DrawRequest) -> bool:
    """Return whether the request can still be carried out: its round is open and without a sheet, or not drawn yet."""
    rounds = Round.objects.filter(event=request.event_id)
    if request.kind != DrawRequest.Kind.UNDO:
        is_drawn = rounds.filter(number__gte=request.round_number).exists()
        is_open = request.kind == DrawRequest.Kind.BY_HAND or (
            DrawCeremony.objects.filter(event=request.event_id, stage__in=OPEN).exists()
            == (request.kind == DrawRequest.Kind.STOP)
        )
        return is_open and not is_drawn
    open_round = rounds.filter(number=request.round_number).exclude(state=Round.State.CLOSED).first()
    return open_round is not None and not Sheet.objects.filter(table__round=open_round).exists()


def waiting(event: Event) -> DrawRequest | None:
    """Return the event's request that waits for agreement and can still be carried out. At most three queries."""
    pending_request = (
        DrawRequest.objects.filter(event=event, done_at=None, withdrawn_at=None).select_related("asked_by").first()
    )
    return pending_request if pending_request is not None and is_possible(pending_request) else None


def open_request(event: Event) -> OpenRequest | None:
    """Return the waiting request as the pages show it; None in most events, after one query."""
    pending_request = waiting(event)
    if pending_request is None:
        return None
    rows = list(pending_request.agreements.values_list("user", "entry", "is_by_printed_link"))
    who = account_name(pending_request.asked_by) if pending_request.asked_by else ""
    return OpenRequest(
        request=pending_request,
        title=request_title(pending_request),
        who=who,
        accounts=sum(user is not None for user, _entry, _printed in rows),
        players=sum(entry is not None and not is_printed for _user, entry, is_printed in rows),
        noted=sum(is_printed for _user, _entry, is_printed in rows),
        entries=frozenset(entry for _user, entry, is_printed in rows if entry is not None and not is_printed),
        witnesses=_witness_names(pending_request),
    )


def _witness_names(request: DrawRequest) -> str:
    """Return the names of who read a sequence out; empty for another request. One query for a sequence."""
    if request.kind != DrawRequest.Kind.SEQUENCE:
        return ""
    entries = Entry.objects.filter(event=request.event_id, pk__in=request.facts["witnesses"])
    return ", ".join(str(entry.person) for entry in entries.select_related("person").order_by("number"))


def may_agree(request: DrawRequest, entry: Entry) -> bool:
    """Return whether a player's agreement counts: present in the event, and not the user who made the request.

    To a sequence only those agree who read it out.
    """
    if request.kind == DrawRequest.Kind.SEQUENCE and entry.pk not in request.facts["witnesses"]:
        return False
    own_present = Q(pk=entry.pk, event=request.event_id, state__in=PRESENT)
    own_entry = Entry.objects.filter(own_present).select_related("person").first()
    asked_by = request.asked_by_id
    return own_entry is not None and (asked_by is None or own_entry.person.user_id != asked_by)

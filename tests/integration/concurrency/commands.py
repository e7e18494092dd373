"""User commands on an event, legal or not; each states whether the articles allow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from games.dominion.cards import SUGGESTED_KINGDOMS
from ranking.homologation import services as homologation_services
from tests import factories as make
from tests.integration.concurrency.world import World, pick
from tests.reporting import FORUM, NEXT_DAY, picture
from tournament.access import links, roles
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Entry, Event, EventRole, PrivateLink, Round, Sheet, Table
from tournament.regulation.seating import table_sizes
from tournament.reports import services as reports
from tournament.results import conclusion
from tournament.rounds import clock, confirmations, notes
from tournament.rounds import help_calls as help
from tournament.rounds import services as rounds
from tournament.rounds.hand_draws import hand_draw
from tournament.sheets import services as sheets

State = Event.State
WORD, REASON = "carciofo", "così è andata"
#: Ten cards as drawn by hand.
BY_HAND = {"drawn": list(SUGGESTED_KINGDOMS["first_game"]), "rejected": []}
WITNESSES = ["Elisa Dell’Orto", "Omar Deledda"]
#: Orders of a table of four, and of three where the fourth is left out.
ORDERS = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 1, 2, 4))


@dataclass(frozen=True, slots=True)
class Command:
    """One action.

    Arguments:
        due: the expected result by the articles: success (True), refusal (False), or undetermined (None).
    """

    name: str
    act: Callable[[], Any]
    due: bool | None = None


def order_of(table: Table, index: int) -> list[int]:
    """Return seats in order of place, one of a few orders."""
    seats = table.seats.count()
    return [seat for seat in ORDERS[index % len(ORDERS)] if seat <= seats]


def sheet_of(table: Table, kind: str, index: int) -> Any:
    """Return a sheet's data: valid, tied, against the rules, unfinished, or not a sheet."""
    data = make.simple_sheet(table, order_of(table, index))
    if kind == "tied":
        return make.tied_sheet(table)
    if kind == "wrong":
        data["seats"][0]["points"] = 900
    if kind == "unfinished":
        del data["seats"][0]["points"]
    return {"right": data, "tied": data, "wrong": data, "unfinished": data}.get(kind, ["no sheet"])


class AtTables:
    """Commands of referees."""

    world: World

    def submit(self, at: int, kind: str, order: int, key: str, by: int) -> Command | None:
        table = pick(self.world.tables(), at)
        if table is None:
            return None
        stored_sheet = Sheet.objects.filter(key=key).first() if key else None
        expected: bool | None = self.world.is_open(table) and kind != "garbage"
        if stored_sheet is not None:
            expected = stored_sheet.table_id == table.pk
        data = sheet_of(table, kind, order)
        return Command(
            "sheet_submit",
            partial(sheets.sheet_submit, table=table, data=data, by=self.world.actor(by), key=key or None),
            expected,
        )

    def confirm(self, at: int, accept: bool, forced: str, by: int) -> Command | None:
        sheet = pick(self.world.sheets(), at)
        if sheet is None:
            return None
        latest = sheet.version == Sheet.objects.filter(table=sheet.table).count()
        expected = None if latest and self.world.is_open(sheet.table) else False
        return Command(
            "sheet_confirm",
            partial(
                sheets.sheet_confirm, sheet=sheet, by=self.world.actor(by), accept_warnings=accept, forced_reason=forced
            ),
            expected,
        )

    def lots(self, at: int, word: str) -> Command | None:
        table = pick(self.world.tables(), at)
        if table is None:
            return None
        expected = None if word.strip() and self.world.is_open(table) else False
        return Command("table_lots_draw", partial(sheets.table_lots_draw, table=table, word=word, by=None), expected)

    def correct(self, at: int, kind: str, order: int, reason: str, accepted: bool, word: str) -> Command | None:
        table = pick(
            [
                candidatet_data
                for candidatet_data in self.world.tables()
                if candidatet_data.state == Table.State.CONFIRMED
            ],
            at,
        )
        table = table or pick(self.world.tables(), at)
        if table is None:
            return None
        open_to = self.world.state in (State.RUNNING, State.CONCLUDED, State.REPORTED)
        expected: bool | None = None if reason and open_to and table.state == Table.State.CONFIRMED else False
        data = sheet_of(table, kind, order)
        if expected is None and kind == "right" and accepted and word.strip():
            before = table.sheets.get(state=Sheet.State.CONFIRMED).data["seats"]
            expected = (
                True
                if [candidatet_data.get("points") for candidatet_data in before]
                != [candidatet_data["points"] for candidatet_data in data["seats"]]
                else None
            )
        return Command(
            "sheet_correct",
            partial(
                sheets.sheet_correct,
                table=table,
                data=data,
                by=self.world.cast.referee,
                reason=reason,
                consequences_accepted=accepted,
                accept_warnings=True,
                word=word,
            ),
            expected,
        )

    def abandon(self, at: int, seat: int, reason: str, undo: bool) -> Command | None:
        table = pick(self.world.tables(), at)
        if table is None:
            return None
        entry = pick([seat_row.entry for seat_row in table.seats.select_related("entry__person")], seat)
        service = sheets.table_abandon_undo if undo else sheets.table_abandon
        expected = None if (reason or undo) and self.world.is_open(table) else False
        return Command(
            "table_abandon_undo" if undo else "table_abandon",
            partial(service, table=table, entry=entry, by=None, reason=reason),
            expected,
        )

    def note(self, at: int, words: str) -> Command | None:
        table = pick(self.world.tables(), at)
        if table is None:
            return None
        return Command("table_note", partial(notes.table_note, table=table, note=words, by=None), True)

    def call(self, at: int) -> Command | None:
        table = pick(self.world.tables(), at)
        if table is None:
            return None
        is_public = table.round.state in (Round.State.PUBLISHED, Round.State.RUNNING)
        return Command(
            "help_call",
            partial(help.help_call, table=table, caller="tavolo", by=None),
            self.world.is_running() and is_public,
        )

    def player_confirms(self, at: int, seat: int, version: int) -> Command | None:
        table, entry = pick(self.world.tables(), at), pick(self.world.entries(), seat)
        if table is None or entry is None:
            return None
        is_current = table.seats.filter(entry=entry).exists() and version == table.sheets.count() and version > 0
        return Command(
            "seat_confirm",
            partial(confirmations.seat_confirm, table=table, entry=entry, version=version, link=None, by=None),
            is_current,
        )


class AtDesk:
    """Commands of organisers."""

    world: World

    def announce(self) -> Command:
        expected = None if self.world.state in (State.DRAFT, State.ANNOUNCED) else False
        facts = {"announcement_url": "https://forum.example/avviso/2", "announced_on": self.world.event.first_day}
        event = self.world.event
        return Command("event_announce", partial(lifecycle.event_announce, event=event, by=None, **facts), expected)

    def open_check_in(self) -> Command:
        event = self.world.event
        act = partial(lifecycle.event_open_check_in, event=event, by=self.world.cast.organiser, early=True)
        return Command("event_open_check_in", act, event.state == State.AUTHORISED)

    def update(self, minutes: int, override: int | None, reason: str) -> Command:
        event = self.world.event
        facts = {"clock_minutes": minutes, "clock_reason": reason, "rounds_override": override, "rounds_reason": reason}
        return Command("event_update", partial(lifecycle.event_update, event=event, by=None, **facts))

    def official(self, official: bool, reason: str) -> Command:
        event = self.world.event
        before = event.state in (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
        if official:
            return Command("event_make_official", partial(lifecycle.event_make_official, event=event, by=None), before)
        act = partial(lifecycle.event_make_unofficial, event=event, reason=reason, by=None)
        return Command("event_make_unofficial", act, before and bool(reason))

    def register(self, who: int, proof: str) -> Command:
        """Art. 1.6: a club enters a player of another one only by the card's number, the Referent everybody."""
        event, person = self.world.event, self.world.cast.people[who % len(self.world.cast.people)]
        card = {"card": person.card_number, "wrong": "MANI-X"}.get(proof, "")
        by = self.world.cast.referent if proof == "referent" else self.world.cast.organiser
        proven = proof == "referent" or (proof == "card" and bool(card))
        is_entered = Entry.objects.filter(event=event, person=person).exists()
        act = partial(entries.entry_add, event=event, person=person, by=by, card_number=card)
        return Command("entry_add", act, self.world.may_enter() and proven and not is_entered)

    def walk_in(self, name: str) -> Command:
        event = self.world.event
        expected = event.state == State.CHECK_IN and bool(name.strip())
        facts = {"first_name": name, "last_name": "Alla Porta", "consent": False}
        return Command("walk_in", partial(entries.walk_in, event=event, by=None, **facts), expected)

    def entry(self, what: str, who: int) -> Command | None:
        entry = pick(self.world.entries(), who)
        if entry is None:
            return None
        check_in, running = self.world.state == State.CHECK_IN, self.world.is_running()
        before = self.world.state in (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
        services: dict[str, tuple[Callable[..., Any], bool | None]] = {
            "entry_check_in": (entries.entry_check_in, check_in),
            "entry_undo_check_in": (entries.entry_undo_check_in, check_in),
            "entry_remove": (entries.entry_remove, before),
            "entry_leave": (entries.entry_leave, None if running else False),
            "entry_return": (entries.entry_return, None if running else False),
            "leave_wish": (confirmations.leave_wish, None if running else False),
            "leave_wish_undo": (confirmations.leave_wish_undo, entry.state != Entry.State.LEFT),
        }
        service, expected = services[what]
        return Command(what, partial(service, entry=entry, by=None), expected)

    def draw(self, word: str) -> Command:
        event = self.world.event
        expected = None if word.strip() and event.rounds_override else bool(word.strip()) and self.world.may_draw()
        act = partial(make.draw_round, event, word=word, by=self.world.cast.organiser)
        return Command("round_draw", act, expected if self.world.may_draw() else False)

    def draw_final(self, word: str) -> Command:
        event, expected = self.world.event, bool(word.strip()) and self.world.may_draw_final()
        act = partial(make.draw_final, event, word=word, by=self.world.cast.organiser)
        return Command("final_draw", act, expected)

    def undo(self, at: int, reason: str, by: int) -> Command | None:
        round_ = pick(self.world.rounds(), at)
        if round_ is None:
            return None
        expected = bool(reason) and self.world.may_undo(round_)
        return Command(
            "round_undo", partial(rounds.round_undo, round=round_, reason=reason, by=self.world.actor(by)), expected
        )

    def hand_draw(self, final: bool, with_seats: bool, word: str, has_witnesses: bool, by: int) -> Command:
        """Record the ten cards drawn by hand, before round 1 also the seats."""
        event, world = self.world.event, self.world
        ready = world.may_draw_final() if final else world.may_draw()
        present = [entry for entry in world.entries() if entry.state == Entry.State.CHECKED_IN]
        with_seats = with_seats and ready and event.state == State.CHECK_IN
        places = iter(present)
        seats = [[next(places) for _ in range(size)] for size in table_sizes(len(present))] if with_seats else None
        expected: bool | None = ready and has_witnesses and (with_seats or bool(word.strip()))
        if expected and event.rounds_override:
            expected = None
        facts = {"word": word, "seats": seats, "kingdom": BY_HAND, "by": world.actor(by)}
        facts |= {
            "dates_reason": "La sala era chiusa",
            "witnesses": WITNESSES if has_witnesses else ["Elisa", " elisa "],
        }
        return Command("draw_by_hand", partial(hand_draw, event=event, final=final, **facts), expected)

    def clock(self, at: int, what: str) -> Command | None:
        round_ = pick(self.world.rounds(), at)
        if round_ is None:
            return None
        acts: dict[str, Callable[[], Any]] = {
            "clock_start": partial(clock.clock_start, round=round_, by=None),
            "clock_pause": partial(clock.clock_pause, round=round_, by=None, reason=REASON),
            "clock_resume": partial(clock.clock_resume, round=round_, by=None),
        }
        is_public = round_.state in (Round.State.PUBLISHED, Round.State.RUNNING)
        return Command(what, acts[what], None if self.world.is_running() and is_public else False)

    def close(self, at: int, word: str) -> Command | None:
        round_ = pick(self.world.rounds(), at)
        if round_ is None:
            return None
        is_public = round_.state in (Round.State.PUBLISHED, Round.State.RUNNING)
        ready = not round_.tables.exclude(state=Table.State.CONFIRMED).exists()
        expected = (True if word.strip() else None) if self.world.is_running() and is_public and ready else False
        return Command("round_close", partial(rounds.round_close, round=round_, word=word, by=None), expected)

    def stop(self, reason: str) -> Command:
        event = self.world.event
        expected = None if reason and self.world.is_running() and self.world.nothing_open() else False
        act = partial(conclusion.event_stop_with_standings, event=event, reason=reason, by=None)
        return Command("event_stop_with_standings", act, expected)

    def conclude(self) -> Command:
        event, expected = self.world.event, self.world.may_conclude()
        act = partial(conclusion.event_conclude, event=event, by=self.world.cast.organiser)
        return Command("event_conclude", act, expected)

    def void(self, reason: str) -> Command:
        event = self.world.event
        before = event.state in (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN, State.RUNNING)
        act = partial(lifecycle.event_void, event=event, reason=reason, by=None)
        return Command("event_void", act, before and bool(reason))

    def role(self, role: str, grant: bool) -> Command:
        event, user = self.world.event, self.world.cast.referent
        act = roles.role_grant if grant else roles.role_revoke
        expected = role in EventRole.Role.values
        act_name = "role_grant" if grant else "role_revoke"
        return Command(act_name, partial(act, event=event, user=user, role=role, by=None), expected if grant else None)

    def links(self, what: str, at: int) -> Command | None:
        event, round_ = self.world.event, pick(self.world.rounds(), at)
        link = pick(list(PrivateLink.objects.filter(event=event)), at)
        if what == "participant_links_make":
            authorised = event.state not in (State.DRAFT, State.ANNOUNCED)
            return Command(what, partial(links.participant_links_make, event=event, by=None), authorised)
        if what == "table_links_make" and round_ is not None:
            return Command(what, partial(links.table_links_make, round=round_, by=None), True)
        if what == "link_revoke" and link is not None:
            return Command(what, partial(links.link_revoke, link=link, by=None), True)
        return None


class AtReport:
    """Commands of the report and of the Referent."""

    world: World

    def photo(self, shade: int) -> Command:
        event = self.world.event
        expected = None if event.state in (State.RUNNING, State.CONCLUDED, State.REPORTED) else False
        return Command("photo_add", partial(reports.photo_add, event=event, file=picture(shade), by=None), expected)

    def forum(self, url: str) -> Command:
        event = self.world.event
        open_to = event.state in (State.RUNNING, State.CONCLUDED, State.REPORTED)
        act = partial(reports.forum_report_set, event=event, url=url, by=None, at=NEXT_DAY)
        return Command("forum_report_set", act, open_to and url == FORUM)

    def send(self, days: int, note: str) -> Command:
        event = self.world.event
        complete = event.photos.exists() and bool(event.forum_report_url)
        expected = event.state in (State.CONCLUDED, State.REPORTED) and event.is_official and complete
        when = NEXT_DAY + timedelta(days=days)
        act = partial(reports.report_submit, event=event, by=None, note=note, at=when)
        late = event.report_due_at is None and days > 6
        return Command("report_submit", act, expected and not late)

    def sweep(self, days: int) -> Command:
        when = NEXT_DAY + timedelta(days=days)
        return Command("reports_sweep", partial(reports.reports_sweep, now=when), True)

    def decide(self, what: str, reason: str, to: str) -> Command:
        event = self.world.event
        by = self.world.cast.referent
        needs: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
            "authorise": (homologation_services.event_authorise, (State.ANNOUNCED,)),
            "refuse_authorisation": (
                homologation_services.event_refuse_authorisation,
                (State.ANNOUNCED, State.AUTHORISED),
            ),
            "homologate": (homologation_services.event_homologate, (State.REPORTED,)),
            "refuse": (homologation_services.event_refuse, (State.REPORTED,)),
            "revoke": (homologation_services.homologation_revoke, (State.HOMOLOGATED,)),
            "reopen": (homologation_services.event_reopen, (State.INVALIDATED, State.REPORTED, State.NOT_HOMOLOGATED)),
            "promote": (homologation_services.fascia_promote, (State.RUNNING, State.CONCLUDED, State.REPORTED)),
            "demote": (homologation_services.fascia_demote, (State.RUNNING, State.CONCLUDED, State.REPORTED)),
        }
        service, states = needs[what]
        more: dict[str, Any] = {"to": to} if what in ("promote", "demote") else {}
        if what == "authorise":
            more["at"] = make.in_time(event)
        certain = what not in ("homologate", "promote", "demote")
        # A yes needs no reason.
        has_reason = bool(reason) or what in ("authorise", "homologate")
        expected = (True if certain else None) if has_reason and event.state in states else False
        return Command(what, partial(service, event=event, by=by, reason=reason, **more), expected)


class Hands(AtTables, AtDesk, AtReport):
    """All users' commands on one event."""

    def __init__(self, world: World) -> None:
        self.world = world

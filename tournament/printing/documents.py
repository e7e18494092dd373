"""Build the papers of an event. Black on white, A4 (articles 1.2, 1.4, 1.5).

Papers for the hall are in the event's language; the report is in that of the user who requested it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from typing import Any

import segno
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from games.dominion.display import setup_sizes
from games.dominion.sets.rows import TABLES
from tournament.access.links import link_address
from tournament.card_packs.selectors import pack_of_round
from tournament.core.collation import by_name
from tournament.core.preconditions import regulation_of
from tournament.delivery.attachments import MailSubject
from tournament.draws.selectors import draw_title, round_scope
from tournament.draws.trail import Mark, event_marks
from tournament.models import Draw, Event, EventRole, FinalPlace, Round, Table
from tournament.models.accounts import account_name
from tournament.pages.deciding_readings import DecidingReading, deciding_readings
from tournament.personal_data.retention import retention_periods
from tournament.printing.photos import thumbnails
from tournament.printing.render import pdf, printed_at, secret_pages
from tournament.regulation.parameters import TABLE_SIZE, AfterThirds
from tournament.regulation.points import Fascia, half_points

#: A line of the tie-break help, in the order of art. 1.5.
LETTERS = "abcdefgh"


def qr_code(address: str) -> str:
    """Return a QR code of the URL, as a drawing that a page can embed."""
    return segno.make(address, error="m").svg_data_uri(border=0, dark="#000")


def sheet_address(table: Table) -> str:
    """Return the URL for entering this table's result: its private link if it has one, else the page after sign-in."""
    for link in table.links.all():
        address = link_address(link) if link.revoked_at is None else None
        if address is not None:
            return address
    game_round = table.round
    path = reverse("sheet", args=[game_round.event.slug, game_round.number, table.number])
    return settings.FOSSATO_SITE_URL.rstrip("/") + path


def base_context(event: Event) -> dict[str, Any]:
    """Return the data in the head of every paper."""
    return {"event": event, "printed_at": printed_at()}


def _setup_context(game_round: Round) -> dict[str, Any]:
    """Return the round's set-up as its game shows it."""
    event = game_round.event
    display = registry.get(event.game).display
    edition = display.edition_of(event.language, event.card_names)
    facts: dict[str, Any] = display.paper(game_round.setup, edition)
    pack = pack_of_round(game_round)
    if pack is not None and not pack.is_printed:
        with translation.override(event.language):
            facts["pack"] = _("assumed figures")
    return facts


def _tables(game_round: Round) -> list[Table]:
    return list(game_round.tables.prefetch_related("seats__entry__person", "links").order_by("number"))


def table_forms(
    game_round: Round,
    tables: Iterable[Table] | None = None,
    progress: Callable[[int], object] = lambda _number: None,
) -> bytes:
    """Build the score forms of a round, one page per table: seats in playing order, breakdown, signatures, QR code."""
    event = game_round.event
    chosen = _tables(game_round) if tables is None else list(tables)
    chain = [criterion.name for criterion in registry.get(event.game).chain][1:]
    context = {
        **base_context(event),
        **_setup_context(game_round),
        "round": game_round,
        "help": list(zip(LETTERS, [*chain, "lot"], strict=False)),
    }
    forms = [
        {"table": table, "seats": list(table.seats.all()), "qr": qr_code(sheet_address(table))} for table in chosen
    ]
    pages = [{**context, "form": form} for form in forms]
    return secret_pages(f"print/forms/{event.game}.html", pages, event.language, progress)


def table_list(game_round: Round) -> bytes:
    """Build the list of seats to hang up: by table and by name."""
    tables = _tables(game_round)
    places = {seat.entry: (table.number, seat.position) for table in tables for seat in table.seats.all()}
    people = [(entry, *places[entry]) for entry in by_name(places)]
    context = {**base_context(game_round.event), "round": game_round, "tables": tables, "by_name": people}
    return pdf("print/tables.html", context, game_round.event.language)


def has_poster(game_round: Round) -> bool:
    """Return whether cards were drawn for the round: only Dominion draws them."""
    return bool(_setup_context(game_round)["cards"])


def kingdom_poster(game_round: Round) -> bytes:
    """Build the poster of the round's ten cards with the set-up of a table, readable from across the hall."""
    event = game_round.event
    full = TABLE_SIZE
    context = {
        **base_context(event),
        **_setup_context(game_round),
        "round": game_round,
        "sizes": [setup_sizes(players) for players in (full, full - 1) if players in TABLES],
        "word": _kingdom_word(game_round),
    }
    return pdf("print/kingdom.html", context, event.language, pages=1)


def _kingdom_word(game_round: Round) -> str:
    """Return what decided the draw of the round's cards; blank for a draw made by hand."""
    drawn = Draw.objects.filter(event=game_round.event, purpose=Draw.Purpose.KINGDOM, annulled_at=None)
    draw = drawn.filter(scope=round_scope(game_round), drawn_at__isnull=False).select_related("press").first()
    return draw.shown_word if draw is not None else ""


def standings(game_round: Round) -> bytes:
    """Build the standings frozen after a round, each place with the criterion that decided it."""
    rows = list(game_round.standing_rows.select_related("entry__person").order_by("position"))
    version = regulation_of(game_round.event)
    context = {
        **base_context(game_round.event),
        "round": game_round,
        "rows": rows,
        "finalists": version.finalists,
        "by_points": version.readings.after_thirds is AfterThirds.TABLE_POINTS,
    }
    return pdf("print/standings.html", context, game_round.event.language)


def final_places(event: Event) -> list[FinalPlace]:
    """Return the final places of an event with their people, in order. One query."""
    return list(event.final_places.select_related("entry__person").order_by("place"))


def consent_form(event: Event) -> bytes:
    """Build the form about data and photos: who keeps what and why, a line for each entry to sign, a page for minors.

    Arts. 1.2, 1.4, 1.6: names and points are shown, and photos are sent, with consent.
    """
    context = {
        **base_context(event),
        **retention_periods(),
        "entries": by_name(event.entries.select_related("person")),
        "controller": settings.FOSSATO_CONTROLLER,
        "purposes": settings.FOSSATO_PURPOSES,
        "contact_mail": settings.FOSSATO_CONTACT_MAIL,
    }
    return pdf("print/consent.html", context, event.language)


def referee_names(event: Event) -> list[str]:
    """Return the referees: the ones named without an account, and the accounts."""
    roles = event.roles.filter(role=EventRole.Role.REFEREE).select_related("user").order_by("pk")
    accounts = [account_name(role.user) for role in roles]
    return [*([event.referee_name] if event.referee_name else []), *accounts]


def _draws(event: Event, language: str) -> list[Draw]:
    """Return the draws made, each with its title in the paper's language."""
    in_order = event.draws.filter(drawn_at__isnull=False).order_by("drawn_at", "pk")
    made_draws = list(in_order.select_related("press"))
    with translation.override(language):
        for draw in made_draws:
            draw.title = draw_title(draw)
    return made_draws


def _draw_notes(event: Event, language: str) -> list[Mark]:
    """Return the draws undone and made again, and the manual ones, in the paper's language."""
    with translation.override(language):
        return event_marks(event)


def _readings(event: Event, rounds: list[Round], language: str) -> list[DecidingReading]:
    """Return the readings of the regulation that decided something, in the paper's language."""
    for game_round in rounds:
        game_round.event = event
    with translation.override(language):
        return deciding_readings(event, rounds, final_places(event), str)


def report_attachment(subject: MailSubject) -> MIMEBase:
    """Build the report's PDF for the mail that brings it."""
    part = MIMEApplication(report(subject.event, subject.language), "pdf")
    part.add_header("Content-Disposition", "attachment", filename=f"{subject.event.slug}.pdf")
    return part


def report(event: Event, language: str | None = None) -> bytes:
    """Build the report for the Referent: identity, rounds, tables, standings, places, both results (art. 1.4).

    Arguments:
        language: of the reader; by default the event's.
    """
    tongue = language or event.language
    rounds = list(
        event.round_set.prefetch_related("tables__seats__entry__person", "standing_rows__entry__person").order_by(
            "number"
        )
    )
    display = registry.get(event.game).display
    edition = display.edition_of(tongue, event.card_names)
    shown: list[dict[str, Any]] = [
        {
            "round": game_round,
            "cards": display.setup_cards(game_round.setup, edition),
            "tables": game_round.tables.all(),
            "standings": game_round.standing_rows.all(),
        }
        for game_round in rounds
    ]
    multiplied, numbers = Fascia(event.fascia_effective), regulation_of(event)
    places: list[dict[str, Any]] = [
        {
            "row": row,
            "ordinary": half_points(row.place, Fascia.I, has_left=row.has_left, regulation=numbers),
            "multiplied": half_points(row.place, multiplied, has_left=row.has_left, regulation=numbers),
        }
        for row in final_places(event)
    ]
    context = {
        **base_context(event),
        "rounds": shown,
        "places": places,
        "chain": [criterion.name for criterion in registry.get(event.game).chain],
        "draws": _draws(event, tongue),
        "marks": _draw_notes(event, tongue),
        "referees": ", ".join(referee_names(event)),
        "points": sum(item["multiplied"] for item in places),
        "players": len(places),
        "finalists": numbers.finalists,
        "agreed": sum(item["row"].entry.shows_name for item in places),
        "tables": sum(len(item["tables"]) for item in shown),
        "photos": event.photos.filter(table=None).count(),
        "forms": event.photos.exclude(table=None).count(),
        "thumbnails": thumbnails(event),
        "prizes": event.prizes.all(),
        "readings": _readings(event, rounds, tongue),
        "sums": event.is_official and not event.is_national_final,
    }
    return pdf("print/report.html", context, tongue)

"""Play an event of the demonstration: every table is a real game of the engine, every step a service call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image, ImageDraw

from games import registry
from games.chance import SeededChance
from tournament.demo.clock import Clock
from tournament.demo.names import WORDS
from tournament.entries import services as entries
from tournament.models import Entry, Event, Round, Sheet, Table
from tournament.regulation.parameters import TIME_ZONE
from tournament.regulation.refusals import LotMissing
from tournament.reports import photos
from tournament.reports import services as reports
from tournament.results import conclusion
from tournament.rounds import clock as round_clock
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

#: Bots that play at the tables, stronger and weaker ones mixed.
BOTS = ("big-money", "big-money+smithy", "engine-builder", "attack", "gardens")

Progress = Callable[[], None]


def sheet_of_game(kingdom: list[str], players: int, seed: str) -> dict[str, Any]:
    """Return the score sheet of a game played by bots with this kingdom."""
    game = registry.get("dominion")
    rng = Random(seed)
    setup = game.setup(players, {"kingdom": kingdom, "tournament": True})
    names = [rng.choice(BOTS) for _ in range(players)]
    policies = [game.bot(name)(f"{seed}/{seat}") for seat, name in enumerate(names)]
    outcome = game.play(setup, SeededChance(seed), lambda decision: policies[decision.player](decision))
    return dict(outcome.sheet)


def word(rng: Random) -> str:
    """Return a random word for a draw."""
    return rng.choice(WORDS)


def play_table(table: Table, *, seed: str, by: Any, rng: Random) -> None:
    """Play one table: the game, its sheet, lots if players are equal on everything, the referee's confirmation."""
    data = sheet_of_game(list(table.round.setup["drawn"]), table.seats.count(), seed)
    sheet = sheets.sheet_submit(table=table, data=data, by=by)
    _confirm(table, sheet, by, rng)


def _confirm(table: Table, sheet: Sheet, by: Any, rng: Random) -> None:
    try:
        sheets.sheet_confirm(sheet=sheet, by=by, accept_warnings=True)
    except LotMissing:
        sheet_with_lots = sheets.table_lots_draw(table=table, word=word(rng), by=by)
        sheets.sheet_confirm(sheet=sheet_with_lots, by=by, accept_warnings=True)


def open_round(round_: Round, *, by: Any, clock: Clock) -> None:
    """Start the clock of a drawn round, some minutes after its draw."""
    clock.advance(minutes=8)
    round_clock.clock_start(round=round_, by=by)


def play_tables(
    round_: Round, *, by: Any, clock: Clock, rng: Random, progress: Progress, upto: int | None = None
) -> None:
    """Play the tables of a round in random order; ``upto`` limits their number and leaves the others open."""
    tables = list(Table.objects.filter(round=round_).select_related("round__event").order_by("number"))
    rng.shuffle(tables)
    for table in tables[:upto]:
        clock.advance(minutes=40 / max(1, len(tables)))
        play_table(table, seed=f"{round_.event.name}/{round_.number}/{table.number}", by=by, rng=rng)
        progress()


def play_round(event: Event, *, final: bool, by: Any, clock: Clock, rng: Random, progress: Progress) -> Round:
    """Draw, publish, play and close one round."""
    clock.advance(minutes=10)
    draw = rounds.final_draw if final else rounds.round_draw
    round_ = draw(event=event, word=word(rng), by=by)
    open_round(round_, by=by, clock=clock)
    play_tables(round_, by=by, clock=clock, rng=rng, progress=progress)
    clock.advance(minutes=4)
    rounds.round_close(round=round_, word=word(rng), by=by)
    return round_


def play_event(event: Event, *, leaving: int, by: Any, clock: Clock, rng: Random, progress: Progress) -> Event:
    """Play an event from the draw of round 1 to its conclusion."""
    first = play_round(event, final=False, by=by, clock=clock, rng=rng, progress=progress)
    event = Event.objects.get(pk=event.pk)
    if leaving:
        last = Entry.objects.filter(standing_rows__round=first).order_by("-standing_rows__position")[:leaving]
        for entry in list(last):
            entries.entry_leave(entry=entry, by=by, reason="Deve prendere il treno")
    for _ in range(1, event.rounds or 0):
        play_round(event, final=False, by=by, clock=clock, rng=rng, progress=progress)
    play_round(event, final=True, by=by, clock=clock, rng=rng, progress=progress)
    clock.advance(minutes=6)
    conclusion.event_conclude(event=event, by=by)
    return Event.objects.get(pk=event.pk)


def send_report(event: Event, *, by: Any, clock: Clock) -> None:
    """Send photos, the address on the Forum, and the report."""
    clock.advance(hours=15)
    for number in (1, 2):
        caption = "La finale" if number == 1 else "La sala"
        photos.photo_add(event=event, file=BytesIO(picture(event.pk * 2 + number)), caption=caption, by=by)
    reports.forum_report_set(event=event, url=f"https://forum.example/cronache/{event.slug}", by=by)
    clock.advance(minutes=20)
    reports.report_submit(event=event, by=by)


@cache
def picture(number: int) -> bytes:
    """Return a drawn picture of a hall with its tables, in place of a photo of real people."""
    rng = Random(number)
    image = Image.new("RGB", (960, 640), (222, 211, 188))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 960, 210), fill=(rng.randint(60, 110), 90, rng.randint(90, 130)))
    for column in range(4):
        left = 60 + column * 220
        draw.rectangle((left, 60, left + 120, 170), fill=(240, 232, 200))
    for row in range(2):
        for column in range(3):
            x, y = 90 + column * 290 + row * 60, 260 + row * 180
            draw.ellipse((x, y, x + 210, y + 110), fill=(124, 84, 52))
            for card in range(6):
                spot = x + 30 + card * 26
                shade = (rng.randint(150, 250), rng.randint(150, 240), rng.randint(120, 220))
                draw.rectangle((spot, y + 40, spot + 18, y + 66), fill=shade)
            for seat in range(4):
                shade = (rng.randint(40, 200), rng.randint(40, 160), rng.randint(40, 200))
                cx = x + (-20, 190, 30, 140)[seat]
                cy = y + (30, 30, -34, 84)[seat]
                draw.ellipse((cx, cy, cx + 46, cy + 46), fill=shade)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def midday(day: Any, hour: int, minute: int = 0) -> datetime:
    """Return a time of day in the championship's time zone."""
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=TIME_ZONE)

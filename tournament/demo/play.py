"""Play an event of the demonstration: every table is a real game of the engine, every step a service call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
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
from tournament.reports import photo_privacy, photos
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
    """Send photos, the address on the Forum, and the report; the first photo is shown on top of the event's page."""
    clock.advance(hours=15)
    shown = None
    for number, caption in enumerate(("Chi ha vinto", "La sala")):
        photo = photos.photo_add(event=event, file=BytesIO(picture(event.pk, number)), caption=caption, by=by)
        shown = shown or photo
    if shown is not None:
        photo_privacy.winner_photo_show(photo=shown, is_agreed=True, by=by)
    reports.forum_report_set(event=event, url=f"https://forum.example/cronache/{event.slug}", by=by)
    clock.advance(minutes=20)
    reports.report_submit(event=event, by=by)


#: Size of the drawn pictures, and colours of clothes, hair and skin.
_SIZE = (640, 420)
_CLOTHES = ("#6cc3c2", "#b5693a", "#8d5b83", "#47682c", "#2a6190", "#9e2a2b")
_HAIR = ("#2b1f16", "#5c3a1e", "#a3792f", "#6d6d6d", "#17282c")
_SKIN = ("#d9a883", "#c98f68", "#8d5a3b", "#e6bd9a")


@cache
def picture(event: int, number: int) -> bytes:
    """Return a drawn picture in place of a photo of real people: 0 the winner with the cup, 1 the hall."""
    rng = Random(event * 10 + number)
    image = Image.new("RGB", _SIZE, "#164650")
    draw = ImageDraw.Draw(image)
    (_winner if number == 0 else _hall)(draw, rng)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _winner(draw: ImageDraw.ImageDraw, rng: Random) -> None:
    for at in range(9):
        left = 20 + at * 72
        colour = "#dcae41" if at % 3 == 1 else "#1d5661"
        draw.polygon([(left, 0), (left + 52, 0), (left + 26, 70)], fill=colour)
    for x in (134, 504):
        draw.ellipse((x - 74, 282, x + 74, 520), fill="#0d2a31")
        draw.ellipse((x - 36, 194, x + 36, 278), fill="#0d2a31")
    skin, hair, cloth = rng.choice(_SKIN), rng.choice(_HAIR), rng.choice(_CLOTHES)
    draw.ellipse((206, 272, 434, 560), fill=cloth)
    draw.rectangle((296, 236, 344, 290), fill=skin)
    draw.ellipse((268, 138, 372, 232), fill=hair)
    draw.ellipse((276, 154, 364, 258), fill=skin)
    if rng.random() < 0.5:
        draw.rectangle((268, 186, 282, 290), fill=hair)
        draw.rectangle((358, 186, 372, 290), fill=hair)
    for x in (302, 338):
        draw.ellipse((x - 4, 198, x + 4, 206), fill="#2b1f16")
    draw.arc((300, 206, 340, 240), 20, 160, fill="#7a4a30", width=4)
    draw.rectangle((236, 300, 262, 400), fill=skin)
    draw.rectangle((378, 300, 404, 400), fill=skin)
    draw.arc((248, 286, 300, 340), 60, 300, fill="#dcae41", width=9)
    draw.arc((340, 286, 392, 340), 240, 120, fill="#dcae41", width=9)
    draw.polygon([(280, 276), (360, 276), (350, 336), (320, 358), (290, 336)], fill="#dcae41")
    draw.rectangle((312, 356, 328, 382), fill="#b98f2f")
    draw.rectangle((288, 380, 352, 396), fill="#7d5f18")
    for x in range(-20, 660, 40):
        draw.ellipse((x, 396, x + 44, 440), fill="#04141a")


def _hall(draw: ImageDraw.ImageDraw, rng: Random) -> None:
    draw.rectangle((0, 0, 640, 150), fill=rng.choice(("#8b9694", "#b7b0a1", "#47682c", "#6d3a63")))
    for at in range(4):
        draw.rectangle((40 + at * 150, 36, 120 + at * 150, 120), fill="#f0e8c8")
    draw.rectangle((0, 150, 640, 420), fill="#ded3bc")
    for row in range(2):
        for column in range(3):
            x, y = 50 + column * 195 + row * 40, 175 + row * 120
            for seat in range(4):
                right, down = ((-12, 18), (126, 18), (24, -22), (92, 54))[seat]
                box = (x + right, y + down, x + right + 32, y + down + 32)
                draw.ellipse(box, fill=rng.choice(_CLOTHES))
            draw.ellipse((x, y, x + 140, y + 72), fill="#7c5434")
            for card in range(5):
                spot = x + 22 + card * 20
                draw.rectangle((spot, y + 26, spot + 13, y + 46), fill=rng.choice(("#fffdf8", "#e3eeeb", "#f8ebc9")))


def at_time(day: date, hour: time) -> datetime:
    """Return a time of day in the championship's time zone."""
    return datetime.combine(day, hour, TIME_ZONE)

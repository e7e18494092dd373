"""Plans of the golden playthroughs of Megalomania: players, options, and the events to appear in them together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from games.decision import Choose, Decision
from games.megalomania import notation, powers, resources, scrolls, tricks
from games.megalomania.cards import RANKS
from games.megalomania.game import GAME
from games.megalomania.state import KEEPSAKE, Table
from games.record import Record
from games.runner import play_recorded

_SCROLLS: Final = [number for number in range(1, 21) if number not in scrolls.NEVER_PLAYED]
#: Every power, scroll and mission; the choices given by scrolls; both signs of cubes.
WANTED: Final = frozenset(
    (
        *(f"power {rank}" for rank in RANKS),
        *(f"scroll {number}" for number in _SCROLLS),
        *("held 5", "reward 17", "copied", "kept and played", "stolen", "waited", "extra"),
        *("win", "duck", "duck leading", "cubes up", "cubes down", "one trick changed"),
        *(f"mission {number}" for number in range(1, 26)),
    )
)
#: Players and options of the playthroughs, in order; each is, of several games, the one with most of the missing
#: events.
GAMES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("01-four-players", 4, {}),
    ("02-pairs", 4, {"pairs": True, "dealer": 3}),
    ("03-three-players", 3, {"dealer": 2}),
    ("04-two-players", 2, {}),
    ("05-two-players-again", 2, {"dealer": 2}),
    ("06-three-players-again", 3, {}),
    ("07-four-players-again", 4, {"dealer": 4}),
)
TRIES: Final = 40


def shown(decision: Decision, option: int) -> set[str]:
    """Return the events of an answer, in the words of WANTED."""
    table: Table = decision.context
    shows = {f"mission {table.mission}"}
    if any(KEEPSAKE in seat_scrolls for seat_scrolls in table.held):
        shows.add("held 5")
    if any(table.rewards):
        shows.add("reward 17")
    kind, word = decision.kind, str(notation.show(decision.kind, option))
    if kind == "scroll" and option != scrolls.PASS:
        shows.add(f"scroll {option}")
    elif kind == "play" and option in tricks.WITH_CRYSTAL:
        shows.add("power assassin")
    elif kind in ("window", "extra") and word in RANKS:
        shows |= {f"power {word}"} | ({"extra"} if kind == "extra" else set())
    elif kind == "window" and word != "done":
        shows.add({"+": "cubes up", "-": "cubes down"}.get(word[0]) or ("duck leading" if "_" in word else word))
    event = {"copy": "copied", "trick_more": "one trick changed" if option else ""}.get(kind, "")
    if word == "yes":
        event = {"play_now": "kept and played", "steal": "stolen", "wait": "waited"}[kind]
    return shows | ({event} - {""})


def curious(seed: str, shows: set[str]) -> Choose:
    """Return a player who collects and plays scrolls, uses powers where possible and few cubes; records events."""
    random = Random(seed)

    def choose(decision: Decision) -> Any:
        options: tuple[int, ...] = decision.options
        option = random.choice(options)
        if decision.kind == "resources":
            likely = (resources.SCROLL, resources.SCROLL, 0, 0, 2)
            option = random.choice([each for each in likely if each in options])
        elif decision.kind == "scroll":
            option = random.choice(options[1:])
        elif decision.kind == "window":
            free = [each for each in options if each.act in ("power", "win", "duck", "duck_colour")]
            option = random.choice(free) if free else random.choice((powers.DONE, option))
        elif decision.kind == "play":
            option = options[-1] if options[-1] in tricks.WITH_CRYSTAL else option
        shows.update(shown(decision, option))
        return option

    return choose


def megalomania_playthroughs() -> Iterator[tuple[str, Record]]:
    """Yield, for each of GAMES, the one of TRIES with most events missing from those before it."""
    missing = set(WANTED)
    for name, players, options in GAMES:
        names = [f"Seat {seat + 1}" for seat in range(players)]
        setup = GAME.setup(players, options)
        best: tuple[int, Record, set[str]] | None = None
        for number in range(TRIES):
            shows: set[str] = set()
            seed = f"golden/{name}/{number}"
            _, record = play_recorded(GAME, names, setup, seed, curious(seed, shows), with_chance=players != 3)
            new = len(missing & shows)
            if best is None or new > best[0]:
                best = new, record, shows
        assert best is not None
        missing -= best[2]
        yield name, best[1]
    assert not missing, f"no game shows {sorted(missing)}"

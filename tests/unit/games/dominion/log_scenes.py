"""Small logs in the server's format: an opening of two turns each, then a scene."""

from __future__ import annotations

from games.dominion import cards as c
from games.dominion.logs.importing import LogResult, import_log

KINGDOM = "Adventurer, Bureaucrat, Cellar, Chapel, Feast, Library, Militia, Mine, Moat, and Moneylender"
SECOND = "Chancellor, Council Room, Remodel, Smithy, Spy, Thief, Throne Room, Village, Witch, and Woodcutter"
THIRD = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, and Workshop"
#: Findings of every scene: it has no summary, and it ends before the game does.
USUAL = ("L5", "L7")


def article(name: str) -> str:
    """Return the card with its article."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def opening(name: str, first: str, second: str) -> tuple[list[str], list[str]]:
    """Return the first two turns of a player who buys these cards (``""``: none)."""
    price = c.COST[c.by_name(first)] if first else 3
    coins = price if price > 3 else 4
    turns = []
    for number, (card, copper) in enumerate(((first, coins), (second, 7 - coins)), 1):
        lines = [f"--- {name}'s turn {number} ---", f"{name} plays {copper} Coppers."]
        if card:
            lines.append(f"{name} buys {article(card)}.")
        turns.append([*lines, f"({name} reshuffles.)"] if number == 2 else lines)
    return turns[0], turns[1]


def scene(
    body: str,
    *,
    anna: tuple[str, str] = ("Silver", ""),
    bruno: tuple[str, str] = ("Silver", ""),
    kingdom: str = KINGDOM,
    hand: str = "",
) -> str:
    """Return a log of Anna and Bruno whose third turns are ``body`` (with the headings of the turns).

    Arguments:
        anna, bruno: purchases of their first two turns.
        hand: Anna's hand in the third turn, where the log names it.
    """
    a1, a2 = opening("Anna", *anna)
    b1, b2 = opening("Bruno", *bruno)
    if hand:
        a2.append(f"(Anna draws: {hand}.)")
    head = [f"cards in supply: {kingdom}", "", "Game log", "Turn order is Anna and then Bruno.", ""]
    scene_lines = [line.strip() for line in body.strip().split("\n")]
    return "\n".join([*head, *a1, *b1, *a2, *b2, "--- Anna's turn 3 ---", *scene_lines]) + "\n"


def codes(result: LogResult) -> list[str]:
    """Return the codes found, without those of every scene."""
    return [finding.code for finding in result.findings if finding.code not in USUAL]


def play_scene(body: str, **options: object) -> LogResult:
    """Return the result of a scene; see :func:`scene`."""
    return import_log(scene(body, **options))


def curses(turns: int) -> str:
    """Return a log of Anna and Bruno who play nothing and buy a Curse each turn, with every reshuffle in its place."""
    decks, discards = [5, 5], [0, 0]
    lines = [f"cards in supply: {KINGDOM}", "Game log", "Turn order is Anna and then Bruno."]
    for number in range(turns):
        seat, name = number % 2, ("Anna", "Bruno")[number % 2]
        lines += [f"--- {name}'s turn {number // 2 + 1} ---", f"{name} buys a Curse."]
        discards[seat] += 6
        if decks[seat] < 5:
            lines.append(f"({name} reshuffles.)")
            decks[seat], discards[seat] = decks[seat] + discards[seat], 0
        decks[seat] -= 5
    return "\n".join(lines) + "\n"

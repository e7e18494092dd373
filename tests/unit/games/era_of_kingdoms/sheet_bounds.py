"""The bounds of Era of Kingdoms: for each the sheet that breaks it alone, and the legal one beside it.

Sheets still being typed hold nothing but what the bound looks at.
"""

from __future__ import annotations

from typing import Any

from tests.unit.games.bounds import WARNING, Bound, Sheet

CELLS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def typed(*seats: Sheet, **table: Any) -> Sheet:
    """Return a sheet still being typed."""
    return {"complete": False, **table, "seats": list(seats)}


def alone(seat: Sheet, shadow: Sheet, **table: Any) -> Sheet:
    """Return a sheet of the game alone, still being typed."""
    return {"complete": False, "difficulty": "normal", **table, "seats": [seat], "shadow": shadow}


def each(name: str, *values: Any, **table: Any) -> Sheet:
    """Return a sheet with one field of each seat."""
    return typed(*[{name: value} for value in values], **table)


def cells(*cards: str, **more: Any) -> Sheet:
    """Return a seat with these top lands."""
    return {"cells": {name: {"card": card} for name, card in zip(CELLS, cards, strict=False)}, **more}


def under(card: str, *, amount: int = 1, name: str = "plagues") -> Sheet:
    """Return a seat with one land and what lies under it."""
    return {"cells": {"N": {"card": card, name: amount}}}


def stack(*cards: str, top: str = "") -> Sheet:
    """Return a seat with one stack, from bottom to top."""
    return {"cells": {"N": {"card": top or cards[-1], "cards_bottom_to_top": list(cards)}}}


def boards(players: int, card: str, number: int, **table: Any) -> Sheet:
    """Return a sheet on which so many copies of a land lie, eight at most on each board."""
    counts = [min(8, max(0, number - 8 * seat)) for seat in range(players)]
    return typed(*[cells(*[card] * count) for count in counts], **table)


ROW = {"points": 9, "riches": 2, "attack": 1, "defence": 1, "food": 1, "wood": 1, "metal": 1, "population": 1}


def placed(name: str, first: int, second: int) -> Sheet:
    """Return two seats equal in all but one number, the first of them in the first place."""
    return typed({**ROW, name: first, "place": 1}, {**ROW, name: second, "place": 2})


def ended(how: str, *turns: int, drawer: int = 1, **table: Any) -> Sheet:
    """Return a sheet that says how the game ended, and each seat's turns."""
    return each("turns", *turns, how=how, drawer=drawer, **table)


def realm(name: str, turns: int) -> Sheet:
    return typed({"realm": name, "turns": turns}, {})


def advanced(players: int, number: int, **table: Any) -> Sheet:
    """Return a sheet with so many victory and other advanced cards, all beside the first board, which has a Castle."""
    kinds = ("food4", "metal4", "wood4", "pop4", "monument")
    names = [kind for kind in kinds for _ in range(2)]
    persons = ["king"] * 2 + ["general"] * 2
    victories = ["victory_F", "victory_W", "victory_M", "victory_P"]
    seats: list[Sheet] = [{"realm": "town_hall"} for _ in range(players)]
    seats[0]["realm"] = "castle"
    taken = number
    seats[0]["victories"], taken = victories[:taken], max(0, taken - 4)
    seats[0]["persons"], taken = persons[: min(3, taken)], max(0, taken - 3)
    seats[0] |= cells(*names[: min(8, taken)])
    taken = max(0, taken - 8)
    seats[-1] |= cells(*names[8:][:taken])
    return typed(*seats, how="deck", drawer=1, **table)


def twelve(last: Sheet) -> Sheet:
    """Return two boards of six cells after two turns each; the last cell is given."""
    first, second = cells(*["houses"] * 6, turns=2), cells(*["forest"] * 5, turns=2)
    second["cells"]["W"] = last
    return typed(first, second)


def shadow_lands(number: int, turns: int, realm_name: str = "town_center") -> Sheet:
    """Return the game alone with so many lands of the shadow realm, no more of each than there are."""
    lands = [name for name in ("mountain", "forest", "houses", "field") for _ in range(7)]
    return alone({"realm": realm_name, "turns": turns}, {"lands": lands[:number], "turns": turns})


def castle_turns(first: int, second: int) -> Sheet:
    """Return four seats, two of them with a Castle, and the turns of the first and of the others."""
    names = ["castle", "castle", "town_hall", "town_hall"]
    numbers = [first, second, second, second]
    seats = [{"realm": name, "turns": number} for name, number in zip(names, numbers, strict=True)]
    return typed(*seats, how="deck", drawer=1)


BOUNDS = [
    Bound(
        "V1",
        "Riches of two players: 4",
        "S54, S776",
        "3 and 2",
        "2 and 2",
        each("riches", 3, 2),
        each("riches", 2, 2),
    ),
    Bound(
        "V1",
        "Riches of three players: 9",
        "S54",
        "3, 3, 2",
        "3, 3, 3",
        each("riches", 3, 3, 2),
        each("riches", 3, 3, 3),
    ),
    Bound(
        "V1",
        "Riches of four players: 12",
        "S54",
        "12 and 1, the others 0",
        "12 and 0",
        each("riches", 12, 1, 0, 0),
        each("riches", 12, 0, 0, 0),
    ),
    Bound(
        "V1",
        "Riches of player and shadow realm: 4",
        "S862, S926",
        "3 and 2",
        "4 and 0",
        alone({"riches": 3}, {"riches": 2}),
        alone({"riches": 4}, {"riches": 0}),
    ),
    Bound(
        "V1",
        "Riches of some, before the others are written",
        "S54",
        "13 of four players",
        "12",
        typed({"riches": 13}, {}, {}, {}),
        typed({"riches": 12}, {}, {}, {}),
    ),
    Bound(
        "V2",
        "Three places for persons",
        "O-hiew, 13.35",
        "4 guards",
        "3 guards",
        typed({"persons": ["guard"] * 4}, {}, {}, {}),
        typed({"persons": ["guard"] * 3}, {}, {}, {}),
    ),
    Bound(
        "F2",
        "Eight cells",
        "S218",
        "a land in the cell C",
        "in the cell N",
        typed({"cells": {"C": {"card": "field"}}}, {}),
        typed({"cells": {"N": {"card": "field"}}}, {}),
    ),
    Bound(
        "V3",
        "A victory card is worth half of its units, rounded down",
        "S609-S620",
        "3 points of 5 food",
        "2 of 5",
        typed({"food": 5, "wood": 0, "metal": 0, "population": 0, "victories": [{"card": "victory_F", "vp": 3}]}, {}),
        typed({"food": 5, "wood": 0, "metal": 0, "population": 0, "victories": [{"card": "victory_F", "vp": 2}]}, {}),
    ),
    Bound(
        "V3",
        "A victory card counts its own resource",
        "S609-S620",
        "3 points with 6 wood and 4 food",
        "2 points",
        typed({"food": 4, "wood": 6, "metal": 0, "population": 0, "victories": [{"card": "victory_F", "vp": 3}]}, {}),
        typed({"food": 4, "wood": 6, "metal": 0, "population": 0, "victories": [{"card": "victory_F", "vp": 2}]}, {}),
    ),
    Bound(
        "V4",
        "A plague takes two points",
        "S471",
        "-3 for 2",
        "-4 for 2",
        typed({"plagues": 2, "plague_vp": -3}, {}),
        typed({"plagues": 2, "plague_vp": -4}, {}),
    ),
    Bound(
        "V4:count",
        "Plagues are those under the lands",
        "S465",
        "2 counted, 1 under a field",
        "1 and 1",
        typed({**under("field"), "plagues": 2}, {}),
        typed({**under("field"), "plagues": 1}, {}),
    ),
    Bound(
        "V4:immediate",
        "A play-immediately card is one point",
        "S543",
        "3 points for 2",
        "2 for 2",
        typed({"realm": "town_hall", "immediate": 2, "immediate_vp": 3}, {}),
        typed({"realm": "town_hall", "immediate": 2, "immediate_vp": 2}, {}),
    ),
    Bound(
        "V5",
        "The total is the sum of its parts",
        "S441-S446",
        "11 of 5 + 3 + 2",
        "10",
        typed({"lands_vp": 5, "persons_vp": 3, "victories_vp": 2, "immediate": 0, "plagues": 0, "points": 11}, {}),
        typed({"lands_vp": 5, "persons_vp": 3, "victories_vp": 2, "immediate": 0, "plagues": 0, "points": 10}, {}),
    ),
    Bound(
        "V5",
        "Riches are no points",
        "S446-S455, 13.15",
        "12 of 10 with 2 riches",
        "10 with 2 riches",
        typed(
            {
                "lands_vp": 10,
                "persons_vp": 0,
                "victories_vp": 0,
                "immediate": 0,
                "plagues": 0,
                "riches": 2,
                "points": 12,
            },
            {},
        ),
        typed(
            {
                "lands_vp": 10,
                "persons_vp": 0,
                "victories_vp": 0,
                "immediate": 0,
                "plagues": 0,
                "riches": 2,
                "points": 10,
            },
            {},
        ),
    ),
    Bound(
        "V5:part",
        "The points of the lands are those written beside them",
        "S441",
        "3 for 1 and 1",
        "2",
        typed({"cells": {"N": {"card": "walls", "vp": 1}, "E": {"card": "walls", "vp": 1}}, "lands_vp": 3}, {}),
        typed({"cells": {"N": {"card": "walls", "vp": 1}, "E": {"card": "walls", "vp": 1}}, "lands_vp": 2}, {}),
    ),
    *(
        Bound(
            "V5:place",
            f"Places: {words}",
            "S446-S455",
            f"the first with one less of {name}",
            "with one more",
            placed(name, *(values if name != "riches" else (1, 3))),
            placed(name, *(values[::-1] if name != "riches" else (3, 1))),
        )
        for name, words, values in (
            ("points", "points first", (9, 10)),
            ("riches", "then riches", (1, 2)),
            ("attack", "then attack", (1, 2)),
            ("defence", "then defence", (1, 2)),
            ("wood", "then all resources", (1, 2)),
        )
    ),
    Bound(
        "V6",
        "The drawer has a Castle",
        "S300-S305",
        "a Town Hall",
        "a Castle",
        typed({"realm": "town_hall"}, {}, how="deck", drawer=1),
        typed({"realm": "castle"}, {}, how="deck", drawer=1),
    ),
    Bound(
        "V6:shadow",
        "The shadow realm draws by the player's realm",
        "S887-S900",
        "it drew, the player has a Town Hall",
        "a Castle",
        alone({"realm": "town_hall"}, {}, how="deck", drawer="shadow"),
        alone({"realm": "castle"}, {}, how="deck", drawer="shadow"),
    ),
    Bound(
        "V6:limit",
        "Nobody draws the end card in a game that was stopped",
        "17.5",
        "time, with a drawer",
        "time, without",
        typed({}, {}, how="time", drawer=1),
        typed({}, {}, how="time"),
    ),
    Bound(
        "V6:refill",
        "The board is refilled in games with trade alone",
        "S705-S710",
        "refill without trade",
        "with trade",
        typed({}, {}, how="refill", drawer=1),
        typed({}, {}, how="refill", drawer=1, trade=True),
    ),
    Bound(
        "V6:points",
        "The end card is no point among several players",
        "13.16",
        "1 point",
        "0",
        typed({"age_vp": 1}, {}, how="deck", drawer=1),
        typed({"age_vp": 0}, {}, how="deck", drawer=1),
    ),
    Bound(
        "V6:points",
        "Alone, the end card is its drawer's point",
        "S960",
        "a point of the shadow realm, the player drew",
        "the player's",
        alone({"age_vp": 1}, {"age_vp": 1}, how="deck", drawer=1),
        alone({"age_vp": 1}, {"age_vp": 0}, how="deck", drawer=1),
    ),
    Bound(
        "V7",
        "After a draw from the deck each has one turn more",
        "S436-S437",
        "12, 12: the first drew",
        "12, 11",
        ended("deck", 12, 12),
        ended("deck", 12, 11),
    ),
    Bound(
        "V7",
        "Who sits before the drawer has as many",
        "S436-S437",
        "13, 12: the second drew",
        "12, 12",
        ended("deck", 13, 12, drawer=2),
        ended("deck", 12, 12, drawer=2),
    ),
    Bound(
        "V7",
        "After a refill the drawer has no turn more",
        "S727-S734",
        "11, 11, 11: the second drew",
        "12, 11, 11",
        ended("refill", 11, 11, 11, drawer=2, trade=True),
        ended("refill", 12, 11, 11, drawer=2, trade=True),
    ),
    Bound(
        "V7",
        "At the limit of rounds all turns are equal",
        "17.5",
        "60, 59",
        "60, 60",
        each("turns", 60, 59, how="round_limit"),
        each("turns", 60, 60, how="round_limit"),
    ),
    Bound(
        "V7",
        "Player and shadow realm take turns",
        "S967",
        "12, 11",
        "12, 12",
        alone({"turns": 12}, {"turns": 11}, how="deck", drawer=1),
        alone({"turns": 12}, {"turns": 12}, how="deck", drawer=1),
    ),
    Bound(
        "V7:rounds",
        "Rounds are the turns of the start player",
        "17.6",
        "10 rounds, 11 turns",
        "11 rounds",
        typed({"turns": 11}, {}, rounds=10),
        typed({"turns": 11}, {}, rounds=11),
    ),
    Bound(
        "V7:circle",
        "A later seat has no more turns than the one before it",
        "S130",
        "9, 10 when the time was over",
        "10, 9",
        each("turns", 9, 10, how="time"),
        each("turns", 10, 9, how="time"),
    ),
    Bound(
        "V7:circle",
        "Nobody is two turns behind",
        "S130",
        "10, 10, 8 when the time was over",
        "10, 10, 9",
        each("turns", 10, 10, 8, how="time"),
        each("turns", 10, 10, 9, how="time"),
    ),
    Bound(
        "V7:circle",
        "The circle begins with the start player",
        "S129-S130",
        "10, 9, the second began",
        "9, 10",
        each("turns", 10, 9, how="time", start=2),
        each("turns", 9, 10, how="time", start=2),
    ),
    Bound(
        "V7:circle",
        "Rounds against the turns of every seat",
        "17.6",
        "10 rounds, 8 turns of the second",
        "9 turns",
        typed({}, {"turns": 8}, rounds=10),
        typed({}, {"turns": 9}, rounds=10),
    ),
    Bound(
        "V8",
        "A Castle that lost nothing stands over three cards",
        "S368-S372",
        "two persons",
        "three of level 3",
        typed({"realm": "castle", "cells": {}, "persons": ["lord"] * 2, "cards_left_the_territory": False}, {}),
        typed({"realm": "castle", "cells": {}, "persons": ["lord"] * 3, "cards_left_the_territory": False}, {}),
    ),
    Bound(
        "V8",
        "They are of level 3",
        "S368-S372",
        "two lords and a guard",
        "three lords",
        typed({"realm": "castle", "cells": {}, "persons": ["lord", "lord", "guard"]}, {}),
        typed({"realm": "castle", "cells": {}, "persons": ["lord"] * 3}, {}),
        WARNING,
    ),
    Bound(
        "V9",
        "The shadow realm counts all of its cards",
        "S970-S980",
        "6 of 5",
        "5",
        alone(
            {},
            {
                "lands_vp": 5,
                "persons_vp": 0,
                "victories_vp": 0,
                "immediate": 0,
                "plagues": [],
                "age_vp": 0,
                "points": 6,
            },
        ),
        alone(
            {},
            {
                "lands_vp": 5,
                "persons_vp": 0,
                "victories_vp": 0,
                "immediate": 0,
                "plagues": [],
                "age_vp": 0,
                "points": 5,
            },
        ),
    ),
    Bound(
        "V10",
        "No card more often than in the box",
        "S61-S73",
        "11 mountains of four players",
        "10",
        boards(4, "mountain", 11),
        boards(4, "mountain", 10),
        WARNING,
    ),
    Bound(
        "V10",
        "Less those taken out for two players",
        "S771-S828",
        "9 mountains of two players",
        "8",
        boards(2, "mountain", 9),
        boards(2, "mountain", 8),
        WARNING,
    ),
    Bound(
        "V10",
        "Less those taken out for three players",
        "S771-S828",
        "10 mountains of three players",
        "9",
        boards(3, "mountain", 10),
        boards(3, "mountain", 9),
        WARNING,
    ),
    Bound(
        "V10",
        "Covered cards count",
        "S210",
        "8 mountains and one under a mine",
        "7 and one",
        typed(cells(*["mountain"] * 8), stack("mountain", "mine")),
        typed(cells(*["mountain"] * 7), stack("mountain", "mine")),
        WARNING,
    ),
    Bound(
        "V10",
        "High Yields are cards",
        "S402-S411",
        "5 under a field",
        "4",
        typed(under("field", amount=5, name="high_yields"), {}),
        typed(under("field", amount=4, name="high_yields"), {}),
        WARNING,
    ),
    Bound(
        "V10",
        "One plague of each resource",
        "S465-S471",
        "2 under a field",
        "1",
        typed(under("field", amount=2), {}),
        typed(under("field"), {}),
        WARNING,
    ),
    Bound(
        "V10:plagues",
        "Plagues in all",
        "S465",
        "5 written",
        "4",
        typed({"plagues": 5}, {}),
        typed({"plagues": 4}, {}),
        WARNING,
    ),
    Bound(
        "V10:immediate",
        "Play-immediately cards in all",
        "S543",
        "5 and 4",
        "4 and 4",
        typed({"realm": "town_hall", "immediate": 5}, {"immediate": 4}),
        typed({"realm": "town_hall", "immediate": 4}, {"immediate": 4}),
        WARNING,
    ),
    Bound(
        "V11:points",
        "Points are printed on the card",
        "S136-S149",
        "2 beside Walls",
        "1",
        typed({"cells": {"N": {"card": "walls", "vp": 2}}}, {}),
        typed({"cells": {"N": {"card": "walls", "vp": 1}}}, {}),
        WARNING,
    ),
    Bound(
        "V11",
        "Defence is that of the cards",
        "S247-S251",
        "3 of Walls",
        "2",
        typed({**cells("walls"), "persons": [], "defence": 3}, {}),
        typed({**cells("walls"), "persons": [], "defence": 2}, {}),
        WARNING,
    ),
    Bound(
        "V11",
        "A plague takes a unit",
        "S471",
        "1 food of a Field with its plague",
        "0",
        typed({**under("field"), "persons": [], "food": 1}, {}),
        typed({**under("field"), "persons": [], "food": 0}, {}),
        WARNING,
    ),
    Bound(
        "V11",
        "A covered land gives nothing",
        "13.7",
        "3 food of a Farm over a Field",
        "2",
        typed({**stack("field", "farm"), "persons": [], "food": 3}, {}),
        typed({**stack("field", "farm"), "persons": [], "food": 2}, {}),
        WARNING,
    ),
    *(
        Bound(
            "V12",
            f"Advanced cards above the end card, {count} players",
            "S35-S48",
            f"{most + 1} on the boards",
            f"{most}",
            advanced(count, most + 1),
            advanced(count, most),
            WARNING,
        )
        for count, most in ((2, 9), (3, 11), (4, 13))
    ),
    Bound(
        "V12:castle",
        "Without a Castle nobody draws them",
        "S300-S305",
        "a king, two Town Halls",
        "a Castle",
        typed({"realm": "town_hall", "persons": ["king"]}, {"realm": "town_hall"}, how="time"),
        typed({"realm": "castle", "persons": ["king"]}, {"realm": "town_hall"}, how="time"),
        WARNING,
    ),
    Bound(
        "V13:bottom",
        "The stack icon needs a card below",
        "S210-S218",
        "a Farm alone in its stack",
        "over a Field",
        typed(stack("farm"), {}),
        typed(stack("field", "farm"), {}),
    ),
    Bound(
        "V13",
        "Of the same resource",
        "S210-S218",
        "a Farm over a Mountain",
        "over a Field",
        typed(stack("mountain", "farm"), {}),
        typed(stack("field", "farm"), {}),
        WARNING,
    ),
    Bound(
        "V13",
        "Of a lower level",
        "S253-S283",
        "a Farm over a land of level 3",
        "below it",
        typed(stack("field", "food3", "farm"), {"realm": "town_hall"}),
        typed(stack("field", "farm", "food3"), {"realm": "town_hall"}),
        WARNING,
    ),
    Bound(
        "V13:top",
        "The top card is the last of its stack",
        "S146",
        "a Field, over it a Farm",
        "the Farm",
        typed(stack("field", "farm", top="field"), {}),
        typed(stack("field", "farm"), {}),
    ),
    Bound(
        "V13:trade",
        "Trade cards are in the box without trade",
        "S64, 13.33",
        "a Trading Post",
        "with trade",
        typed(cells("trading_post"), {}),
        typed(cells("trading_post"), {}, trade=True),
    ),
    Bound(
        "V13:plague",
        "A plague lies under its resource",
        "S465-S471",
        "under Walls",
        "under a Field",
        typed({**under("walls"), "plagues": 1}, {}),
        typed({**under("field"), "plagues": 1}, {}),
    ),
    Bound(
        "V13:yield",
        "A High Yield lies under what gives units",
        "S402-S411",
        "under Walls",
        "under a Market",
        typed(under("walls", name="high_yields"), {}),
        typed(under("market", name="high_yields"), {}),
    ),
    Bound(
        "V14",
        "Cards on all boards: three for each turn",
        "S99-S117",
        "12 cells and a High Yield after 2 and 2 turns",
        "12 cells",
        twelve({"card": "field", "high_yields": 1}),
        twelve({"card": "field"}),
    ),
    Bound(
        "V14",
        "Covered cards were laid too",
        "S210",
        "12 cells, in one a Farm over its Field, after 2 and 2 turns",
        "a Field alone",
        twelve({"card": "farm", "cards_bottom_to_top": ["field", "farm"]}),
        twelve({"card": "field", "cards_bottom_to_top": ["field"]}),
    ),
    Bound(
        "V14",
        "What has the stack icon covers a card that is not written",
        "S210-S218",
        "3 Farms on top and 2 lands after 1 and 1 turns",
        "3 Farms",
        typed({**cells("farm", "farm"), "turns": 1}, {**cells("farm", "field"), "turns": 1}),
        typed({**cells("farm"), "turns": 1}, {**cells("farm", "field"), "turns": 1}),
    ),
    Bound(
        "V14",
        "Plagues and High Yields were laid too",
        "S402, S465",
        "4 cells, 2 High Yields, a plague after 1 and 1 turns",
        "no plague",
        typed(
            {"cells": {"N": {"card": "field", "high_yields": 2, "plagues": 1}}, "turns": 1},
            {**cells(*["houses"] * 3), "turns": 1},
        ),
        typed(
            {"cells": {"N": {"card": "field", "high_yields": 2}}, "turns": 1}, {**cells(*["houses"] * 3), "turns": 1}
        ),
    ),
    Bound(
        "V14:seat",
        "Cells, persons and victories of one board: three for each turn",
        "S99-S117",
        "7 cells after 2 turns",
        "6 cells",
        typed({**cells(*["houses"] * 7), "turns": 2}, {"turns": 2}),
        typed({**cells(*["houses"] * 6), "turns": 2}, {"turns": 2}),
    ),
    Bound(
        "V14:medium",
        "Medium cards are laid from the second turn on",
        "S287-S316, S357",
        "4 lords after 2 and 1 turns",
        "3",
        typed(
            {"realm": "town_hall", "persons": ["lord"] * 2, "turns": 2},
            {"persons": ["lord"] * 2, "turns": 1},
        ),
        typed({"realm": "town_hall", "persons": ["lord"] * 2, "turns": 2}, {"persons": ["lord"], "turns": 1}),
        WARNING,
    ),
    Bound(
        "V14:advanced",
        "Advanced cards are laid from the fourth turn on",
        "S300-S305, S357, S368",
        "2 kings and 2 generals after 4 and 3 turns",
        "3 of them",
        typed(
            {"realm": "castle", "persons": ["king"] * 2, "turns": 4},
            {"persons": ["general"] * 2, "turns": 3},
        ),
        typed({"realm": "castle", "persons": ["king"] * 2, "turns": 4}, {"persons": ["general"], "turns": 3}),
        WARNING,
    ),
    Bound(
        "V14:shadow",
        "The shadow realm draws one card a turn",
        "S887-S900",
        "13 lands after 6 turns",
        "12, six by Forgotten Knowledge and Lost Artifact",
        shadow_lands(13, 6),
        shadow_lands(12, 6),
    ),
    Bound(
        "V14:shadow",
        "Two from the player's Town Hall on",
        "S887-S900",
        "15 lands after 4 turns",
        "14",
        shadow_lands(15, 4, "town_hall"),
        shadow_lands(14, 4, "town_hall"),
    ),
    Bound(
        "V15",
        "A Town Hall takes a turn",
        "S351-S366",
        "after 0 turns",
        "after 1",
        realm("town_hall", 0),
        realm("town_hall", 1),
    ),
    Bound(
        "V15",
        "A Castle takes a second turn",
        "S351-S372, 13.9",
        "after 1 turn",
        "after 3",
        realm("castle", 1),
        realm("castle", 3),
    ),
    Bound(
        "V15",
        "A Castle takes a third turn: no base card has level 3",
        "S368-S372, O-monkeys",
        "after 2 turns",
        "after 3",
        realm("castle", 2),
        realm("castle", 3),
        WARNING,
    ),
    Bound(
        "V15:immediate",
        "Without a Town Hall nobody draws play-immediately cards",
        "S300, S556-S565",
        "1, two Town Centers",
        "1, a Town Hall",
        typed({"realm": "town_center", "immediate": 1}, {"realm": "town_center"}),
        typed({"realm": "town_hall", "immediate": 1}, {"realm": "town_center"}),
    ),
    Bound(
        "V15:medium",
        "Nor other medium cards",
        "S287-S300",
        "a lord, two Town Centers",
        "a Town Hall",
        typed({"realm": "town_center", "persons": ["lord"]}, {"realm": "town_center"}),
        typed({"realm": "town_hall", "persons": ["lord"]}, {"realm": "town_center"}),
        WARNING,
    ),
    Bound(
        "V15:drawer",
        "The end card takes two turns for the realm, one to draw, one more",
        "S357, S436",
        "3 and 2 turns, the first drew",
        "4 and 3",
        ended("deck", 3, 2),
        ended("deck", 4, 3),
    ),
    Bound(
        "V15:drawer",
        "And three turns for the realm, where no base card has level 3",
        "S357, S368, S436",
        "4 and 3 turns, the first drew",
        "5 and 4",
        ended("deck", 4, 3),
        ended("deck", 5, 4),
        WARNING,
    ),
    Bound(
        "V15:drawer",
        "After a refill the drawer has no turn more",
        "S357, S727-S734",
        "2 and 2 turns, the first drew",
        "3 and 3",
        ended("refill", 2, 2, trade=True),
        ended("refill", 3, 3, trade=True),
    ),
    Bound(
        "V15:drawer",
        "The shadow realm draws it in the turn of the Castle, and has another turn",
        "S887-S900, S960-S968",
        "2 and 2 turns",
        "3 and 3",
        alone({"turns": 2}, {"turns": 2}, how="deck", drawer="shadow"),
        alone({"turns": 3}, {"turns": 3}, how="deck", drawer="shadow"),
    ),
    Bound(
        "V15:castle",
        "Each turn at a Castle draws one advanced card",
        "S300-S305, S35-S48",
        "two Castles of four players after 8 and 7 turns",
        "after 9 and 8",
        castle_turns(8, 7),
        castle_turns(9, 8),
        WARNING,
    ),
]

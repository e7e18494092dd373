"""Check draws by the text of draws.md alone: Python 3.10 or later, its standard library, nothing of the product.

    python check_draw.py FILE...    an event file, the record of a draw, or a list of records

Prints each draw and what is wrong with it. Exit status: 0 all agree, 1 one does not, 2 unreadable. That the beacon
signed its round is not checked here: fossato-verify[beacon] does that.
"""

import json
import sys
import unicodedata
from hashlib import sha256

ATTACKS = ["bureaucrat", "militia", "spy", "thief", "witch"]
CARDS = [
    *["adventurer", "bureaucrat", "cellar", "chancellor", "chapel", "council_room", "feast", "festival", "gardens"],
    *["laboratory", "library", "market", "militia", "mine", "moat", "moneylender", "remodel", "smithy", "spy"],
    *["thief", "throne_room", "village", "witch", "woodcutter", "workshop"],
]
PURPOSES = ["tables", "seats", "kingdom", "table_lots", "standings_lots", "ranking_lots"]


def is_hex(text, digits):
    """Return whether a value is written as so many lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == digits and set(text) <= set("0123456789abcdef")


def shuffled(head, items):
    """Return the items in the order of the stream: blocks of eight numbers, rejection, exchange from the end."""
    items, numbers, block = list(items), [], 0
    for last in range(len(items) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        number = limit
        while number >= limit:
            if not numbers:
                data = sha256((head + str(block)).encode()).digest()
                numbers, block = [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)], block + 1
            number = numbers.pop(0)
        other = number % (last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def kingdom(order):
    """Return the ten cards and the attacks put aside, by the Moat rule."""
    nine, rest = order[:9], order[9:]
    if "moat" in nine:
        return [*nine, rest[0]], []
    if set(nine) & set(ATTACKS):
        return [*nine, "moat"], []
    tenth = next(index for index, card in enumerate(rest) if card not in ATTACKS)
    return [*nine, rest[tenth]], rest[:tenth]


def outcome_of(draw, word):
    """Return outcome and rejected that seed and word give."""
    is_kingdom = draw["purpose"] == "kingdom"
    head = "\n".join(["fossato-draw/1", draw.get("seed", ""), word, draw["purpose"], draw.get("scope", ""), ""])
    order = shuffled(head, CARDS if is_kingdom else draw["inputs"])
    return kingdom(order) if is_kingdom else (order, [])


def beacon_number(beacon):
    """Return the public number of a round; empty while its signature is not known, None if it is not written right."""
    signature = beacon["signature"]
    if not is_hex(beacon["key"], 192) or not 1 <= beacon["round"] < 2**63 or not is_hex(signature or "0" * 96, 96):
        return None
    return sha256(bytes.fromhex(signature)).hexdigest() if signature else ""


def notes(draw):
    """Return what is to be known of a draw that agrees, in sentences."""
    if draw.get("by_hand") or draw.get("by_phones"):
        return ["by hand, possible" if draw.get("by_hand") else "by phones, cannot be made again"]
    number = beacon_number(draw["beacon"]) if draw.get("beacon") else None
    if number is None:
        return ["by a word"]
    if number == draw["word"]:
        return [f"by round {draw['beacon']['round']} of the beacon"]
    would = " ".join(outcome_of(draw, number)[0]) if number else "not known yet"
    return [f"by a word after round {draw['beacon']['round']} of the beacon, which would have given: {would}"]


def problems(draw):
    """Return what is wrong with the record of a draw, in sentences; an empty list for a true one."""
    wrong, seed, word = [], draw.get("seed", ""), draw.get("word", "")
    if draw["purpose"] not in PURPOSES:
        return ["unknown purpose"]
    is_kingdom, rejected = draw["purpose"] == "kingdom", draw.get("rejected") or []
    if draw.get("by_hand") or draw.get("by_phones"):
        possible = kingdom_possible(draw, rejected) if is_kingdom else sorted(draw["inputs"]) == sorted(draw["outcome"])
        return [] if possible and not (draw.get("by_hand") and seed) else ["no draw gives this"]
    if unicodedata.normalize("NFC", " ".join(word.split())) != word or len(word) > 64:
        wrong.append("the word is not written as it is hashed")
    if not is_hex(seed, 64) or sha256(seed.encode()).hexdigest() != draw.get("commitment"):
        wrong.append("the seed is not the one committed to")
    expected = outcome_of(draw, word)
    if (list(draw["outcome"]), list(rejected)) != expected or (is_kingdom and draw["inputs"] != CARDS):
        wrong.append(f"the outcome is {' '.join(expected[0])}")
    number = beacon_number(draw["beacon"]) if draw.get("beacon") else word
    if number is None or (is_hex(word, 64) and number != word):
        wrong.append("the beacon's round is not written right, or its number is another")
    return wrong if len(set(draw["inputs"])) == len(draw["inputs"]) else [*wrong, "somebody was drawn twice"]


def kingdom_possible(draw, rejected):
    """Return whether ten cards and the attacks put aside can come from cards drawn by hand."""
    rest = [card for card in CARDS if card not in draw["outcome"][:9] + rejected + draw["outcome"][9:]]
    order = draw["outcome"][:9] + rejected + draw["outcome"][9:] + rest
    expected = kingdom(order)
    return len(set(order)) == len(order) == 25 and expected == (draw["outcome"], rejected)


def records(value):
    """Return every record of a draw in a file, by its path."""
    if isinstance(value, list):
        return [(f"[{index}]", draw) for index, draw in enumerate(value)]
    if "rounds" not in value:
        return [("draw", value)]
    places = [(f"rounds[{i}].kingdom", r.get("kingdom") or {}) for i, r in enumerate(value["rounds"])]
    places += [
        (f"rounds[{i}].tables[{j}]", t) for i, r in enumerate(value["rounds"]) for j, t in enumerate(r["tables"])
    ]
    return [(path, place["draw"]) for path, place in places if place.get("draw")]


def main(names):
    """Print what is wrong in each file, and return the exit status."""
    status = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            for path, draw in records(json.load(file)):
                wrong = problems(draw)
                status = status or bool(wrong)
                print(f"{name} {path}: {'; '.join(wrong or ['agrees', *notes(draw)])}")
    return int(status)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as unreadable:
        print(f"unreadable: {unreadable!r}", file=sys.stderr)
        sys.exit(2)

"""Check draws by the text of draws.md alone: Python 3.10 or later, its standard library, nothing of the product.

    python check_draw.py FILE...    an event file, the record of a draw, or a list of records

Prints each draw and what is wrong with it. Exit status: 0 all agree, 1 one does not, 2 unreadable. The signature of a
beacon is not checked here.
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
BEACONS = {"pedersen-bls-chained": (48, 96), "pedersen-bls-unchained": (48, 96), "bls-unchained-g1-rfc9380": (96, 48)}
PURPOSES = ["tables", "seats", "kingdom", "table_lots", "standings_lots", "ranking_lots"]


def text_hash(*lines, end="\n"):
    """Return the SHA-256 of lines of text, each with its end."""
    return sha256("".join(line + end for line in lines).encode()).hexdigest()


def is_hash(text):
    """Return whether a value is written as a SHA-256."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")


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


def kingdom(order, rule):
    """Return the ten cards and the attacks put aside, by the Moat rule or as they come."""
    if rule == "free":
        return order[:10], []
    nine, rest = order[:9], order[9:]
    if "moat" in nine:
        return [*nine, rest[0]], []
    if set(nine) & set(ATTACKS):
        return [*nine, "moat"], []
    tenth = next(index for index, card in enumerate(rest) if card not in ATTACKS)
    return [*nine, rest[tenth]], rest[:tenth]


def ceremony_seed(draw, wrong):
    """Return the seed that the ceremony gives, after checking chain, list, root and nonces."""
    record, parts, inputs = draw["ceremony"], draw.get("contributions") or [], draw["ceremony"]["inputs"]
    seed, beacon = record["server_seed"], record.get("beacon")
    for _ in range(record["number"] if 1 <= record["number"] <= 256 else 0):
        seed = text_hash(seed, end="")
    if seed != record["anchor"] or not 1 <= record["number"] <= 256:
        wrong.append("the server's seed is not the one of that number in the chain")
    givers = [part["by"] for part in parts]
    if givers != sorted(set(givers)) or not set(givers) <= set(inputs):
        wrong.append("the list of commitments holds somebody twice, out of order, or who was not present")
    if draw["purpose"] != "kingdom" and not set(draw["inputs"]) <= set(inputs):
        wrong.append("somebody was drawn who was not among the players of the ceremony")
    bad = [part["by"] for part in parts if text_hash(part["value"], end="") != part["commitment"]]
    wrong += [f"the nonce of {giver} is not the one committed to" for giver in bad]
    hashes = [record[field] for field in ("anchor", "server_seed", "key", "before", "root")]
    hashes += [record["results"]] if record.get("results") else []
    hashes += [f["root"] for f in record["failures"]] + [p[field] for p in parts for field in ("value", "commitment")]
    wrong += [f"{text!r} is not written as a hash" for text in hashes if not is_hash(text)]
    if beacon and not beacon_possible(beacon):
        wrong.append("the beacon is not written as its scheme wants")
    root = list_root(draw, parts, wrong)
    if root != record["root"]:
        wrong.append(f"the root is {root}, not {record['root']}")
    randomness = sha256(bytes.fromhex(beacon["signature"])).hexdigest() if beacon and beacon_possible(beacon) else ""
    nonces = [part["value"] for part in parts]
    return text_hash("fossato-outcome/2", record["server_seed"], record["root"], randomness, *nonces)


def list_root(draw, parts, wrong):
    """Return the root of the list, after checking what version 3 binds besides: promised draws and witnesses."""
    record, seal, bound = draw["ceremony"], draw["ceremony"]["before"], []
    for failed in record["failures"]:
        seal = text_hash("fossato-seal/2", seal, failed["root"], "failed", " ".join(failed["missing"]))
    beacon, inputs = record.get("beacon"), record["inputs"]
    witnesses, promises = record.get("witnesses") or [], record.get("promises") or []
    if record.get("results"):
        bound = [record["results"], str(len(promises)), *promises, str(len(witnesses)), *witnesses]
        if f"{draw['purpose']} {draw.get('scope', '')} {draw['commitment']}" not in promises:
            wrong.append("the list did not promise this draw")
    if witnesses and not (bound and len(set(witnesses)) == len(witnesses) == 2 and set(witnesses) <= set(inputs)):
        wrong.append("the witnesses are not two of those present")
    return text_hash(
        "fossato-ceremony/3" if bound else "fossato-ceremony/2",
        *(record["event"], record["step"], str(len(record["failures"]) + 1), str(record["number"]), record["anchor"]),
        *(seal, record["key"], f"{beacon['scheme']} {beacon['key']} {beacon['round']}" if beacon else ""),
        *(draw.get("word", ""), *bound, str(len(inputs)), *inputs, str(len(parts))),
        *(f"{part['by']} {part['commitment']}" for part in parts),
    )


def beacon_possible(beacon):
    """Return whether key, signatures and number of a beacon's round have the lengths of their scheme."""
    key, signature = BEACONS.get(beacon["scheme"], (0, 0))
    is_chained = beacon["scheme"] == "pedersen-bls-chained"
    lengths = [(beacon["key"], [key]), (beacon["signature"], [signature])]
    lengths.append((beacon["previous_signature"], [32, signature] if is_chained else [0]))
    written = all(len(text) / 2 in sizes and set(text) <= set("0123456789abcdef") for text, sizes in lengths)
    return key > 0 and written and 1 <= beacon["round"] < 2**64


def problems(draw):
    """Return what is wrong with the record of a draw, in sentences; an empty list for a true one."""
    wrong, seed, word = [], draw.get("seed", ""), draw.get("word", "")
    if draw["purpose"] not in PURPOSES:
        return ["unknown purpose"]
    is_kingdom, rejected = draw["purpose"] == "kingdom", draw.get("rejected") or []
    if draw.get("kingdom_rule") not in ((None, "free") if is_kingdom else (None,)):
        return ["unknown rule of the tenth card"]
    if draw.get("by_hand"):
        possible = kingdom_possible(draw, rejected) if is_kingdom else sorted(draw["inputs"]) == sorted(draw["outcome"])
        return [] if possible and not seed else ["no draw made by hand gives this"]
    if unicodedata.normalize("NFC", " ".join(word.split())) != word or len(word) > 64:
        wrong.append("the word is not written as it is hashed")
    if not is_hash(seed) or text_hash(seed, end="") != draw.get("commitment"):
        wrong.append("the seed is not the one committed to")
    lines = ["fossato-draw/1", seed, word, draw["purpose"], draw.get("scope", "")]
    if draw.get("ceremony"):
        lines = ["fossato-draw/2", *lines[1:], ceremony_seed(draw, wrong)]
    order = shuffled("".join(line + "\n" for line in lines), CARDS if is_kingdom else draw["inputs"])
    expected = kingdom(order, draw.get("kingdom_rule")) if is_kingdom else (order, [])
    if (list(draw["outcome"]), list(rejected)) != expected or (is_kingdom and draw["inputs"] != CARDS):
        wrong.append(f"the outcome is {' '.join(expected[0])}")
    return wrong if len(set(draw["inputs"])) == len(draw["inputs"]) else [*wrong, "somebody was drawn twice"]


def kingdom_possible(draw, rejected):
    """Return whether ten cards and the attacks put aside can come from cards drawn by hand."""
    rest = [card for card in CARDS if card not in draw["outcome"][:9] + rejected + draw["outcome"][9:]]
    order = draw["outcome"][:9] + rejected + draw["outcome"][9:] + rest
    expected = kingdom(order, draw.get("kingdom_rule"))
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
                print(f"{name} {path}: {'; '.join(wrong) or 'agrees'}")
    return int(status)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as unreadable:
        print(f"unreadable: {unreadable!r}", file=sys.stderr)
        sys.exit(2)

"""Measure the logs imported per second on one core, and the share of single errors that the import detects.

Run from the root: ``python -m bench.logs [LOG ...] [--seconds 2] [--slips 300]``; without names it takes the logs of
tests/data/logs. A slip is one random change of one line of the turns of a finished log whose head is taken away, so
that only the rules can notice it.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from pathlib import Path

from games.dominion.logs.importing import import_log
from games.dominion.logs.text import LogFormatError, plain
from games.findings import has_errors

ROOT = Path(__file__).resolve().parent.parent

CARDS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Moat", "Village", "Witch", "Market", "Militia")


def speed(texts: list[str], seconds: float) -> float:
    """Return logs imported per second of processor time."""
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for text in texts:
            import_log(text)
        count += len(texts)
    return count / (time.process_time() - start)


def without_summary(text: str) -> str:
    """Return the turns of a log with its kingdom and without the rest of the head."""
    lines = plain(text).split("\n")
    kingdom = next(line for line in lines if line.startswith("cards in supply"))
    start = next(number for number, line in enumerate(lines) if line.endswith("Game log"))
    return "\n".join([kingdom, *lines[start:]])


def slip(text: str, rng: random.Random) -> tuple[str, str]:
    """Return a kind of mistake and the text with such a mistake (rarely unchanged)."""
    lines = text.split("\n")
    body = [n for n, line in enumerate(lines) if n > 3 and line.strip() and not line.endswith(("gone.", "!"))]
    kind = rng.choice(("line dropped", "line doubled", "lines swapped", "number changed", "card changed"))
    places = [n for n in body if kind != "number changed" or re.search(r"\d", lines[n])]
    places = [n for n in places if kind != "card changed" or any(card in lines[n] for card in CARDS)]
    at = rng.choice(places)
    if kind == "line dropped":
        del lines[at]
    elif kind == "line doubled":
        lines.insert(at, lines[at])
    elif kind == "lines swapped":
        other = body[min(body.index(at) + 1, len(body) - 1)]
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "number changed":
        lines[at] = re.sub(r"\d+", lambda number: str(int(number[0]) + rng.choice((1, 2))), lines[at], count=1)
    else:
        old = rng.choice([card for card in CARDS if card in lines[at]])
        lines[at] = lines[at].replace(old, rng.choice([card for card in CARDS if card != old]), 1)
    return kind, "\n".join(lines)


def noticed(text: str) -> bool:
    """Return whether the import finds an error, or rejects the text as a log."""
    try:
        return has_errors(import_log(text).findings)
    except LogFormatError:
        return True


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--slips", type=int, default=300)
    options = parser.parse_args()
    paths = options.logs or sorted((ROOT / "tests" / "data" / "logs").glob("*"))
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths]
    lines = sum(text.count("\n") for text in texts) / len(texts)
    print(f"{len(texts)} logs of {lines:.0f} lines on average: {speed(texts, options.seconds):.0f} logs per second")
    finished_logs = [without_summary(text) for text in texts if import_log(text).kind == "finished"]
    rng = random.Random(1)
    attempts: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    while finished_logs and attempts.total() < options.slips:
        text = rng.choice(finished_logs)
        kind, changed = slip(text, rng)
        if changed != text:
            attempts[kind] += 1
            seen[kind] += noticed(changed)
    for kind, count in sorted(attempts.items()):
        print(f"{kind}: {seen[kind]} of {count} noticed without the head")


if __name__ == "__main__":
    main()

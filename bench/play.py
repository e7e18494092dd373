"""Measure how fast the pages of visitors' own games answer while many play at once.

usage: python -m bench.play ADDRESS [--visitors 40] [--seconds 60] [--pause 3] [--against medio]

Each visitor sets up a game (the three games in turn, against a bot of the given strength and a weak one), then answers
every question with one of the buttons of the page, after a pause in which a person would think. Prints the number of
pages and the median, the 95th percentile and the longest of the seconds that they took.
"""

from __future__ import annotations

import argparse
import re
import time
from http.cookiejar import CookieJar
from random import Random
from threading import Thread
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

GAMES = ("dominion", "megalomania", "era_of_kingdoms")
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_MOVE = re.compile(r'name="m" value="([^"]*)"')


class Visitor(Thread):
    """One person who plays.

    Arguments:
        address: of the site. number: decides the game and the moves. until: time at which the visitor leaves.
        against: strength of the first bot.
    """

    def __init__(self, address: str, number: int, until: float, pause: float, against: str) -> None:
        super().__init__(daemon=True)
        self.against = against
        self.address, self.game, self.until, self.pause = address, GAMES[number % len(GAMES)], until, pause
        self.random = Random(number)
        self.open = build_opener(HTTPCookieProcessor(CookieJar()))
        self.seconds: list[float] = []
        self.table = ""

    def get(self, path: str, fields: dict[str, str] | None = None) -> str:
        """Return a page, and keep how long it took."""
        began = time.perf_counter()
        data = urlencode(fields).encode() if fields else None
        request_headers = [("Referer", f"{self.address}/gioca/")]
        self.open.addheaders = request_headers
        with self.open.open(self.address + path, data, timeout=60) as answer:
            page: str = answer.read().decode()
            self.table = answer.url.removeprefix(self.address).partition("?")[0]
        self.seconds.append(time.perf_counter() - began)
        return page

    def begin(self) -> str:
        """Set up a game and return the page of its table."""
        form = self.get("/gioca/")
        token = _TOKEN.search(form)
        assert token is not None, "the form has its token"
        seats = {"seat_1": "persona", "seat_2": self.against, "seat_3": "debole"}
        return self.get(
            "/gioca/",
            {"csrfmiddlewaretoken": token[1], "game": self.game, "way": "consigliato", "kingdom": "first_game"} | seats,
        )

    def run(self) -> None:
        """Play until the time is over; a game that ends is followed by another."""
        time.sleep(self.random.random() * self.pause)
        page = self.begin()
        while time.time() < self.until:
            time.sleep(self.pause * (0.5 + self.random.random()))
            moves = _MOVE.findall(page)
            page = self.get(f"{self.table}?{urlencode({'m': self.random.choice(moves)})}") if moves else self.begin()


def main() -> None:
    """Let the visitors play and print what they met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--visitors", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=3)
    parser.add_argument("--against", default="medio", choices=("debole", "medio", "forte"))
    args = parser.parse_args()
    until = time.time() + args.seconds
    visitors = [
        Visitor(args.address.rstrip("/"), number, until, args.pause, args.against) for number in range(args.visitors)
    ]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    seconds = sorted(each for visitor in visitors for each in visitor.seconds)
    median, late = seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.95)]
    most = f"most {seconds[-1]:.3f} s"
    print(f"{len(seconds)} pages to {args.visitors} visitors: median {median:.3f} s, p95 {late:.3f} s, {most}")


if __name__ == "__main__":
    main()

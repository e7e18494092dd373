"""Measure how many requests a second nginx answers from the pages that it keeps, with TLS, and with which statuses.

Run from the root: ``python -m bench.kept [--seconds 10] [--visitors 8]``. It makes a database of its own with an event
in play, starts the site and the shipped ``deploy/nginx.conf`` in front of it, and lets visitors without an account ask
for the page of the event, each on one connection without waiting for the answers; one visitor with an account asks
beside them. All of it shares the machine, so what nginx took of the processor is printed too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from ssl import create_default_context

from bench.pages import SLUG, fill, prepare, server

#: Requests that a visitor sends at once.
BATCH = 400


def ask(port: int, certificate: str, path: str, seconds: float, cookie: str = "") -> Counter[str]:
    """Send requests on one connection until the time is over; count the statuses, and answers that are kept."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: it", "Accept-Encoding: gzip"]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    request = "\r\n".join([*lines, "", ""]).encode()
    found: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    trusted = create_default_context(cafile=certificate)
    while time.monotonic() < ends:
        with (
            socket.create_connection(("127.0.0.1", port), timeout=60) as plain,
            trusted.wrap_socket(plain, server_hostname="127.0.0.1") as connection,
        ):
            last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            connection.sendall(request * (BATCH - 1) + last)
            received = b"".join(iter(lambda: connection.recv(262_144), b""))
        for answer in received.split(b"HTTP/1.1 ")[1:]:
            found[answer[:3].decode()] += 1
            found["kept"] += b"s-maxage=2" in answer[:800]
    return found


def processor_seconds(folder: Path) -> float:
    """Return what the workers of the nginx of a folder have taken of the processor so far."""
    master = int((folder / "nginx.pid").read_text())
    workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    ticks = [Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[11:13] for worker in workers]
    return sum(int(each) for pair in ticks for each in pair) / os.sysconf("SC_CLK_TCK")


def main(arguments: Sequence[str]) -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--visitors", type=int, default=8)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fossato-kept-") as folder:
        prepare(Path(folder))
        fill(40, demo=False)
        from bench.pages import session
        from tests.integration.servers.nginx import running_nginx

        cookie, path = f"sessionid={session()}", f"/eventi/{SLUG}/"
        with server() as address, running_nginx(upstream=int(address.rpartition(":")[2]), static=Path(folder)) as proxy:
            facts = (proxy.port, str(proxy.certificate), path, options.seconds)
            with multiprocessing.get_context("spawn").Pool(options.visitors + 1) as pool:
                own = pool.apply_async(ask, (*facts, cookie))
                before = processor_seconds(proxy.folder)
                answers = pool.starmap(ask, [facts] * options.visitors)
                signed_in = own.get()
                used = processor_seconds(proxy.folder) - before
    total: Counter[str] = sum(answers, Counter())
    statuses = {status: number for status, number in total.items() if status.isdecimal()}
    count = sum(statuses.values())
    print(f"{options.visitors} visitors, {options.seconds:g} s: {count / options.seconds:.0f} answers a second")
    print(f"nginx took {used:.1f} s of the processor: {count / used:.0f} answers for a second of a core")
    print(f"statuses {statuses}; with an account {dict(signed_in)}")


if __name__ == "__main__":
    main(sys.argv[1:])

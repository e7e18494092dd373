"""Simulate many viewers of a live board in a process of its own.

usage: python -m bench.viewers ADDRESS SLUG VIEWERS

Prints a JSON line when all are connected, then one for every update that reached all who are still there: the seconds
since 1970 at which each had the updated board. Ends when its input ends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from urllib.parse import urlsplit

#: Number of connections opened at once: 500 people in a hall do not connect in the same millisecond.
AT_ONCE = 50
PATIENCE = 20.0


class Viewer:
    """One browser's stream: the time at which it had each update in full."""

    def __init__(self, address: str, slug: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.slug = slug
        self.shown: list[float] = []
        self.failed = 0

    async def _open(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**22)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        status = await reader.readline()
        if b" 200 " not in status:
            raise ConnectionError(f"{path}: {status.decode().strip() or 'nothing'}")
        return reader, writer

    async def watch(self, ready: asyncio.Event) -> None:
        """Follow the event stream to its end."""
        try:
            reader, _writer = await self._open(f"/parete/{self.slug}/novita/")
            await reader.readuntil(b"\r\n\r\n")
            async for line in reader:
                if not line.startswith(b'data: {"now"'):
                    continue
                if ready.is_set():
                    self.shown.append(time.time())
                ready.set()
        except OSError as error:
            self.failed += 1
            print(error, file=sys.stderr)
        finally:
            ready.set()


async def until(viewers: list[Viewer], number: int) -> None:
    """Wait until every viewer has received that many updates, or until the timeout."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if all(len(viewer.shown) >= number or viewer.failed for viewer in viewers):
            return
        await asyncio.sleep(0.02)


async def main(address: str, slug: str, count: int) -> None:
    """Connect the viewers, then report updates one by one."""
    viewers = [Viewer(address, slug) for _ in range(count)]
    tasks: list[asyncio.Task[None]] = []
    for start in range(0, count, AT_ONCE):
        group = [(viewer, asyncio.Event()) for viewer in viewers[start : start + AT_ONCE]]
        tasks += [asyncio.create_task(viewer.watch(ready)) for viewer, ready in group]
        await asyncio.gather(*(ready.wait() for _viewer, ready in group))
    print(json.dumps({"connected": sum(not viewer.failed for viewer in viewers)}), flush=True)
    number = 0
    while await asyncio.to_thread(sys.stdin.readline):
        number += 1
        await until(viewers, number)
        shown = [viewer.shown[number - 1] for viewer in viewers if len(viewer.shown) >= number]
        failed = sum(viewer.failed for viewer in viewers)
        print(json.dumps({"shown": shown, "failed": failed}), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("slug")
    parser.add_argument("viewers", type=int)
    given = parser.parse_args()
    asyncio.run(main(given.address, given.slug, given.viewers))

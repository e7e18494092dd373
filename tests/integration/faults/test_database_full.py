"""The disk of the database is full while phones deliver: nothing by halves, and all is stored once there is room."""

from __future__ import annotations

import shutil
import sqlite3
from functools import partial
from pathlib import Path

from tests.integration.faults.browser import Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.disks import SmallDisk
from tests.integration.faults.phones import Meter, Phone, accounts, at_work
from tests.integration.servers.prefork import prefork

#: What is left on the disk beside the database, in bytes: some sheets find room, more do not.
LEFT = 400 * 1024
REFUSALS = 6


def test_sheets_wait_on_the_phones_until_there_is_room(
    embedded_settings: dict[str, str], tmp_path: Path, say: Say
) -> None:
    event = world(embedded_settings, "make", 12)
    here = Path(embedded_settings["FOSSATO_SQLITE"])
    disk = SmallDisk(tmp_path / "small", here.stat().st_size + LEFT)
    settings = embedded_settings | {"FOSSATO_SQLITE": str(shutil.copy(here, disk.folder))}
    meter, over = Meter(), []
    try:
        with prefork(settings, doors=(0,)) as server:
            disk.limit(server.pids[0])
            phones = [Phone(f"table{table['number']}", server.ports[0], table, meter) for table in event["tables"]]

            def enlarge() -> None:
                try:
                    meter.wait_for_more("refused", REFUSALS)
                    pages.append(Browser(server.ports[0]).get(f"/eventi/{event['slug']}/").status)
                    disk.enlarge()
                    meter.wait_for_more("acknowledged", 2 * len(phones))
                finally:
                    over.append(True)

            pages: list[int] = []
            at_work([partial(phone.play, lambda: bool(over)) for phone in phones], enlarge)
            for phone in phones:
                phone.close()
        figures = accounts(world(settings, "sheets", event["slug"]), phones)
        broken = world(settings, "check", event["slug"])
        with sqlite3.connect(settings["FOSSATO_SQLITE"]) as database:
            whole = database.execute("pragma integrity_check").fetchone()
        database.close()
    finally:
        disk.close()
    refused = [status for phone in phones for status, _retry in phone.refusals]
    say(**figures, refused_for_want_of_room=len(refused), integrity=whole[0], broken=broken)
    assert pages == [200]
    assert len(refused) >= REFUSALS
    # A limit on files is told by the system as an error of the disk, not as a full one.
    assert set(refused) <= ({507} if disk.is_mounted else {503, 507})
    assert figures["sent"] == figures["acknowledged"] == figures["stored"]
    assert (whole, broken) == (("ok",), [])

"""The database's disk is full while phones deliver: no partial writes, and all is stored once there is space."""

from __future__ import annotations

import shutil
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from tests.integration.faults.browser import Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.disks import SmallDisk
from tests.integration.faults.phones import Meter, Phone, accounts, at_work
from tests.integration.servers.prefork import prefork

#: Bytes left on the disk beside the database: enough for some sheets only.
LEFT = 400 * 1024
REFUSALS = 6


@pytest.mark.soak(gate="tests/integration/faults/test_disk_full.py::test_full_database_distinguished_from_unavailable")
def test_sheets_wait_on_phones_until_space(embedded_settings: dict[str, str], tmp_path: Path, say: Say) -> None:
    event = world(embedded_settings, "make", 12)
    database_path = Path(embedded_settings["FOSSATO_SQLITE"])
    disk = SmallDisk(tmp_path / "small", database_path.stat().st_size + LEFT)
    settings = embedded_settings | {"FOSSATO_SQLITE": str(shutil.copy(database_path, disk.folder))}
    meter, over = Meter(), []
    try:
        with prefork(settings, port_groups=(0,)) as server:
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
        violations = world(settings, "check", event["slug"])
        with sqlite3.connect(settings["FOSSATO_SQLITE"]) as database:
            integrity = database.execute("pragma integrity_check").fetchone()
        database.close()
    finally:
        disk.close()
    refusal_statuses = [status for phone in phones for status, _retry in phone.refusals]
    say(**figures, refused_for_want_of_room=len(refusal_statuses), integrity=integrity[0], broken=violations)
    assert pages == [200]
    assert len(refusal_statuses) >= REFUSALS
    # The system reports a file size limit as a disk error, not as a full disk.
    assert set(refusal_statuses) <= ({507} if disk.is_mounted else {503, 507})
    assert figures["sent"] == figures["acknowledged"] == figures["stored"]
    assert (integrity, violations) == (("ok",), [])

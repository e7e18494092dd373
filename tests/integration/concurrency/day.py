"""Many users acting concurrently: the waves of an event, from the draw of round 1 to the Ranking.

A wave is one request of every user, all sent concurrently, several of them the same action. The conductor reads the
event's state after each wave and continues from there, whichever request succeeded.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from ssl import SSLContext
from typing import Any

from tests.integration.concurrency.clients import Answer, Client, Request, all_at_once
from tests.integration.concurrency.sites import Clerk
from tests.volume import VOLUME

WORD, REASON = "carciofo", "così è andata"
USERS = VOLUME.hall_users
ORGANISERS, REFEREES, REFERENTS = USERS // 8, USERS * 3 // 8, USERS // 16
PHONES, PLAYERS, READERS = USERS // 4, USERS // 8, USERS // 16
#: Number of players: three tables, two rounds and the final.
SEATED = 12
#: Number of waves after which an expected state counts as missed.
PATIENCE = 8

Work = list[tuple[Client, Request]]


class Day:
    """All users and the responses they received."""

    def __init__(self, port: int, clerk: Clerk, *, secure: bool, tls: SSLContext | None = None) -> None:
        self.clerk = clerk
        self.facts: dict[str, Any] = clerk.ask("prepare", SEATED, ORGANISERS, REFEREES, REFERENTS)
        self.slug, self.other = str(self.facts["slug"]), str(self.facts["other"])
        sessions = self.facts["sessions"]

        def people(role: str, sessions: list[str]) -> list[Client]:
            return [
                Client(port, f"{role} {number}", secure, session, tls=tls) for number, session in enumerate(sessions)
            ]

        self.organisers = people("organiser", sessions["organiser"])
        self.referees = people("referee", sessions["referee"])
        self.referents = people("referent", sessions["referent"])
        self.phones = people("phone", [""] * PHONES)
        self.players = people("player", [""] * PLAYERS)
        self.readers = people("reader", [""] * READERS)
        self.answers: list[Answer] = []
        self.waves = 0
        self.revoking = self.revoked = False
        self._numbers = count(1)
        self._decided = count()

    # The event's state.

    def look(self) -> dict[str, Any]:
        return dict(self.clerk.ask("look", self.slug))

    @property
    def busy(self) -> int:
        """Count the retries of all clients because the server was busy."""
        people = (self.organisers, self.referees, self.referents, self.phones, self.players, self.readers)
        return sum(client.busy for group in people for client in group)

    @property
    def acknowledged(self) -> list[str]:
        """Return the keys of the sheets acknowledged to any user."""
        return sorted({response.key for response in self.answers if response.key and response.stored})

    def send(self, work: Work) -> list[Answer]:
        """Send one wave. Users without an action read a page."""
        busy = {id(client) for client, _ in work}
        answers = all_at_once([*work, *self._reading(busy)])
        self.answers += answers
        self.waves += 1
        return answers

    def _reading(self, busy: set[int]) -> Iterator[tuple[Client, Request]]:  # noqa: C901  # a loop per kind of user
        pages = (
            f"/eventi/{self.slug}/",
            f"/parete/{self.slug}/parete.json",
            f"/eventi/{self.slug}/sorteggi/",
            "/ranking/",
        )
        desk_path = f"/organizza/{self.slug}/"
        for number, reader in enumerate(self.readers):
            if id(reader) not in busy:
                yield reader, Request("page", pages[number % len(pages)])
        for number, player in enumerate(self.players):
            if id(player) not in busy:
                yield player, Request("page", f"/g/{self.facts['players'][number]}/")
        for organiser in self.organisers:
            if id(organiser) not in busy:
                yield organiser, Request("page", desk_path)
        for referee in self.referees[:2]:
            if id(referee) not in busy:
                yield referee, Request("page", "/arbitro/")
        for referent in self.referents:
            if id(referent) not in busy:
                yield referent, self._decision()

    def _decision(self) -> Request:
        """Return the Referents' next decision on the other event, the same for all of them."""
        what = ("homologate", "revoke", "reopen")[next(self._decided) // REFERENTS % 3]
        form = {"decision": what, "reason": REASON, "confirmed": "1"}
        return Request(what, f"/referente/omologazioni/{self.other}/", form)

    # Requests of the users.

    def _desk(self, path: str, **form: str) -> Request:
        act = path.rstrip("/").rpartition("/")[2] or path
        return Request(act, f"/organizza/{self.slug}/{path}", form)

    def _sheet(self, path: str, form: dict[str, str], key: str = "") -> Request:
        key = key or f"foglio-{next(self._numbers)}"
        more = {"key": key, "reason": key, "deliver": "anyway", "accept_warnings": "on", "word": WORD}
        return Request("sheet", path, {**form, **more}, key)

    def _tables(self, number: int) -> list[dict[str, Any]]:
        """Return each open table's sheet addresses, for referees and for its phone, and its forms."""
        base = f"/arbitro/{self.slug}/{number}/"
        return [
            {**table, "at": f"{base}{table['number']}/", "link": f"/t/{table['token']}/"}
            for table in self.clerk.ask("table_links", self.slug)
        ]

    def sign_in(self) -> None:
        """Sign in one user of each kind through the page; the others have sessions already."""
        work = []
        for role, people in (("organiser", self.organisers), ("referee", self.referees), ("referent", self.referents)):
            people[0].session = ""
            work.append((people[0], Request("sign in", "/accounts/login/", self.facts["passwords"][role])))
        self.send(work)
        assert all(client.session for client, _ in work)

    def draw(self, facts: dict[str, Any]) -> None:
        """Let all organisers draw; exactly one draw succeeds."""
        final = facts["number"] == facts["rounds"]
        path = "finale/" if final else "turni/nuovo/"
        answers = self.send([(organiser, self._desk(path, word=WORD)) for organiser in self.organisers])
        assert [organiser.status for organiser in answers if organiser.who.startswith("organiser")].count(302) == 1, (
            "drawn once"
        )
        assert self.look()["number"] == facts["number"] + 1

    def undo(self, facts: dict[str, Any]) -> None:
        """Half of the organisers undo the draw, once, while referees send sheets: one of the two comes first."""
        number, tables = facts["number"], self._tables(facts["number"])
        undo = self._desk(f"turni/{number}/disfa/", reason=REASON)
        work: Work = [(organiser, undo) for organiser in self.organisers[: len(self.organisers) // 2]]
        for index, referee in enumerate(self.referees):
            table = tables[index % len(tables)]
            work.append((referee, self._sheet(table["at"], table["forms"][index % 6])))
        answers = self.send(work)
        undone = [organiser.status for organiser in answers if organiser.who.startswith("organiser")].count(302)
        assert undone <= 1, "undone once"

    def sheets(self, facts: dict[str, Any]) -> None:
        """Send a sheet from every referee and phone, pairs of them under one key, while organisers try to close."""
        number, tables = facts["number"], self._tables(facts["number"])
        work: Work = []
        for index, referee in enumerate(self.referees):
            table, pair = tables[index // 2 % len(tables)], index // 2
            work.append((referee, self._sheet(table["at"], table["forms"][pair % 6], f"coppia-{self.waves}-{pair}")))
        for index, phone in enumerate(self.phones):
            table = tables[index % len(tables)]
            work.append((phone, self._sheet(table["link"], table["forms"][index % 6])))
        for index, organiser in enumerate(self.organisers[1:], start=1):
            act = self._desk(f"turni/{number}/orologio/avvia/") if index > ORGANISERS // 2 else self._close(number)
            work.append((organiser, act))
        work.append((self.organisers[0], self._role_or_page()))
        for index, player in enumerate(self.players):
            token = self.facts["players"][index]
            work.append((player, Request("player confirms", f"/g/{token}/conferma/", {"version": str(index)})))
        answers = self.send(work)
        self._refused_to_the_revoked(answers)

    def _role_or_page(self) -> Request:
        """Revoke the last referee's role in the second round, while that referee sends a sheet."""
        if self.look()["number"] != 2:
            return Request("page", f"/organizza/{self.slug}/")
        self.revoking = True
        return self._desk(f"ruoli/{self.facts['last_referee_role']}/togli/", confirmed="1")

    def _refused_to_the_revoked(self, sent: list[Answer]) -> None:
        """Assert that a referee whose role was revoked before the wave gets 404."""
        revoked_responses = [response for response in sent if response.who == self.referees[-1].who]
        if self.revoked:
            assert {response.status for response in revoked_responses} <= {404}, revoked_responses
        self.revoked = self.revoking

    def _close(self, number: int) -> Request:
        return self._desk(f"turni/{number}/chiudi/", word=WORD)

    def confirm(self, facts: dict[str, Any], *, more_sheets: bool) -> None:
        """Referees and phones confirm, others still send; organisers close, and some draw what comes next."""
        number, tables = facts["number"], self._tables(facts["number"])
        versions = {table_state["number"]: table_state["version"] for table_state in facts["tables"]}
        work: Work = []
        for index, client in enumerate([*self.referees, *self.phones]):
            table = tables[index % len(tables)]
            at = table["link"] if client in self.phones else table["at"]
            if more_sheets and index % 4 == 3:
                work.append((client, self._sheet(at, table["forms"][index % 6])))
            else:
                newest = versions[table["number"]] - (1 if more_sheets and index % 4 == 2 else 0)
                form = {"version": str(newest), "accept_warnings": "on"}
                work.append((client, Request("confirm", f"{at}conferma/", form)))
        for organiser in self.organisers:
            work.append((organiser, self._close(number)))
        self._refused_to_the_revoked(self.send(work))

    def correct(self, facts: dict[str, Any], organisers: list[Request]) -> list[Answer]:
        """Let every referee correct a table while organisers and Referents act concurrently."""
        tables = self._tables_of(facts)
        work: Work = []
        for index, referee in enumerate(self.referees):
            table = tables[index % len(tables)]
            work.append((referee, self._sheet(table["at"], table["forms"][(index + self.waves) % 6])))
        work += list(zip(self.organisers, organisers, strict=False))
        return self.send(work)

    def _tables_of(self, facts: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the same as ``_tables``, also of a closed round, whose phones have no link any more."""
        base = f"/arbitro/{self.slug}/{facts['number']}/"
        tables = self.clerk.ask("forms", self.slug)
        return [{**table, "at": f"{base}{table['number']}/"} for table in tables]

    # The event.

    def play_round(self, facts: dict[str, Any]) -> None:
        """Play one round, from its draw to its standings."""
        self.draw(facts)
        target = facts["number"] + 1
        if target == 1:
            self.undo(self.look())
        while (facts := self.look())["number"] < target:
            self.draw(facts)
        self.sheets(facts)
        for attempt in range(PATIENCE):
            facts = self.look()
            if facts["round"] == "closed":
                break
            self.confirm(facts, more_sheets=attempt == 0)
        assert self.look()["round"] == "closed", "the round was closed"

    def until(self, state: str, acts: list[Request], decision: Request | None = None) -> None:
        """Repeat the organisers' actions while referees correct, until the event reaches a state; then stop."""
        for attempt in range(PATIENCE):
            facts = self.look()
            if facts["state"] == state:
                return
            work: Work = [(referent, decision) for referent in self.referents] if decision else []
            if attempt < 2:
                tables = self._tables_of(facts)
                for index, referee in enumerate(self.referees[: 12 // (attempt + 1)]):
                    table = tables[index % len(tables)]
                    work.append((referee, self._sheet(table["at"], table["forms"][(index + attempt) % 6])))
            work += list(zip(self.organisers, acts, strict=False))
            self.send(work)
        assert self.look()["state"] == state

    def play_whole_event(self) -> None:
        """Play from signing in to the homologated event."""
        self.sign_in()
        facts = self.look()
        while facts["rounds"] is None or facts["number"] <= facts["rounds"]:
            self.play_round(facts)
            facts = self.look()
            if facts["number"] < (facts["rounds"] or 0) + 1:
                self.correct(facts, [self._close(facts["number"])] * (ORGANISERS // 2))
        self.until("concluded", [self._desk("concludi/")] * ORGANISERS)
        self.clerk.ask("papers", self.slug)
        send = self._desk("rapporto/", send="1", note="")
        self.until("reported", [send] * ORGANISERS)
        homologate = Request(
            "homologate", f"/referente/omologazioni/{self.slug}/", {"decision": "homologate", "reason": REASON}
        )
        self.until("homologated", [send] * (ORGANISERS // 2), homologate)

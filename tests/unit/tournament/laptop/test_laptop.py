"""An event leaves for a laptop, is played there, and returns signed; everything else is refused."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.database import copy_migrated
from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.worker import production
from tests.releases import laptop

#: An event in its check-in: 13 players, 12 of them present; links, an account of a referee, a private page.
SITE = """
from base64 import b64encode, b64decode
from tests import factories as make
from tournament.access.links import participant_links_make, link_token
from tournament.laptop import services as laptop_services, guest
from tournament.models import *
from tournament.core.messages import sentence
from tournament.regulation.errors import RuleError
from ranking.models import LedgerEntry

def event():
    return Event.objects.get()

def refused(act):
    try:
        act()
    except RuleError as refusal:
        return type(refusal).__name__, sentence(refusal, "en")
    return "", ""

def taken_back(data):
    return refused(lambda: laptop_services.event_return(event=event(), data=b64decode(data), by=organiser()))

def organiser():
    from django.contrib.auth.models import User
    return User.objects.filter(username="organiser").first()
"""
BEGIN = """
user, referee = make.make_user("organiser", email="o@example.org"), make.make_user("arbitro")
make.check_in_event(players=12, organiser=make.make_organiser(user))
make.grant(event(), user); make.grant(event(), referee, "referee")
link = participant_links_make(event=event(), by=user)[0]
token = link_token(link)
laptop_services.event_take(event=event(), holder="Anna, il portatile blu", by=user)
result = b64encode(laptop_services.take_file(event=event())).decode(), token
"""
PLAY = """
from tournament.entries import services as entries
from tournament.results.conclusion import event_conclude
last = make.make_person(first_name="Ultima", last_name="Arrivata")
entry = entries.entry_add(event=event(), person=last, by=None)
entries.entry_check_in(entry=entry, by=organiser())
make.draw_round(event(), by=organiser()); make.play_round(event())
"""
#: The event is one round old when it leaves, with a photo of the hall and one of a table's form.
BEGIN_WITH_PHOTOS = """
from tests.reporting import picture
from tournament.reports.photos import photo_add
user = make.make_user("organiser", email="o@example.org")
make.check_in_event(players=12, organiser=make.make_organiser(user))
make.grant(event(), user)
make.draw_round(event(), by=user); make.play_round(event())
photo_add(event=event(), file=picture(10), caption="La sala", by=user)
photo_add(event=event(), file=picture(20), by=user, table=Table.objects.order_by("number")[0])
laptop_services.event_take(event=event(), holder="Anna, il portatile blu", by=user)
result = b64encode(laptop_services.take_file(event=event())).decode()
"""
PHOTOS = """
from hashlib import sha256
result = [
    (photo.caption, photo.table and photo.table.number, sha256(photo.file.read()).hexdigest() == photo.sha256)
    for photo in Photo.objects.order_by("pk")
]
"""
FINISH = """
while Event.objects.get().rounds > event().round_set.count():
    make.next_round(event()); make.play_round(event())
make.draw_final(event()); make.play_round(event())
event_conclude(event=event(), by=organiser())
"""
GO_BACK = """
guest.return_make(event=event(), by=organiser())
result = b64encode(guest.return_file(event=event())).decode()
"""


@dataclass
class Hall:
    """A site, and a laptop beside it that holds nothing yet."""

    site: Installation
    laptop: Installation

    def take(self) -> dict[str, Any]:
        """Let the event leave, take it in on the laptop, and return what the command printed."""
        file, self.token = self.site.do(BEGIN)
        self.file = base64.b64decode(file)
        path = self.laptop.folder / "event.fossato"
        path.write_bytes(self.file)
        return self.laptop.command("laptop_take_in", str(path))


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Return a site and a laptop as two installations with a process each."""
    folders = [tmp_path_factory.mktemp(name) for name in ("site", "laptop")]
    with (
        installation("sqlite", folders[0], laptop(folders[0])) as site,
        installation("sqlite", folders[1], laptop(folders[1])) as other,
    ):
        for one in (site, other):
            one.do(SITE)
        yield Hall(site, other)


@pytest.fixture
def hall(processes: Hall, django_db_blocker: Any) -> Hall:
    """Return the two installations without any event."""
    for one in (processes.site, processes.laptop):
        one.do("connection.close()")
        for rest in one.folder.glob("fossato.sqlite3*"):
            rest.unlink()
        # The first one builds the template, in this process.
        with django_db_blocker.unblock():
            copy_migrated(one.folder / "fossato.sqlite3")
    return processes


@pytest.mark.soak
def test_event_played_on_a_laptop_returns_with_everything_and_nothing_else_changes(hall: Hall) -> None:
    printed = hall.take()
    assert printed["status"] == 0, printed["err"]
    assert "o@example.org" in printed["out"] or "organiser  " in printed["out"]
    assert "arbitro  " in printed["out"]
    # Roles and private links are valid there; the same link opens the same player's page.
    assert hall.laptop.do("result = EventRole.objects.count(), event().guest_of != ''") == [2, True]
    resolve = (
        "from tournament.access.links import link_resolve; result = link_resolve({!r}, 'participant').entry.number"
    )
    number = hall.laptop.do(resolve.format(hall.token))
    # Nothing of it can be changed on the site in between.
    code, words = hall.site.do("result = refused(lambda: make.draw_round(event(), by=organiser()))")
    assert (code, "laptop" in words) == ("EventAway", True)

    hall.laptop.do(PLAY)
    hall.laptop.do(FINISH)
    assert hall.laptop.do("result = Job.objects.filter(kind='mail').count()") == 0
    places = "result = [(str(p.entry), p.place) for p in FinalPlace.objects.order_by('place')], event().state"
    played = hall.laptop.do(places)
    data = hall.laptop.do(GO_BACK)
    assert hall.laptop.do("result = refused(lambda: guest.return_make(event=event(), by=None))[0]") == "EventAway"

    before = hall.site.do("result = Event.history.count()")
    assert hall.site.do(f"result = taken_back({data!r})") == ["", ""]
    assert hall.site.do(places) == played
    assert hall.site.do("result = event().away_since, event().guest_of") == [None, ""]
    assert hall.site.do(resolve.format(hall.token)) == number
    assert hall.site.do("result = Person.objects.filter(last_name='Arrivata').count()") == 1
    # The histories of the laptop follow those of the site, and every row has one newest version that says the same.
    assert hall.site.do("result = Event.history.count()") > before + 2
    stale = (
        "result = [str(r) for m in (Round, Table, Sheet, Entry, Draw) for r in m.objects.all() "
        "if any(getattr(r.history.first(), f.attname) != getattr(r, f.attname) for f in m._meta.concrete_fields "
        "if f.attname not in ('seed', 'ceremony'))]"
    )
    assert hall.site.do(stale) == []
    # The site goes on: new rows do not meet those of the laptop, and the report can follow.
    assert hall.site.do("result = make.make_person().pk") > hall.site.do(
        "result = LaptopStay.objects.get().first_number"
    )
    assert hall.site.do(f"result = taken_back({data!r})")[0] == "StayEnded"


@pytest.mark.soak
def test_running_event_returns_and_goes_on_on_the_site(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(PLAY)
    data = hall.laptop.do(GO_BACK)
    # The laptop was thought lost, and nobody agreed: nothing of that stays beside the return.
    hall.site.do("laptop_services.event_give_up(event=event(), reason='Rubato in treno', by=organiser())")
    assert hall.site.do(f"result = taken_back({data!r})") == ["", ""]
    assert hall.site.do("s = LaptopStay.objects.get(); result = [s.reason, s.asked_at, s.asked_by]") == ["", None, None]
    hall.site.do("make.next_round(event()); make.play_round(event())")
    assert hall.site.do("result = event().round_set.count()") == 2
    # It may leave once more, and then returns as a file of the second stay alone.
    hall.site.do("laptop_services.event_take(event=event(), holder='Bruno', by=organiser())")
    assert hall.site.do(f"result = taken_back({data!r})")[0] == "StayEnded"


def _altered(data: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Return the file with another content and the old signature."""
    source, target = io.BytesIO(base64.b64decode(data)), io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        content = json.loads(old.read("content.json"))
        change(content)
        new.writestr("content.json", json.dumps(content))
        new.writestr("signature", old.read("signature"))
    return base64.b64encode(target.getvalue()).decode()


def _signed(hall: Hall, data: str, change: str) -> str:
    """Return the file as a holder of the laptop's key can sign it, with another content."""
    return hall.laptop.do(
        "from tournament.laptop.package import pack, unpack\n"
        f"content = unpack(b64decode({data!r})).content\n"
        "rows = content['rows']\n"
        f"{change}\n"
        "result = b64encode(pack(content, private_key=LaptopStay.objects.get().private_key)).decode()"
    )


#: What somebody who has the laptop's key may still not write into a return: by words of the refusal.
_FORGED = {
    "rows['event']['changed'][0]['fields']['state'] = ['checkin', 'homologated']": "EventStateWrong",
    "rows['seat']['added'][0]['entry_id'] = 999": "FileWrong",
    "rows['round']['added'][0]['event_id'] = 999": "FileWrong",
    "rows['round']['added'][0]['id'] = 1": "FileWrong",
    "rows['table']['added'][0]['state'] = 'won'": "FileWrong",
    "rows['table']['added'][0].pop('note')": "FileWrong",
    "rows['historicalevent']['added'][0]['event_id'] = rows['historicalevent']['added'][0]['id'] = 999": "FileWrong",
    "rows['entry']['removed'] = [999]": "FileWrong",
    "rows['seat']['added'].append(dict(rows['seat']['added'][0]))": "FileWrong",
}


@pytest.mark.soak
def test_altered_forged_or_foreign_file_changes_nothing(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(PLAY)
    data = hall.laptop.do(GO_BACK)
    before = hall.site.everything()

    def refuse(file: str) -> str:
        code: str = hall.site.do(f"result = taken_back({file!r})")[0]
        assert hall.site.everything() == before, code
        return code

    assert refuse(_altered(data, lambda content: content["rows"]["round"]["added"].clear())) == "NotSigned"
    assert refuse(_altered(data, lambda content: content.update(key="0" * 32))) == "StayOfAnotherEvent"
    assert refuse(_altered(data, lambda content: content.update(schema="0001_initial"))) == "OtherVersion"
    assert refuse(base64.b64encode(hall.file).decode()) == "FileOfTheWrongKind"
    assert refuse(base64.b64encode(b"PK\x03\x04 nothing").decode()) == "FileUnreadable"
    for change, code in _FORGED.items():
        assert refuse(_signed(hall, data, change)) == code, change


@pytest.mark.soak
def test_laptop_cannot_give_points_change_the_referents_facts_or_a_players_record(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(PLAY)
    data = hall.laptop.do(GO_BACK)
    change = (
        "e = rows['event']['changed'][0]['fields']\n"
        "e.update(fascia_effective=['I', 'III'], is_official=[True, False], slug=[event().slug, 'altro'])\n"
        "p = Entry.objects.exclude(person__last_name='Arrivata').first().person\n"
        "rows['person']['changed'] = [{'key': p.pk, 'fields': {'consent': [p.consent, not p.consent]}}]\n"
        "rows['person']['added'][0]['consent'] = True"
    )
    facts = "result = event().fascia_effective, event().slug, sorted(Person.objects.values_list('pk', 'consent'))"
    fascia, slug, people = hall.site.do(facts)
    assert hall.site.do(f"result = taken_back({_signed(hall, data, change)!r})") == ["", ""]
    after = hall.site.do(facts)
    assert (after[0], after[1], after[2][:-1]) == (fascia, slug, people)
    assert after[2][-1][1] is False


@pytest.mark.soak
def test_lost_laptop_is_given_up_with_a_reason_and_its_file_refused_afterwards(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(PLAY)
    data = hall.laptop.do(GO_BACK)
    give_up = "result = refused(lambda: laptop_services.event_give_up(event=event(), reason={!r}, by=organiser()))[0]"
    assert hall.site.do(give_up.format(" ")) == "ReasonMissing"
    assert hall.site.do(give_up.format("È caduto nel fosso")) == ""
    agree = "result = refused(lambda: laptop_services.give_up_agree(event=event(), by={}))[0]"
    assert hall.site.do(agree.format("organiser()")) == "GiveUpOwn"
    assert hall.site.do(agree.format("event().roles.get(role='referee').user")) == ""
    code, words = hall.site.do(f"result = taken_back({data!r})")
    assert code == "StayEnded", words
    assert "È caduto nel fosso" in words
    assert hall.site.do(give_up.format("Ancora")) == "NotAway"
    hall.site.do("make.draw_round(event(), by=organiser())")
    assert hall.site.do("result = event().state, Event.history.first().history_verb") == ["running", "round_draw"]


@pytest.mark.soak
def test_laptop_that_holds_something_takes_nothing_in(hall: Hall) -> None:
    hall.laptop.do("make.make_user('qualcuno')")
    taken = hall.take()
    assert taken["status"] == 1
    assert "vuota" in taken["err"]
    assert hall.laptop.do("result = Event.objects.count(), LaptopStay.objects.count()") == [0, 0]


@pytest.mark.soak
def test_return_file_can_be_made_again_after_going_on(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(GO_BACK)
    undo = "result = refused(lambda: guest.return_undo(event=event(), reason={!r}, by=organiser()))[0]"
    assert hall.laptop.do(undo.format("")) == "ReasonMissing"
    assert hall.laptop.do(undo.format("Mancava un turno")) == ""
    assert hall.laptop.do("result = refused(lambda: guest.return_file(event=event()))[0]") == "NotAway"
    hall.laptop.do(PLAY)
    data = hall.laptop.do(GO_BACK)
    assert hall.site.do(f"result = taken_back({data!r})") == ["", ""]


@pytest.mark.soak
def test_report_and_signed_forms_wait_for_the_return(hall: Hall) -> None:
    hall.take()
    hall.laptop.do(PLAY)
    hall.laptop.do(FINISH)
    reports = "from tournament.reports.services import report_submit, reports_sweep\n"
    send = "result = refused(lambda: report_submit(event=event(), by=None))[0], len(reports_sweep())"
    assert hall.laptop.do(reports + send) == ["EventGuest", 0]


@pytest.mark.soak
def test_photos_travel_and_an_event_of_a_server_on_postgresql_returns_whole(
    tmp_path: Path, redis_url: str, django_db_blocker: Any
) -> None:
    folders = {name: tmp_path / name for name in ("server", "laptop")}
    for folder in folders.values():
        folder.mkdir()
    with django_db_blocker.unblock():
        copy_migrated(folders["laptop"] / "fossato.sqlite3")
    with throwaway_postgres(migrated=True) as url:
        server = production(database=url, redis=redis_url, FOSSATO_MEDIA=str(folders["server"] / "media"))
        with (
            installation("postgresql", folders["server"], server) as site,
            installation("sqlite", folders["laptop"], laptop(folders["laptop"])) as other,
        ):
            for one in (site, other):
                one.do(SITE)
            file = folders["laptop"] / "event.fossato"
            file.write_bytes(base64.b64decode(site.do(BEGIN_WITH_PHOTOS)))
            taken = other.command("laptop_take_in", str(file))
            assert taken["status"] == 0, taken["err"]
            hall, form = ["La sala", None, True], ["", 1, True]
            assert other.do(PHOTOS) == [hall, form]

            other.do(
                "from tests.reporting import picture\n"
                "from tournament.reports.photos import photo_add, photo_remove\n"
                "from tournament.results.conclusion import event_conclude\n"
                "photo_remove(photo=Photo.objects.get(caption='La sala'), by=organiser(), reason='Lo chiede Ada')\n"
                "photo_add(event=event(), file=picture(30), caption='La finale', by=organiser())"
            )
            other.do(FINISH)
            places = "result = [(str(p.entry), p.place) for p in FinalPlace.objects.order_by('place')], event().state"
            data = other.do(GO_BACK)
            with zipfile.ZipFile(io.BytesIO(base64.b64decode(data))) as archive:
                assert len([name for name in archive.namelist() if name.startswith("photos/")]) == 1
            assert site.do(f"result = taken_back({data!r})") == ["", ""]
            assert site.do(places) == other.do(places)
            assert site.do(PHOTOS) == [form, ["La finale", None, True]]
            assert len([name for name in site.everything() if name.startswith("photos/")]) == 2
            verbs = "result = list(Photo.history.order_by('history_id').values_list('history_verb', flat=True))"
            assert site.do(verbs) == ["photo_add", "photo_add", "photo_remove", "photo_add"]

"""Pages around a season's events: for newcomers, for players with an account, for clubs and for the Referent."""

from __future__ import annotations

from django.db.models import Count
from django.test import Client
from django.urls import reverse

from ranking.models import LedgerEntry
from tests import factories as make
from tests.entering import enter_with_account, open_event
from tournament import models as rows

#: Events to come, and players entered in the first of them.
OPEN_EVENTS, ENTERED = 12, 40
SLUG = "torneo-aperto"


def _events_to_come(season: rows.Season) -> rows.Event:
    """Return the event that players enter; with others to come it is created at the first call.

    They belong to the measured season, so that the home page shows that one.
    """
    known = rows.Event.objects.filter(slug__startswith=SLUG).first()
    if known is not None:
        return known
    clubs = list(rows.Organiser.objects.order_by("pk")[:OPEN_EVENTS])
    first, *_others = (
        open_event(name=f"Torneo aperto {number}", organiser=club, capacity=ENTERED)
        for number, club in enumerate(clubs)
    )
    others = rows.Season.objects.exclude(pk=season.pk)
    rows.Event.objects.filter(season__in=others).update(season=season)
    others.delete()
    first.refresh_from_db()
    for number in range(ENTERED + 2):
        enter_with_account(first, number)
    return first


def _most_results(season: rows.Season) -> rows.Person:
    played = LedgerEntry.objects.filter(season=season, person__consent=True).values("person")
    most = played.annotate(count=Count("pk")).order_by("-count", "person").first()
    assert most is not None
    return rows.Person.objects.get(pk=most["person"])


def _accounts(season: rows.Season, event: rows.Event) -> dict[str, Client]:
    """Return signed-in visitors: who played most, who runs a club, the Referent. They are created at the first call."""
    person = _most_results(season)
    users = {
        "player": person.user or make.make_user(),
        "club": event.organiser.user or make.make_user(),
        "referent": make.make_user(referent=True),
    }
    rows.Person.objects.filter(pk=person.pk).update(user=users["player"])
    if event.organiser.user is None:
        rows.Organiser.objects.filter(pk=event.organiser_id).update(user=users["club"])
        make.grant(event, users["club"])
        rows.Follow.objects.create(account=users["player"], organiser=event.organiser)
    clients = {who: Client(headers={"host": "127.0.0.1"}) for who in users}
    for who, client in clients.items():
        client.force_login(users[who])
    return clients


def pages_around(season: rows.Season) -> dict[str, tuple[Client, str]]:
    """Return the visitor and the address of each page, by a name for the table of figures."""
    event = _events_to_come(season)
    played = rows.Event.objects.filter(season=season, state=rows.Event.State.HOMOLOGATED).latest("last_day", "pk")
    club, person = played.organiser, _most_results(season)
    visitor = Client(headers={"host": "127.0.0.1"})
    visitors = {"": visitor, **_accounts(season, event)}
    named = {
        "": [
            *(("home", ()), ("event_list", ()), ("event", (event.slug,)), ("event", (played.slug,))),
            *(("entry_page", (event.slug,)), ("entry_link_again", (event.slug,)), ("club", (club.pk,))),
            *(("organise_event", ()), ("help", ()), ("contact", ())),
            *(("privacy", ()), ("terms", ()), ("status", ()), ("news", ()), ("event_feed", ()), ("sitemap", ())),
            *(("event_card", (played.slug,)), ("player_card", (person.pk,)), ("ranking_card", (season.slug,))),
            *(("account_login", ()), ("account_signup", ()), ("player", (person.pk,))),
        ],
        "player": [
            *(
                ("home", ()),
                ("my_games", ()),
                ("account", ()),
            ),
            *(("entry_page", (event.slug,)), ("player", (person.pk,))),
        ],
        "club": [
            *(("my_events", ()), ("desk", (event.slug,)), ("entries", (event.slug,)), ("cash", (event.slug,))),
            *(("event_messages", (event.slug,)), ("roles", (event.slug,)), ("club_desk", (event.organiser_id,))),
            *(("claim", ()), ("event_new", ())),
        ],
        "referent": [("referent", ()), ("people", ()), ("referents", ()), ("publishing", ())],
    }
    pages = {
        f"{who or 'anybody'}: {name} {' '.join(map(str, of))}".strip(): (visitors[who], reverse(name, args=of))
        for who, listed in named.items()
        for name, of in listed
    }
    pages["anybody: search of a name"] = (visitor, f"{reverse('search')}?q={person.last_name.split()[0]}")
    pages["anybody: search of an event"] = (visitor, f"{reverse('search')}?q=Torneo")
    return pages

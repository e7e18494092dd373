"""Files by which other programs find the public pages: robots.txt, the sitemap, and a feed of the events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournament.delivery.calendar_file import revisions
from tournament.events.selectors import listed_events
from tournament.federation.selectors import published_news
from tournament.models import Event, News, Organiser, Season

#: Pages without arguments that a search engine may list. Those of players are left out: a name is found on the site.
PAGES = (
    *(
        "home",
        "event_list",
        "ranking",
        "cards",
        "roll_of_honour",
        "regulation",
        "help",
        "organise_event",
        "contact",
        "news",
        "privacy",
        "terms",
    ),
    *("play", "practice", "open_data", "licences"),
)
#: Beginnings of addresses that no search engine should visit: private links, desks, accounts.
PRIVATE = (
    *(
        "/accounts/",
        "/admin/",
        "/io/",
        "/organizza/",
        "/referente/",
        "/redazione/",
        "/arbitro/",
        "/t/",
        "/g/",
        "/c/",
        "/i/",
    ),
    "/cerca/",
    "/gioca/tavolo/",
)
#: Events of the feed.
MOST_EVENTS = 30

if TYPE_CHECKING:
    _PageSitemap = Sitemap[str]
    _EventSitemap = Sitemap[Event]
    _RankingSitemap = Sitemap[Season]
    _ClubSitemap = Sitemap[Organiser]
else:
    # Not generic at run time.
    _PageSitemap = _EventSitemap = _RankingSitemap = _ClubSitemap = Sitemap


class PageSitemap(_PageSitemap):
    """The pages of the site that exist once."""

    def items(self) -> list[str]:
        return list(PAGES)

    def location(self, item: str) -> str:
        return reverse(item)


class EventSitemap(_EventSitemap):
    """The public events."""

    def items(self) -> QuerySet[Event]:
        return listed_events().only("slug").order_by("-first_day", "pk")


class RankingSitemap(_RankingSitemap):
    """The Ranking of each season."""

    def items(self) -> QuerySet[Season]:
        return Season.objects.only("slug")

    def location(self, item: Season) -> str:
        return reverse("ranking_season", args=[item.slug])


class ClubSitemap(_ClubSitemap):
    """The organisers of public events."""

    def items(self) -> QuerySet[Organiser]:
        public = listed_events()
        return Organiser.objects.filter(disqualified_at=None, events__in=public).distinct().order_by("pk")


SITEMAPS: dict[str, type[Sitemap[Any]] | Sitemap[Any]] = {
    "pages": PageSitemap,
    "events": EventSitemap,
    "seasons": RankingSitemap,
    "clubs": ClubSitemap,
}


@login_not_required
@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    """Return the addresses of the public pages for search engines."""
    return sitemap(request, SITEMAPS)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return which addresses search engines may visit."""
    lines = ["User-agent: *", *(f"Disallow: {address}" for address in PRIVATE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class EventFeed(Feed):  # type: ignore[type-arg]  # not generic at run time
    """The newest events and news, what changed last first: announced, authorised, played, ratified, published."""

    feed_type = Atom1Feed
    title = gettext_lazy("News and events of the championship")
    subtitle = gettext_lazy("What was announced, played and ratified.")

    def link(self) -> str:
        return reverse("event_list")

    def items(self) -> Iterable[Event | News]:
        events = list(listed_events().order_by("-first_day", "pk")[:MOST_EVENTS])
        self.changed = {pk: revision.at for pk, revision in revisions(events).items()}
        return sorted([*events, *published_news(MOST_EVENTS)], key=self.item_updateddate, reverse=True)

    def item_title(self, item: Event | News) -> str:
        return item.shown_title if isinstance(item, News) else f"{item.name}: {item.get_state_display()}"

    def item_description(self, item: Event | News) -> str:
        if isinstance(item, News):
            return item.shown_text
        words = _("%(city)s, %(venue)s, %(day)s")
        return words % {"city": item.city, "venue": item.venue, "day": date_format(item.first_day, "j F Y")}

    def item_pubdate(self, item: Event | News) -> datetime:
        return (item.published_at or item.changed_at) if isinstance(item, News) else item.created_at

    def item_updateddate(self, item: Event | News) -> datetime:
        return item.changed_at if isinstance(item, News) else self.changed[item.pk]


@login_not_required
@require_safe
def event_feed(request: HttpRequest) -> HttpResponse:
    """Return the Atom feed of the news and events."""
    return EventFeed()(request)

"""Helpers of end-to-end tests: signing in, finding buttons by their Italian labels, filling in a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from tests import factories as make

_language = "it"


def stored(store: str) -> str:
    """Return the expression of a promise of all records of one of the phone's stores."""
    return f"import('/static/fossato/js/offline-store.js').then(({{ all }}) => all('{store}'))"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language for the pages inside the block; the default is Italian."""
    global _language
    before, _language = _language, language
    try:
        yield
    finally:
        _language = before


def translated(words: str, context: str = "", **facts: Any) -> str:
    """Translate a label into the current language: Italian, or see ``speaking``.

    Arguments:
        words: the msgid; context: its context, where it has one.
        facts: the values of its placeholders.
    """
    with translation.override(_language):
        label = translation.pgettext(context, words) if context else translation.gettext(words)
    return label % facts if facts else label


def session_of(user: Any) -> str:
    """Return the key of a new session of a user, as signing in creates it."""
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def sign_in_quickly(page: Page, site: str, user: Any) -> None:
    """Add the user's session to the page's cookie jar, without the sign-in form."""
    page.context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": site}])


def sign_in(page: Page, site: str, user: Any, to: str) -> None:
    """Sign in through the form that a page redirects to, and return to that page."""
    page.goto(f"{site}{to}")
    page.locator("[name=login]").fill(user.get_username())
    page.locator("[name=password]").fill(make.PASSWORD)
    page.get_by_role("button", name=translated("Sign in"), exact=True).click()
    expect(page).to_have_url(f"{site}{to}")


def button(page: Page, words: str, **facts: Any) -> Locator:
    """Return the button in the page's content with these words (an English msgid); not one that explains a field."""
    named = page.locator("main, form.sheet").get_by_role("button", name=translated(words, **facts))
    return named.and_(page.locator(":not(.fo-reason > *)")).first


def link(page: Page, words: str, **facts: Any) -> Locator:
    """Return the link in the page's content with these words (an English msgid)."""
    return page.locator("main").get_by_role("link", name=translated(words, **facts), exact=True).first


def back_link(page: Page) -> Locator:
    """Return the link of a working page's bar that leads back."""
    return page.locator(".fo-header__back")


#: Hour and place of a new event in tests.
HOUR, PLACE = "14:30", "Sala grande, via Cavour 3, Forlì"


def create_event(page: Page, *, name: str, day: date, place: str = PLACE, season: Any = None, **others: str) -> None:
    """Create an event on the page of the events that one runs: its announcement is shown.

    Arguments:
        season: chosen if there are several.
        others: values of folded fields.
    """
    link(page, "New event").click()
    facts = {"name": name, "first_day": day.isoformat(), "starts_at": HOUR, "place": place}
    for field, text in facts.items():
        page.locator(f"[name={field}]").fill(text)
    page.locator("#new-event > details").evaluate("(details) => { details.open = true; }")
    if season is not None and page.locator("[name=season]").count():
        page.locator("[name=season]").select_option(value=str(season.pk))
    for field, text in others.items():
        page.locator(f"[name={field}]").fill(text)
    button(page, "Create the event").click()
    expect(page.locator("h1")).to_have_text(translated("Announce the event"))


def heading(page: Page, words: str, **facts: Any) -> Locator:
    """Return a heading that contains these words (an English msgid)."""
    return page.get_by_role("heading", name=translated(words, **facts))


def notice(page: Page, words: str, **facts: Any) -> None:
    """Wait until the page shows this notice (an English msgid)."""
    expect(page.locator(".fo-toast").filter(has_text=translated(words, **facts))).to_have_count(1)


def count_five_numbers(page: Page) -> None:
    """Choose the shortest entry mode of a sheet, unless the phone remembers it."""
    if page.locator("#sheet input[name=mode]").input_value() == "numbers":
        return
    page.get_by_text(translated("Write all the cards")).click()
    button(page, "Five numbers").click()
    expect(page.locator("input[name=mode]")).to_have_value("numbers")


def open_seats(page: Page) -> None:
    """Expand every seat of a sheet."""
    page.locator("#sheet").evaluate(
        "(form) => { for (const seat of form.querySelectorAll('.sheet__details')) seat.open = true; }"
    )
    expect(page.locator("details.sheet__details:not([open])")).to_have_count(0)


def type_sheet(page: Page, sheet: Mapping[str, Any], typed: int = 1) -> None:
    """Fill in a sheet of five numbers (see ``tests.factories.simple_sheet``) on its page.

    Arguments:
        typed: seats whose numbers are typed one by one; the others' are set at once, because the page asks the server
            after each number.
    """
    open_seats(page)
    numbers = [
        {f"s{seat}_{name}": str(number) for name, number in row.items()} for seat, row in enumerate(sheet["seats"])
    ]
    for row in numbers[:typed]:
        for name, text in row.items():
            page.locator(f"[name={name}]").fill(text)
    if numbers[typed:]:
        set_fields(page, {name: text for row in numbers[typed:] for name, text in row.items()})
    page.locator(f"[name=end][value={sheet['end']}]").check()
    page.locator(f"[name=ended_by][value='{sheet['ended_by']}']").check()


def set_fields(page: Page, values: Mapping[str, str]) -> None:
    """Fill a sheet's fields at once, folded ones too, as from a played game; values without a field are ignored.

    Arguments:
        values: names of fields -> texts, see ``tournament.pages.sheet.form_of(...).to_values``.
    """
    page.locator("#sheet").evaluate(
        """(form, values) => {
            for (const field of form.querySelectorAll("main [name]")) {
                if (!(field.name in values) || field.type === "hidden") continue;
                if (field.type === "radio") field.checked = field.value === values[field.name];
                else field.value = values[field.name];
            }
            form.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        dict(values),
    )


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true in the page, at most 15 seconds.

    Playwright's own ``wait_for_function`` polls by ``eval`` in the page, which the content security policy blocks.
    """
    for _look in range(300):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never came true: {expression}")


def until_empty(page: Page, function: str) -> None:
    """Wait until a function of the page returns an empty list, at most 15 seconds; fail with what it returned last."""
    last: list[str] = []
    for _look in range(300):
        last = page.evaluate(f"({function})()")
        if not last:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never became empty: {last}")

"""The complete text of a version of the regulation, built from its values: both parts, readings, cards (art. 1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.dominion import cards
from games.dominion.display import SetupCard, edition_of, setup_cards, setup_sizes
from games.dominion.rulings import ruling
from games.dominion.sets import POOL
from tournament.core.collation import collation_key
from tournament.pages.regulation import value_words
from tournament.regulation.names import folded
from tournament.regulation.parameters import TABLE_SIZE, Regulation
from tournament.regulation.text.article import Article, Value
from tournament.regulation.text.organisation import ARTICLES as ORGANISATION
from tournament.regulation.text.play import ARTICLES as PLAY
from tournament.regulation.text.readings import READINGS
from tournament.regulation.text.sentences import sentence
from tournament.regulation.version_values import BY_NAME, FIELDS, to_values

#: Cards of a hand after the clean-up.
HAND: Final = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence.

    Arguments:
        reading: the id of what it reads; empty for what the text says itself. article: the one that the reading reads.
        is_chosen: whether versions choose between readings here.
        since: the version that gave the value last; empty for a value of the printed regulation.
    """

    text: str
    reading: str = ""
    article: str = ""
    is_chosen: bool = False
    since: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """An article: its number, title and sentences."""

    number: str
    title: str
    lines: tuple[Line, ...]

    @property
    def anchor(self) -> str:
        """Return the id of its section in a page."""
        return f"testo-{self.number.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Telling:
    """The text of a version.

    Arguments:
        organisation, play: the articles of part one and of part two.
        cards: the kingdom cards with their rulings, by name. readings: every reading, by id.
    """

    organisation: tuple[Chapter, ...]
    play: tuple[Chapter, ...]
    cards: tuple[SetupCard, ...]
    readings: tuple[Line, ...]

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is in it, which a search can give."""
        return not (self.organisation or self.play or self.cards or self.readings)


def tell(regulation: Regulation, origins: Mapping[str, str] | None = None) -> Telling:
    """Return the text of a version in the reader's language.

    Arguments:
        origins: by name of a value the version that gave it last, as ``value_origins`` does; of others nothing is told.
    """
    values, since = to_values(regulation), origins or {}
    edition = edition_of((get_language() or "it")[:2], "regulation")
    return Telling(
        organisation=tuple(_chapter(article, values, since) for article in ORGANISATION),
        play=tuple(_chapter(article, values, since, set_up_numbers()) for article in PLAY),
        cards=card_rulings(POOL, edition),
        readings=tuple(sorted(_readings(values, since), key=lambda line: line.reading)),
    )


def _chapter(
    article: Article, values: Mapping[str, Any], since: Mapping[str, str], numbers: Mapping[str, int] | None = None
) -> Chapter:
    lines = (
        _value_line(line.name, values, since) if isinstance(line, Value) else Line(_(line)) for line in article.lines
    )
    told = (replace(line, text=line.text.format_map(numbers)) if numbers else line for line in lines)
    return Chapter(article.number, _(article.title), tuple(told))


def _value_line(name: str, values: Mapping[str, Any], since: Mapping[str, str]) -> Line:
    field, value = BY_NAME[name], values[name]
    text = _(sentence(name, value)).replace("{value}", value_words(field, value))
    return Line(text, field.reading, field.article, is_chosen=bool(field.reading), since=since.get(name, ""))


def _readings(values: Mapping[str, Any], since: Mapping[str, str]) -> Iterator[Line]:
    for field in FIELDS:
        if field.reading:
            yield _value_line(field.name, values, since)
    for reading in READINGS:
        yield Line(_(reading.sentence), reading.id, reading.article)


def set_up_numbers() -> dict[str, int]:
    """Return the numbers of the set-up that part two names, from the engine (art. 2.1)."""
    full, short = setup_sizes(TABLE_SIZE), setup_sizes(TABLE_SIZE - 1)
    copper, estate = (cards.ROWS[cards.by_name(name)].dealt for name in ("copper", "estate"))
    return {
        "coppers": copper,
        "estates": estate,
        "hand": HAND,
        "victory": full["victory"],
        "curses": full["curse"],
        "curses_of_three": short["curse"],
        "left": full["copper"],
        "left_of_three": short["copper"],
        "silver": full["silver"],
        "gold": full["gold"],
        "kingdom": full["kingdom"],
    }


def card_rulings(pool: Iterable[str], edition: str) -> tuple[SetupCard, ...]:
    """Return the kingdom cards of a pool that have a ruling, by name."""
    shown = setup_cards({"drawn": [name for name in pool if ruling(name, edition)]}, edition)
    return tuple(sorted(shown, key=lambda card: collation_key(card.name)))


def matching_text(telling: Telling, words: str) -> Telling:
    """Return the sentences and cards of a text in which all words of a search occur; accents and case do not matter.

    An article whose title has all of them is kept whole.
    """
    wanted = [folded(word) for word in words.split()]

    def has(text: str) -> bool:
        plain = folded(text)
        return all(word in plain for word in wanted)

    def matching_chapters(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
        rows = (
            chapter
            if has(f"{chapter.number} {chapter.title}")
            else replace(chapter, lines=tuple(line for line in chapter.lines if has(line.text)))
            for chapter in chapters
        )
        return tuple(chapter for chapter in rows if chapter.lines)

    return Telling(
        organisation=matching_chapters(telling.organisation),
        play=matching_chapters(telling.play),
        cards=tuple(card for card in telling.cards if has(f"{card.name} {card.ruling}")),
        readings=tuple(line for line in telling.readings if has(f"{line.reading} {line.text}")),
    )

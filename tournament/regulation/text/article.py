"""An article of the regulation as a list of sentences."""

from __future__ import annotations

from typing import NamedTuple


class Value(NamedTuple):
    """The place of a value of the version in an article; its sentence is that of ``text.sentences``."""

    name: str


class Article(NamedTuple):
    """An article: its number, its title and its sentences, in English, with values of the version among them."""

    number: str
    title: str
    lines: tuple[str | Value, ...]

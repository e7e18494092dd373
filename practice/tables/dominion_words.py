"""Effects of the cards of Dominion and its questions, in the project's own words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.dominion import cards

#: What a card does besides the plus lines of its row.
TEXTS: dict[str, Any] = {
    "adventurer": gettext_lazy("Reveal cards until you have two Treasures in hand"),
    "bureaucrat": gettext_lazy("A Silver onto your deck; the others put back a Victory card"),
    "cellar": gettext_lazy("Discard any cards, draw as many"),
    "chancellor": gettext_lazy("You may discard your whole deck"),
    "chapel": gettext_lazy("Trash up to four cards from your hand"),
    "council_room": gettext_lazy("Everybody else draws a card"),
    "feast": gettext_lazy("Trash it and gain a card costing up to 5"),
    "gardens": gettext_lazy("1 point for every 10 cards you own"),
    "library": gettext_lazy("Draw up to 7 cards; you may set Actions aside"),
    "militia": gettext_lazy("The others keep three cards in hand"),
    "mine": gettext_lazy("Turn a Treasure into one costing up to 3 more"),
    "moat": gettext_lazy("Show it, and an attack does not touch you"),
    "moneylender": gettext_lazy("Trash a Copper for 3 coins"),
    "remodel": gettext_lazy("Trash a card, gain one costing up to 2 more"),
    "spy": gettext_lazy("Look at every top card; you decide which are discarded"),
    "thief": gettext_lazy("The others reveal two cards; you trash or take a Treasure"),
    "throne_room": gettext_lazy("Play an Action from your hand twice"),
    "witch": gettext_lazy("The others gain a Curse"),
    "workshop": gettext_lazy("Gain a card costing up to 4"),
}
_TYPES = (
    (cards.IS_ACTION, pgettext_lazy("card type", "Action")),
    (cards.IS_ATTACK, pgettext_lazy("card type", "Attack")),
    (cards.IS_REACTION, pgettext_lazy("card type", "Reaction")),
    (cards.IS_TREASURE, pgettext_lazy("card type", "Treasure")),
    (cards.IS_VICTORY, pgettext_lazy("card type", "Victory")),
    (cards.IS_CURSE, pgettext_lazy("card type", "Curse")),
)
#: Per kind of question: what to do, and how it is done.
QUESTIONS: dict[str, tuple[Any, Any]] = {
    "play": (gettext_lazy("Play an Action"), gettext_lazy("Treasures are played automatically when you buy.")),
    "lay": (gettext_lazy("Play a Treasure"), gettext_lazy("One after the other, the cheapest first.")),
    "buy": (gettext_lazy("Buy a card"), gettext_lazy("Choose a pile that your coins pay for.")),
    "throne_room": (gettext_lazy("Choose the Action that you play twice"), ""),
    "cellar": (gettext_lazy("Discard a card"), gettext_lazy("At the end you draw as many as you discarded.")),
    "militia": (gettext_lazy("Militia: discard a card"), gettext_lazy("Until you hold three.")),
    "chapel": (gettext_lazy("Trash a card"), gettext_lazy("Up to four, for good.")),
    "remodel_trash": (gettext_lazy("Trash a card"), gettext_lazy("Then you gain one costing up to 2 more.")),
    "remodel_gain": (gettext_lazy("Gain a card"), gettext_lazy("Costing up to 2 more than the one you trashed.")),
    "mine_trash": (gettext_lazy("Trash a Treasure"), gettext_lazy("Then you gain one costing up to 3 more.")),
    "mine_gain": (gettext_lazy("Gain a Treasure"), gettext_lazy("It comes into your hand.")),
    "feast": (gettext_lazy("Gain a card"), gettext_lazy("Costing up to 5.")),
    "workshop": (gettext_lazy("Gain a card"), gettext_lazy("Costing up to 4.")),
    "bureaucrat": (gettext_lazy("Put a Victory card back onto your deck"), ""),
    "thief_trash": (gettext_lazy("Trash one of these Treasures"), gettext_lazy("Then you may keep it.")),
    "thief_gain": (gettext_lazy("Take a Treasure from the trash"), ""),
    "moat": (gettext_lazy("Somebody attacks you: do you show the Moat?"), ""),
    "chancellor": (gettext_lazy("Discard your whole deck?"), ""),
    "library": (gettext_lazy("You drew an Action: set it aside?"), ""),
    "spy": (gettext_lazy("Discard the revealed card?"), ""),
}
_STOPS: dict[str, Any] = {
    "play": gettext_lazy("Go on to buying"),
    "lay": gettext_lazy("Play no more Treasures"),
    "buy": gettext_lazy("Buy nothing more"),
    "cellar": gettext_lazy("Discard no more"),
    "chapel": gettext_lazy("Trash no more"),
    "thief_gain": gettext_lazy("Take no more"),
}
_VERBS: dict[str, Any] = {
    "play": pgettext_lazy("a card's button", "Play"),
    "lay": pgettext_lazy("a card's button", "Play"),
    "buy": pgettext_lazy("a card's button", "Buy"),
    "throne_room": pgettext_lazy("a card's button", "Twice"),
    "cellar": pgettext_lazy("a card's button", "Discard"),
    "militia": pgettext_lazy("a card's button", "Discard"),
    "chapel": pgettext_lazy("a card's button", "Trash"),
    "remodel_trash": pgettext_lazy("a card's button", "Trash"),
    "mine_trash": pgettext_lazy("a card's button", "Trash"),
    "thief_trash": pgettext_lazy("a card's button", "Trash"),
    "thief_gain": pgettext_lazy("a card's button", "Take"),
    "bureaucrat": pgettext_lazy("a card's button", "Put back"),
}


def plus_lines(code: int) -> list[str]:
    """Return what a card gives first of all, one phrase each: cards, actions, buys, coins, points."""
    lines = []
    if cards.GIVES_CARDS[code]:
        lines.append(ngettext("+%(n)s card", "+%(n)s cards", cards.GIVES_CARDS[code]) % {"n": cards.GIVES_CARDS[code]})
    if cards.GIVES_ACTIONS[code]:
        n = cards.GIVES_ACTIONS[code]
        lines.append(ngettext("+%(n)s action", "+%(n)s actions", n) % {"n": n})
    if cards.GIVES_BUYS[code]:
        lines.append(ngettext("+%(n)s buy", "+%(n)s buys", cards.GIVES_BUYS[code]) % {"n": cards.GIVES_BUYS[code]})
    if cards.GIVES_COINS[code]:
        lines.append(ngettext("+%(n)s coin", "+%(n)s coins", cards.GIVES_COINS[code]) % {"n": cards.GIVES_COINS[code]})
    if cards.VALUE[code]:
        lines.append(ngettext("%(n)s coin", "%(n)s coins", cards.VALUE[code]) % {"n": cards.VALUE[code]})
    if cards.POINTS[code]:
        n = abs(cards.POINTS[code])
        sign = "−" if cards.POINTS[code] < 0 else ""
        lines.append(sign + ngettext("%(n)s point", "%(n)s points", n) % {"n": n})
    return lines


def types_of(code: int) -> str:
    """Return the types of a card, e.g. "Action, Attack"."""
    return ", ".join(str(words) for table, words in _TYPES if table[code])


def text_of(name: str) -> str:
    """Return what a card does besides its plus lines; empty if nothing."""
    return str(TEXTS.get(name, ""))


def question_words(kind: str) -> tuple[str, str]:
    """Return what a question asks and how it is answered."""
    title, help_text = QUESTIONS[kind]
    return str(title), str(help_text)


def verb_of(kind: str) -> str:
    """Return the word under a card that can be chosen."""
    return str(_VERBS.get(kind, pgettext("a card's button", "Gain")))


def answer_words(kind: str, option: str, edition: str) -> str:
    """Return an option of a question as the words of its button."""
    if option == "stop":
        return str(_STOPS.get(kind, _("Unfollow")))
    if option in ("yes", "no"):
        return _("Yes") if option == "yes" else _("No")
    return cards.name_of(cards.by_name(option), edition)

"""Part two of the regulation in own words: art. 2.1 to 2.4; its card rulings are ``games.dominion.rulings``.

The fields of a sentence are numbers of the engine's set-up.
"""

from __future__ import annotations

from typing import Final

from tournament.regulation.text.article import Article
from tournament.regulation.translatable import gettext_noop as _

ARTICLES: Final[tuple[Article, ...]] = (
    Article(
        "2.1",
        _("Set-up"),
        (
            _(
                "Everybody takes {coppers} Coppers and {estates} Estates, shuffles them into a deck and draws {hand} "
                "cards."
            ),
            _(
                "The other cards of the game are the supply, face up in the middle; a randomiser under each pile "
                "shows when it is empty. The trash lies beside it."
            ),
            _(
                "Copper, Silver and Gold, the Victory cards and the Curses are in every game. With four players and "
                "with three there are {victory} Estates, Duchies and Provinces each; these Estates do not include "
                "those of the first hands."
            ),
            _("There are {curses} Curses with four players, {curses_of_three} with three."),
            _(
                "After dealing {left} Coppers are left with four players, {left_of_three} with three; of Silver "
                "there are {silver}, of Gold {gold}."
            ),
            _(
                "Each of the ten kingdom cards has {kingdom} copies, the Gardens {victory} like the other Victory "
                "cards. Kingdom cards that were not drawn are not used."
            ),
            _("The first name of the form begins; the others sit and play in the order of the form."),
        ),
    ),
    Article(
        "2.2",
        _("A turn"),
        (
            _(
                "A turn has three phases, in this order: an Action may be played, a card may be bought, then the "
                "cards are cleaned up."
            ),
            _("One Action a turn, and more if cards say so. In the first two turns nobody has an Action yet."),
            _(
                "An Action is laid face up, named, and followed from top to bottom, as far as it can be followed. It "
                "is finished before another is played, and stays in play until the clean-up unless its text says "
                "otherwise."
            ),
            _(
                "One card from any pile of the supply may be bought, a Curse too, but none from the trash; more if "
                "cards say so. Its cost is paid with the Treasures played and the coins of Actions; what is left over "
                "pays for further cards of the same turn."
            ),
            _("A bought or gained card goes to one’s own discard pile, unless a card says otherwise."),
            _(
                "In the clean-up everything played and everything left in the hand is discarded, and {hand} cards "
                "are drawn. The next player may begin meanwhile; before an Attack everybody has finished cleaning up."
            ),
        ),
    ),
    Article(
        "2.3",
        _("The end of the game"),
        (
            _(
                "The game is over at the end of a turn in which the pile of Provinces, or any three piles of the "
                "supply, are empty."
            ),
            _(
                "All one’s cards count, in hand, deck, discards and in play: the points of Victory cards and Curses. "
                "The trash counts for nobody."
            ),
            _("Between equal points art. 1.5 decides; a victory is never shared."),
        ),
    ),
    Article(
        "2.4",
        _("Further rules"),
        (
            _(
                "A player who has to draw, reveal or set aside more cards than the deck has takes those, shuffles the "
                "discards into a new deck and goes on; if there are still too few, they make do with what there is."
            ),
            _(
                "A player may count their own deck, but not look through it, and neither count nor look through a "
                "discard pile; everybody sees its top card. The piles of the supply may be counted, the trash looked "
                "through."
            ),
            _(
                "Where a card concerns several players and the order matters, it is followed for each in turn order, "
                "beginning with the player whose turn it is."
            ),
        ),
    ),
)

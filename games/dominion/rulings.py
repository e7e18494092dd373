"""Rulings on the 25 kingdom cards in own words, in Italian and English (part two of the regulation, art. 2.5).

A name in braces is another card's code name: it is written in the edition of the reader. The numbers of the cases that
the engine is tested by are those of docs/rules/dominion.md, section 7.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from . import cards

#: By code name of the card: language, text.
RULINGS: Final[dict[str, dict[str, str]]] = {
    "adventurer": {
        "it": "Se il mazzo finisce mentre sveli, rimescola gli scarti e continua: le carte già svelate restano fuori "
        "e si scartano alla fine. Se c’è un solo Tesoro da trovare, prendi quello.",
        "en": "If the deck runs out while you reveal, shuffle your discards and go on: the cards already revealed stay "
        "out of it and are discarded at the end. If there is only one Treasure to find, you take that one.",
    },
    "bureaucrat": {
        "it": "Con il mazzo vuoto, l’{silver} ottenuto ne diventa l’unica carta. Vale lo stesso per la carta Vittoria "
        "che un avversario rimette sul proprio mazzo vuoto.",
        "en": "With an empty deck the {silver} you gain becomes its only card. The same holds for the Victory card "
        "that an opponent puts back on an empty deck.",
    },
    "cellar": {
        "it": "La carta giocata non è più in mano, quindi non si può scartare. Scegli tutte le carte e scartale "
        "insieme; peschi soltanto dopo. Se per pescare devi rimescolare, anche quelle carte tornano nel mazzo.",
        "en": "The card you played is no longer in your hand, so you cannot discard it. Choose all cards and discard "
        "them at once; you draw only afterwards. If you have to shuffle for it, those cards are shuffled in too.",
    },
    "chancellor": {
        "it": "Decidi subito se mettere il mazzo negli scarti, prima di ogni altra cosa del turno. Non puoi guardarne "
        "le carte.",
        "en": "Decide at once whether the deck goes to the discards, before anything else of the turn. You may not "
        "look at its cards.",
    },
    "chapel": {
        "it": "La carta giocata non è più in mano, quindi non può eliminare se stessa; può eliminarne un’altra uguale "
        "che hai in mano.",
        "en": "The card you played is no longer in your hand, so it cannot trash itself; it can trash another copy "
        "that you hold.",
    },
    "council_room": {
        "it": "Gli avversari devono pescare, che lo vogliano o no. Chi ha il mazzo vuoto rimescola.",
        "en": "The others must draw, whether they want to or not. Whoever has an empty deck shuffles.",
    },
    "feast": {
        "it": "La carta che ottieni viene dalla riserva e va negli scarti. Le monete di Tesori e Azioni non alzano il "
        "limite del suo costo. Con {throne_room} ottieni due carte, anche se ne elimini una sola copia: ottenere non "
        "dipende dall’averla eliminata.",
        "en": "The card you gain comes from the supply and goes to your discards. Coins of Treasures and Actions do "
        "not raise the limit of its cost. With {throne_room} you gain two cards though you trash one copy: gaining "
        "does not depend on trashing.",
    },
    "festival": {
        "it": "Se ne giochi più d’una, conta ad alta voce le Azioni che restano: una in meno per la carta giocata, due "
        "in più per il suo effetto.",
        "en": "If you play several, count the Actions left aloud: one less for the card you play, two more for what it "
        "gives.",
    },
    "gardens": {
        "it": "È una carta Vittoria, non un’Azione. Alla fine vale un punto ogni dieci carte che possiedi, dovunque "
        "siano, arrotondando per difetto: con 39 carte vale 3. In tre e in quattro la pila ne ha 12.",
        "en": "It is a Victory card, not an Action. At the end it is worth a point for every ten cards you own, "
        "wherever they are, rounded down: 3 with 39 cards. With three and four players its pile has 12.",
    },
    "laboratory": {
        "it": "Peschi due carte e puoi giocare un’altra Azione.",
        "en": "Draw two cards; you may play another Action.",
    },
    "library": {
        "it": "Puoi mettere da parte le Azioni pescate, non devi; si scartano quando hai finito, e non entrano nel "
        "mazzo se nel frattempo rimescoli. Se le carte non bastano prendi quelle che ci sono; con sette o più in mano "
        "non ne peschi.",
        "en": "You may set aside Actions that you draw, you need not; they are discarded once you have finished, and "
        "are not shuffled in meanwhile. If there are too few cards you take what there is; with seven or more in hand "
        "you draw none.",
    },
    "market": {
        "it": "Peschi una carta, puoi giocare un’altra Azione e comprare una carta in più, con una moneta in più.",
        "en": "Draw a card; you may play another Action and buy one card more, with one coin more.",
    },
    "militia": {
        "it": "Gli avversari scartano fino ad avere tre carte in mano, a loro scelta. Chi ne ha tre o meno non scarta.",
        "en": "The others discard down to three cards in hand, of their choice. Whoever has three or fewer discards "
        "none.",
    },
    "mine": {
        "it": "La carta ottenuta va in mano e si può spendere subito. Può anche essere uguale a quella eliminata o più "
        "economica. Senza Tesori in mano non ottieni nulla.",
        "en": "The card you gain goes to your hand and can be spent at once. It may also be the same as the one "
        "trashed, or a cheaper one. Without a Treasure in hand you gain nothing.",
    },
    "moat": {
        "it": "Quando un altro gioca un Attacco puoi mostrarla prima che abbia effetto, e la riprendi in mano: "
        "l’Attacco non ti riguarda, né nel bene né nel male. Chi attacca e gli altri giocatori non ne sono protetti. "
        "Nel tuo turno puoi anche giocarla per pescare due carte.",
        "en": "When another player plays an Attack you may show it before the Attack takes effect, and take it back: "
        "the Attack does not concern you, for good or ill. The attacker and the others are not protected by it. In "
        "your own turn you may also play it to draw two cards.",
    },
    "moneylender": {
        "it": "Senza un {copper} in mano da eliminare non ricevi le tre monete.",
        "en": "Without a {copper} in hand to trash you do not get the three coins.",
    },
    "remodel": {
        "it": "La carta giocata non può eliminare se stessa, ma un’altra uguale che hai in mano sì. Senza una carta da "
        "eliminare non ottieni nulla. La carta ottenuta viene dalla riserva, va negli scarti e può costare fino a due "
        "monete in più, anche meno, anche essere la stessa. Le monete del turno non alzano il limite.",
        "en": "The card you played cannot trash itself, but another copy that you hold. Without a card to trash you "
        "gain nothing. The card you gain comes from the supply, goes to your discards and may cost up to two coins "
        "more, or less, or be the same. Coins of the turn do not raise the limit.",
    },
    "smithy": {"it": "Peschi tre carte.", "en": "Draw three cards."},
    "spy": {
        "it": "Prima peschi, poi tutti svelano la prima carta del mazzo, tu compreso: comincia chi gioca la carta, poi "
        "in ordine di turno. Chi ha il mazzo vuoto rimescola; se non ha carte non svela nulla. Le carte non scartate "
        "tornano in cima.",
        "en": "You draw first; then everybody reveals the top card of the deck, you too: whoever plays the card "
        "begins, then in turn order. Whoever has an empty deck shuffles; without any card nothing is revealed. Cards "
        "not discarded go back on top.",
    },
    "thief": {
        "it": "Chi ha una carta sola nel mazzo la svela, rimescola senza di essa e svela la seconda; chi ne ha meno "
        "svela quelle che può. A ciascuno elimini un Tesoro svelato, a tua scelta se sono due; di quelli eliminati "
        "ora, non prima, puoi prenderne quanti vuoi, nei tuoi scarti. Le altre carte svelate si scartano.",
        "en": "Whoever has one card in the deck reveals it, shuffles without it and reveals the second; whoever has "
        "fewer reveals what there is. Of each player you trash one revealed Treasure, of your choice if there are "
        "two; of those trashed now, not earlier, you may take any, to your discards. The other revealed cards are "
        "discarded.",
    },
    "throne_room": {
        "it": "Scegli un’Azione in mano e giocala due volte, la seconda dopo avere concluso la prima, senza altre "
        "Azioni in mezzo; conta come un’Azione sola. Su un’altra copia di se stessa fa giocare due volte un’Azione e "
        "poi due volte un’altra, mai quattro volte la stessa.",
        "en": "Choose an Action in your hand and play it twice, the second time once the first is finished, with no "
        "other Action between; it counts as one Action. On another copy of itself it plays one Action twice and then "
        "another one twice, never the same one four times.",
    },
    "village": {
        "it": "Se ne giochi più d’uno, conta ad alta voce le Azioni che restano.",
        "en": "If you play several, count the Actions left aloud.",
    },
    "witch": {
        "it": "Le Maledizioni si distribuiscono a partire da chi gioca dopo di te, scoperte sugli scarti, finché ce ne "
        "sono. Anche se sono finite peschi due carte.",
        "en": "Curses are given out beginning with the player after you, face up on the discards, as long as there are "
        "any. Even if there are none you draw two cards.",
    },
    "woodcutter": {
        "it": "Nella fase Acquisto hai due monete in più e puoi comprare una carta in più.",
        "en": "In the Buy phase you have two coins more and may buy one card more.",
    },
    "workshop": {
        "it": "La carta ottenuta va negli scarti. Le monete di Tesori e Azioni non alzano il limite del suo costo.",
        "en": "The card you gain goes to your discards. Coins of Treasures and Actions do not raise the limit of its "
        "cost.",
    },
}  # fmt: skip


def ruling(name: str, edition: str) -> str:
    """Return the ruling on a kingdom card; empty for a card without one.

    Arguments:
        name: the card's code name. edition: of the names of other cards; it also determines the language.
    """
    texts = RULINGS.get(name)
    if texts is None:
        return ""
    return texts["en" if edition == "en" else "it"].format_map(_names(edition))


def _names(edition: str) -> MappingProxyType[str, str]:
    return _NAMES[edition]


_NAMES: Final = {
    edition: MappingProxyType({name: cards.name_of(cards.by_name(name), edition) for name in cards.NAMES})
    for edition in cards.EDITIONS
}

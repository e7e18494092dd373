"""The readings that an event of two or more players can choose, in words: a question, and a sentence for each value.

Readings of the solo game alone are left out. The numbers of ``readings.py`` say where the rulebook is unclear.
"""

from __future__ import annotations

from typing import Final

from ..rule_readings import ReadingWords


def _w(it: str, en: str) -> dict[str, str]:
    return {"it": it, "en": en}


WORDS: Final[dict[str, ReadingWords]] = {
    "age_depth": ReadingWords(
        _w("Dove sta l’Età dei Lumi?", "Where is Age of Enlightenment?"),
        (
            _w("L’Età dei Lumi sta sotto tante carte avanzate.", "Age of Enlightenment lies below that many cards."),
            _w("L’Età dei Lumi è l’ultima di tante carte.", "Age of Enlightenment is the last of that many cards."),
        ),
    ),
    "board_single": ReadingWords(
        _w("Quale carta sta nel posto singolo del commercio?", "Which card is in the single place of the trade board?"),
        (
            _w("Il posto singolo del commercio ha una carta avanzata.", "The single place has an advanced card."),
            _w(
                "Il posto singolo del commercio ha una quarta carta media.",
                "The single place has a fourth medium card.",
            ),
        ),
    ),
    "board_advanced": ReadingWords(
        _w("La carta avanzata scoperta è fra quelle contate?", "Is the open advanced card one of those counted?"),
        (
            _w(
                "La carta avanzata scoperta è una di quelle contate.", "The open advanced card is one of those counted."
            ),
            _w("La carta avanzata scoperta è in più.", "The open advanced card comes on top of those counted."),
        ),
    ),
    "drawer_last_turn": ReadingWords(
        _w("Chi pesca l’Età dei Lumi ha un ultimo turno?", "Has who draws Age of Enlightenment a last turn?"),
        (
            _w(
                "Chi pesca l’Età dei Lumi ha un ultimo turno solo se viene dal mazzo.",
                "Who draws Age of Enlightenment has a last turn only if it comes from the deck.",
            ),
            _w(
                "Chi pesca l’Età dei Lumi ha sempre un ultimo turno.",
                "Who draws Age of Enlightenment always has a last turn.",
            ),
            _w(
                "Chi pesca l’Età dei Lumi non ha un ultimo turno.",
                "Who draws Age of Enlightenment has no last turn.",
            ),
        ),
    ),
    "upgrade": ReadingWords(
        _w("Il reame si deve migliorare?", "Must the realm be improved?"),
        (
            _w("Il reame si può migliorare.", "The realm may be improved."),
            _w("Il reame si deve migliorare appena si può.", "The realm must be improved as soon as it can be."),
        ),
    ),
    "upgrade_draws_from": ReadingWords(
        _w("Da quando pesca il reame migliorato?", "From when on does a better realm draw?"),
        (
            _w("Il reame migliorato pesca dal turno seguente.", "A better realm draws from the next turn on."),
            _w("Il reame migliorato pesca già in quel turno.", "A better realm draws in that turn already."),
        ),
    ),
    "upgrade_counts": ReadingWords(
        _w("Quali carte contano per il reame?", "Which cards count for the realm?"),
        (
            _w("Per il reame contano le carte in cima e le persone.", "Top cards and persons count for the realm."),
            _w(
                "Per il reame contano tutte le carte del territorio.", "All cards of the territory count for the realm."
            ),
        ),
    ),
    "stack_counts": ReadingWords(
        _w("Quali carte di una pila danno risorse, attacco e difesa?", "Which cards of a stack give anything?"),
        (
            _w("Di una pila dà risorse, attacco e difesa la carta in cima.", "Of a stack the top card alone counts."),
            _w("Di una pila danno risorse, attacco e difesa tutte le carte.", "Of a stack all cards count."),
        ),
    ),
    "draw_action_limit": ReadingWords(
        _w("Dove vale il limite della mano?", "Where does the hand limit hold?"),
        (
            _w("Con la mano piena non si pesca da nessun mazzo.", "With a full hand nobody draws from any deck."),
            _w("Il limite della mano vale solo nella fase di pesca.", "The hand limit holds in the draw phase alone."),
        ),
    ),
    "medium_rule": ReadingWords(
        _w(
            "Chi pesca due carte medie quando un altro ha il castello?",
            "Who draws two medium cards once another has the Castle?",
        ),
        (
            _w(
                "Quando un altro ha il castello, tutti pescano due carte medie.",
                "Once another has the Castle everybody draws two medium cards.",
            ),
            _w(
                "Quando un altro ha il castello, pesca due carte medie chi ha almeno il municipio.",
                "Once another has the Castle those with a Town Hall draw two medium cards.",
            ),
            _w(
                "Quando un altro ha il castello, le due carte medie si aggiungono a quella del municipio.",
                "Once another has the Castle the two medium cards come on top of that of the Town Hall.",
            ),
        ),
    ),
    "medium_rule_opens_oracle": ReadingWords(
        _w(
            "Le due carte medie aprono l’Oracolo a chi ha il centro cittadino?",
            "Do the two medium cards open the Oracle to a Town Center?",
        ),
        (
            _w(
                "Chi pesca due carte medie può usare l’Oracolo sul mazzo medio.",
                "Who draws two medium cards may use the Oracle on the medium deck.",
            ),
            _w(
                "Con il centro cittadino l’Oracolo non guarda il mazzo medio.",
                "With a Town Center the Oracle does not look at the medium deck.",
            ),
        ),
    ),
    "plague_locks": ReadingWords(
        _w("La peste blocca l’ultima carta sopra di sé?", "Does a plague lock the last card over it?"),
        (
            _w(
                "L’ultima carta sopra una peste non si toglie e non si sostituisce.",
                "The last card over a plague is neither removed nor replaced.",
            ),
            _w(
                "Anche l’ultima carta sopra una peste si può togliere.",
                "The last card over a plague may be removed too.",
            ),
        ),
    ),
    "cure": ReadingWords(
        _w("Come si cura la peste?", "How is the plague cured?"),
        (
            _w(
                "La peste si cura togliendo due persone nello stesso turno.",
                "The plague is cured by removing two persons in the same turn.",
            ),
            _w(
                "La peste si cura togliendo due persone insieme.",
                "The plague is cured by removing two persons at once.",
            ),
        ),
    ),
    "sacrifice_prevented_by": ReadingWords(
        _w("Chi può impedire il Sacrificio sacro?", "Who may prevent Religious Sacrifice?"),
        (
            _w(
                "Gli altri possono impedire il Sacrificio sacro con le Tattiche di Sopravvivenza.",
                "The others may prevent Religious Sacrifice with Survival Tactics.",
            ),
            _w("Nessuno può impedire il Sacrificio sacro.", "Nobody may prevent Religious Sacrifice."),
        ),
    ),
    "totals_floor": ReadingWords(
        _w("I totali possono essere sotto lo zero?", "May totals be below zero?"),
        (
            _w("Risorse, attacco e difesa non scendono sotto lo zero.", "Resources, attack and defence stop at zero."),
            _w("Risorse, attacco e difesa possono scendere sotto lo zero.", "They may fall below zero."),
        ),
    ),
    "riches_vp": ReadingWords(
        _w("Quanto vale una carta Sfarzo?", "What is a riches card worth?"),
        (
            _w("Una carta Sfarzo non vale punti.", "A riches card is worth no points."),
            _w("Una carta Sfarzo vale 1 punto.", "A riches card is worth 1 point."),
        ),
    ),
    "age_vp": ReadingWords(
        _w("L’Età dei Lumi vale un punto?", "Is Age of Enlightenment worth a point?"),
        (
            _w(
                "L’Età dei Lumi vale un punto solo da soli.",
                "Age of Enlightenment is worth a point in the solo game alone.",
            ),
            _w("L’Età dei Lumi vale sempre un punto.", "Age of Enlightenment is always worth a point."),
        ),
    ),
    "borrowed_lasts": ReadingWords(
        _w("Quanto dura una risorsa in prestito?", "How long does a borrowed resource last?"),
        (
            _w(
                "Una risorsa in prestito dura per la fase delle azioni.",
                "A borrowed resource lasts for the action phase.",
            ),
            _w("Una risorsa in prestito dura per un’azione.", "A borrowed resource lasts for one action."),
        ),
    ),
    "steal_chosen_by": ReadingWords(
        _w("Chi sceglie che cosa prende il Furto?", "Who chooses what Steal takes?"),
        (
            _w(
                "Chi gioca il Furto sceglie fra Sfarzo e carta di mano.",
                "The thief chooses between riches and a hand card.",
            ),
            _w(
                "Chi lo subisce sceglie fra Sfarzo e carta di mano.",
                "The victim chooses between riches and a hand card.",
            ),
        ),
    ),
    "swindler_level": ReadingWords(
        _w("Quali pile scambia l’Imbroglione?", "Which stacks does Swindler swap?"),
        (
            _w(
                "L’Imbroglione scambia con una pila di livello uguale o più alto.",
                "Swindler swaps for a stack of the same or a higher level.",
            ),
            _w("L’Imbroglione scambia con una pila qualunque.", "Swindler swaps for any stack."),
        ),
    ),
    "yields_per_stack": ReadingWords(
        _w("Quanti Alto rendimento sotto una pila?", "How many High Yields under a stack?"),
        (
            _w("Sotto una pila può stare più di un Alto rendimento.", "A stack may have several High Yields."),
            _w("Sotto una pila sta un solo Alto rendimento.", "A stack has at most one High Yield."),
        ),
    ),
    "post_adjacency": ReadingWords(
        _w("Quali caselle sono accanto all’Emporio?", "Which cells are beside a Trading Post?"),
        (
            _w(
                "Accanto all’Emporio sono le caselle vicine sull’anello.",
                "Beside a Trading Post are its neighbours in the ring.",
            ),
            _w(
                "Accanto all’Emporio sono anche le caselle in diagonale.",
                "Beside a Trading Post are the diagonal cells too.",
            ),
        ),
    ),
    "post_refresh": ReadingWords(
        _w("Quante carte cambia l’Emporio?", "How many cards does a Trading Post change?"),
        (
            _w("L’Emporio cambia esattamente 3 carte.", "A Trading Post changes exactly 3 cards."),
            _w("L’Emporio cambia fino a 3 carte.", "A Trading Post changes up to 3 cards."),
            _w("L’Emporio cambia tutte le carte del livello.", "A Trading Post changes all cards of the level."),
        ),
    ),
    "help_goes_to": ReadingWords(
        _w("A chi va la carta Aiuto?", "Who gets Help?"),
        (
            _w("L’Aiuto va a chi ha meno di quella risorsa.", "Help goes to who has fewest of the resource."),
            _w("L’Aiuto va a chi ha più di quella risorsa.", "Help goes to who has most of the resource."),
        ),
    ),
    "person_slots": ReadingWords(
        _w("Quante persone ha un territorio?", "How many persons has a territory?"),
        (
            _w("Un territorio ha al massimo 3 persone.", "A territory has at most 3 persons."),
            _w("Un territorio ha al massimo 4 persone.", "A territory has at most 4 persons."),
        ),
    ),
    "knowledge_from": ReadingWords(
        _w(
            "Da dove si prendono le carte di Conoscenza perduta e Manufatto disperso?",
            "Where do the cards of Forgotten Knowledge and Lost Artifact come from?",
        ),
        (
            _w(
                "Conoscenza perduta e Manufatto disperso danno due carte degli scarti.",
                "Forgotten Knowledge and Lost Artifact give two cards of the discard pile.",
            ),
            _w(
                "Conoscenza perduta e Manufatto disperso fanno pescare due carte del mazzo.",
                "Forgotten Knowledge and Lost Artifact draw two cards of the deck.",
            ),
        ),
    ),
    "pool": ReadingWords(
        _w("Che cosa dà ancora una carta tolta?", "What does a removed card still give?"),
        (
            _w(
                "Una carta tolta dà ancora quello che c’è scritto.", "A removed card still gives what is printed on it."
            ),
            _w("Una carta tolta non dà mai più di quanto c’era prima.", "A removed card never gives more than before."),
        ),
    ),
    "wild_units": ReadingWords(
        _w("Come si scelgono le unità di un Mercato?", "How are the units of a Market chosen?"),
        (
            _w("Le unità di un Mercato si scelgono una per una.", "The units of a Market are chosen one by one."),
            _w("Le unità di un Mercato sono tutte uguali.", "The units of a Market are all the same."),
        ),
    ),
}

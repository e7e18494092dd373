"""The readings that an event can choose, in words: a question, and a sentence for each value."""

from __future__ import annotations

from typing import Final

from ..rule_readings import ReadingWords


def _w(it: str, en: str) -> dict[str, str]:
    return {"it": it, "en": en}


#: Readings that decide a number on the score sheet: their sentences stand on the printed form.
ON_THE_SHEET: Final = (
    *("four_colours", "tied_tricks", "scroll_3", "scroll_11", "scroll_12", "scrolls_held", "equal_scrolls"),
)

WORDS: Final[dict[str, ReadingWords]] = {
    "four_colours": ReadingWords(
        _w("Missioni 2 e 8: dove contano i quattro colori?", "Missions 2 and 8: where do the four colours count?"),
        (
            _w(
                "Missioni 2 e 8: i quattro colori contano nell’insieme delle prese.",
                "Missions 2 and 8: the four colours count in all tricks together.",
            ),
            _w(
                "Missioni 2 e 8: i quattro colori devono stare in una sola presa.",
                "Missions 2 and 8: the four colours must be in one trick.",
            ),
        ),
    ),
    "tied_tricks": ReadingWords(
        _w(
            "Missioni 15, 20, 21 e 22: chi segna se le prese sono pari?",
            "Missions 15, 20, 21 and 22: who scores when the tricks are equal?",
        ),
        (
            _w(
                "Missioni 15, 20, 21 e 22: a parità di prese non segna nessuno.",
                "Missions 15, 20, 21 and 22: with equal tricks nobody scores.",
            ),
            _w(
                "Missioni 15, 20, 21 e 22: a parità di prese segnano tutti i pari.",
                "Missions 15, 20, 21 and 22: with equal tricks all of those equal score.",
            ),
        ),
    ),
    "scroll_3": ReadingWords(
        _w("Pergamena 3: raddoppia anche i punti persi?", "Scroll 3: does it double points lost, too?"),
        (
            _w("Pergamena 3: raddoppia solo i punti guadagnati.", "Scroll 3: it doubles points gained alone."),
            _w("Pergamena 3: raddoppia anche i punti persi.", "Scroll 3: it doubles points lost, too."),
        ),
    ),
    "scroll_10": ReadingWords(
        _w(
            "Pergamena 10: chi apre il turno dopo la presa rubata?",
            "Scroll 10: who leads after the trick that was taken away?",
        ),
        (
            _w(
                "Pergamena 10: apre il turno seguente chi aveva vinto la presa.",
                "Scroll 10: the next trick is led by who had won the trick.",
            ),
            _w(
                "Pergamena 10: apre il turno seguente chi ha rubato la presa.",
                "Scroll 10: the next trick is led by who took the trick away.",
            ),
        ),
    ),
    "scroll_11": ReadingWords(
        _w("Pergamena 11: le prese devono cambiare?", "Scroll 11: must the number of tricks change?"),
        (
            _w(
                "Pergamena 11: le prese possono restare quante sono.",
                "Scroll 11: the number of tricks may stay as it is.",
            ),
            _w(
                "Pergamena 11: le prese cambiano sempre di una.",
                "Scroll 11: the number of tricks always changes by one.",
            ),
        ),
    ),
    "scroll_12": ReadingWords(
        _w("Pergamena 12: quante prese contano?", "Scroll 12: how many tricks count?"),
        (
            _w("Pergamena 12: contano cinque prese in tutto.", "Scroll 12: five tricks count in all."),
            _w(
                "Pergamena 12: contano cinque prese in più di quelle fatte.",
                "Scroll 12: five tricks count on top of those taken.",
            ),
        ),
    ),
    "scroll_14": ReadingWords(
        _w("Pergamena 14: può aspettare anche chi apre?", "Scroll 14: may the leader wait, too?"),
        (
            _w("Pergamena 14: chi apre il turno non può aspettare.", "Scroll 14: who leads a trick cannot wait."),
            _w(
                "Pergamena 14: può aspettare anche chi apre; allora apre chi segue.",
                "Scroll 14: the leader may wait, too; the next player then leads.",
            ),
        ),
    ),
    "scroll_15": ReadingWords(
        _w(
            "Pergamena 15: che cosa dà una combinazione presa da più avversari?",
            "Scroll 15: what does a combination that several opponents took give?",
        ),
        (
            _w(
                "Pergamena 15: si riceve quanto hanno preso tutti gli avversari, finché la riserva basta.",
                "Scroll 15: one gets what all opponents took, as far as the bank allows.",
            ),
            _w(
                "Pergamena 15: ogni combinazione presa dagli avversari si riceve una volta sola.",
                "Scroll 15: each combination that opponents took is received once.",
            ),
        ),
    ),
    "colour_of_14": ReadingWords(
        _w(
            "Missione 14: la Pergamena 1 cambia il colore?",
            "Mission 14: does scroll 1 change the colour?",
        ),
        (
            _w(
                "Missione 14: il colore della Pergamena 1 vale per tutto il round.",
                "Mission 14: the colour of scroll 1 holds for the whole round.",
            ),
            _w(
                "Missione 14: valgono le carte scoperte, anche con la Pergamena 1.",
                "Mission 14: the cards turned up decide, even with scroll 1.",
            ),
        ),
    ),
    "first_colour": ReadingWords(
        _w("Missione 14: quando si scopre la prima carta?", "Mission 14: when is the first card turned up?"),
        (
            _w(
                "Missione 14: la prima carta si scopre dopo Pergamene e risorse.",
                "Mission 14: the first card is turned up after scrolls and resources.",
            ),
            _w(
                "Missione 14: la prima carta si scopre prima di Pergamene e risorse.",
                "Mission 14: the first card is turned up before scrolls and resources.",
            ),
        ),
    ),
    "drawn_card": ReadingWords(
        _w(
            "Missioni 18 e 19: quando arriva in mano la carta dal tavolo?",
            "Missions 18 and 19: when does the card from the table come into the hand?",
        ),
        (
            _w(
                "Missioni 18 e 19: la carta dal tavolo si prende dopo poteri e Cubi.",
                "Missions 18 and 19: the card from the table is taken after powers and cubes.",
            ),
            _w(
                "Missioni 18 e 19: la carta dal tavolo si prende prima di poteri e Cubi.",
                "Missions 18 and 19: the card from the table is taken before powers and cubes.",
            ),
        ),
    ),
    "dwarf_tie": ReadingWords(
        _w("Nano: chi vince fra due carte uguali?", "Dwarf: which of two equal cards wins?"),
        (
            _w(
                "Nano: fra due carte uguali vince quella giocata dopo.",
                "Dwarf: of two equal cards the one played later wins.",
            ),
            _w(
                "Nano: fra due carte uguali vince quella giocata prima.",
                "Dwarf: of two equal cards the one played first wins.",
            ),
        ),
    ),
    "scrolls_held": ReadingWords(
        _w("Quanto vale più di una Pergamena rimasta?", "What are several scrolls held worth?"),
        (
            _w(
                "Chi tiene Pergamene ha 2 punti, quante che siano.",
                "Who holds scrolls has 2 points, however many they are.",
            ),
            _w("Ogni Pergamena rimasta vale 2 punti.", "Each scroll held is worth 2 points."),
        ),
    ),
    "equal_scrolls": ReadingWords(
        _w(
            "A parità, come decidono le Pergamene fra più giocatori?",
            "How do scrolls decide between several players who are equal?",
        ),
        (
            _w(
                "A parità stanno davanti tutti quelli senza Pergamene.",
                "Of equal players all those without scrolls come first.",
            ),
            _w(
                "A parità le Pergamene decidono solo se uno solo non ne ha.",
                "Scrolls decide between equal players only if one alone holds none.",
            ),
        ),
    ),
}

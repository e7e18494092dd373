"""Options of an event in words."""

from __future__ import annotations

from django.utils import translation

from tournament.card_packs.options import option_sentences


def test_trade_has_a_sentence_in_the_game_that_knows_it() -> None:
    with translation.override("it"):
        assert option_sentences("era_of_kingdoms", {"trade": True}, "it") == [
            "Si gioca con la mini-espansione commercio."
        ]
        assert option_sentences("era_of_kingdoms", {"trade": False}, "it") == []
        assert option_sentences("megalomania", {"trade": True}, "it") == []

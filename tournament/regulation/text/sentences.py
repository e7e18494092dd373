"""How a version reads what the regulation leaves open: a sentence for each of its values that does (art. 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tournament.regulation.translatable import gettext_noop as _

#: The key of the sentence of every value that has none of its own.
ANY: Final = "*"

#: By name of the value: the sentence of each of its values; ``{value}`` is the value in words.
SENTENCES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "fascia_iii_demotion": {
            "no": _("A Fascia III event that reaches its minimum of players is not demoted."),
            "yes": _("A Fascia III event may be demoted, with a reason, even if it reaches its minimum of players."),
        },
        "notice_days": {
            "0": _("The regulation does not say how long before."),
            ANY: _(
                "Days between the announcement and the event, at least: {value}. A later announcement is shown to "
                "the Referent, who decides."
            ),
        },
        "rounds_choice": {
            "with_reason": _(
                "The organiser may choose another number within these limits, with a reason that the Referent reads."
            ),
            "free": _("The organiser may choose another number within these limits, without a reason."),
            "fixed": _("The number of players alone decides how many; the organiser does not choose."),
        },
        "late_entries": {
            "never": _("Nobody enters the event once round 1 is drawn."),
            "until_round_1_ends": _(
                "Whoever arrives late may enter until round 1 is over, and plays from round 2 on, with no result for "
                "round 1."
            ),
        },
        "time_out": {
            "finish_turn": _("When time is up the turn in progress is finished, and the game is over."),
            "finish_round": _(
                "When time is up the game goes on until everybody at the table has had the same number of turns."
            ),
            "stop": _("When time is up the game ends at once; a turn that is not completed does not count."),
        },
        "kingdoms": {
            "per_round": _("Each round, the final too, has a kingdom of its own."),
            "per_event": _("The kingdom drawn in round 1 is played all day, in the final too."),
        },
        "leavers_points": {
            "given": _("Whoever played at least one game gets the points of the place, also after leaving."),
            "none": _("Whoever leaves before the end gets no points."),
        },
        "convention": {
            "named": _("A Fascia III event names its convention and the convention’s page."),
            "optional": _("A Fascia III event need not name its convention; the Referent judges."),
        },
        "last_of_short_table": {
            "third": _("The last of a table of three counts as a third place."),
            "nothing": _("The last of a table of three counts nothing, like the last of a table of four."),
        },
        "after_thirds": {
            "lot": _("Between players equal on all of these a lot decides."),
            "table_points": _(
                "Between players equal on all of these the higher sum of the points at the tables before the final "
                "comes first, then a lot decides."
            ),
        },
        "drop_outs": {
            "as_in_standings": _("Whoever leaves before the end keeps the place that the standings give."),
            "last": _("Whoever leaves before the end is placed behind everybody who stayed."),
        },
        "least_finalists": {
            ANY: _("With fewer than {value} players for it there is no final, and the standings decide."),
        },
        "withdrawn_finalist": {
            "replaced": _(
                "The next of the standings plays for a finalist who withdraws; whoever withdrew takes the first place "
                "after those of the final."
            ),
            "missing": _("Nobody plays for a finalist who withdraws."),
        },
        "final_without_clock": {
            "with_reason": _("The final may be played without the clock, with a reason that the Referent reads."),
            "never": _("The final is played with the clock."),
        },
    }
)


def sentence(name: str, value: Any) -> str:
    """Art. 1.1: return the English sentence of a value, with ``{value}`` where its words belong.

    Arguments:
        value: as ``version_values.to_values`` gives it.
    """
    sentences = SENTENCES[name]
    return sentences.get(str(value)) or sentences[ANY]

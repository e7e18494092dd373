"""People, records and any ``choose`` at a table: decisions with every legal option, on top of the rules' questions."""

from __future__ import annotations

from ..decision import INSIDERS, Choose, Decision, Position, Seats, put
from ..game import IllegalChoice
from ..mypyc_shim import i64, mypyc_attr
from . import questions
from .policy import Policy
from .state import Player, Question, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Choosing(Policy):
    """Puts every question as a :class:`games.decision.Decision`; a single legal answer is taken without a question.

    Arguments:
        choose: answers with one of the options; anything else raises IllegalChoice.
    """

    def __init__(self, choose: Choose) -> None:
        self.choose: Choose = choose

    def answer(self, question: Question, table: Table, me: Player) -> i64:
        options = question.options(table, me)
        if len(options) == 1:
            return options[0]
        choice = put(self.choose, Position(me.seat, question.kind, options, table))
        if choice not in options:
            raise IllegalChoice(table.steps, Decision(me.seat, question.kind, options), choice)
        table.steps += 1
        chosen: int = choice
        return chosen

    def play(self, table: Table, me: Player) -> i64:
        return self.answer(questions.PLAY, table, me)

    def buy(self, table: Table, me: Player) -> i64:
        return self.answer(questions.BUY, table, me)


class Viewing(Policy):
    """Asks a policy of somebody else, which is given its player's view of the table instead of the table.

    Arguments:
        policy: answers as at the table itself.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy: Policy = policy

    def answer(self, question: Question, table: Table, me: Player) -> i64:
        view = table.seen_by(me.seat)
        return self.policy.answer(question, view, view.seats[me.seat])

    def play(self, table: Table, me: Player) -> i64:
        view = table.seen_by(me.seat)
        return self.policy.play(view, view.seats[me.seat])

    def buy(self, table: Table, me: Player) -> i64:
        view = table.seen_by(me.seat)
        return self.policy.buy(view, view.seats[me.seat])


def policy_of(choose: Choose) -> Policy:
    """Return the policy that answers as ``choose`` does: itself if it is an insider (:mod:`games.decision`)."""
    if not isinstance(choose, Policy):
        return Choosing(choose)
    return choose if type(choose) in INSIDERS else Viewing(choose)


def policies_of(choose: Choose, players: int) -> list[Policy]:
    """Return the policy of every seat of a table whose decisions go to ``choose``."""
    if isinstance(choose, Seats):
        return [policy_of(each) for each in choose.seats]
    return [policy_of(choose)] * players

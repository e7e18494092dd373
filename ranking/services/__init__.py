"""What is done to the Ranking: decisions of the Referent, the ledger, the call-up to the national final."""

from ranking.services.call_up import (
    call_answer,
    call_substitutes,
    call_up,
    call_up_commit,
    call_up_withdraw,
    season_finalists_set,
)
from ranking.services.decisions import (
    authorise,
    demote,
    disqualify,
    homologate,
    promote,
    refuse,
    refuse_authorisation,
    reopen,
    revoke,
)
from ranking.services.final import national_final_create
from ranking.services.ledger import Difference, ledger_check, ledger_rebuild, ledger_repair
from ranking.services.people import person_update

__all__ = [
    "Difference",
    "authorise",
    "call_answer",
    "call_substitutes",
    "call_up",
    "call_up_commit",
    "call_up_withdraw",
    "demote",
    "disqualify",
    "homologate",
    "ledger_check",
    "ledger_rebuild",
    "ledger_repair",
    "national_final_create",
    "person_update",
    "promote",
    "refuse",
    "refuse_authorisation",
    "reopen",
    "revoke",
    "season_finalists_set",
]

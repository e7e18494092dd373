"""Words of the command line in English and Italian: its help, its lines of text, its errors."""

from __future__ import annotations

import re
from typing import Final

#: By key: English, Italian; ``{name}`` is filled in.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "about": (
        "Play, check, replay and simulate card games: Dominion, Megalomania, Era of Kingdoms.",
        "Gioca, controlla, rigioca e simula giochi di carte: Dominion, Megalomania, Era of Kingdoms.",
    ),
    "json": ("JSON on standard output", "JSON sull’uscita standard"),
    "lang": ("language of all texts", "lingua di tutti i testi"),
    "help": ("show this help and exit", "mostra questo aiuto ed esci"),
    "version": ("show the version and exit", "mostra la versione ed esci"),
    "list": ("the games", "i giochi"),
    "check": ("check a score sheet or a game record", "controlla un modulo punti o il registro di una partita"),
    "replay": ("play a game record again under the rules", "rigioca il registro di una partita secondo le regole"),
    "transcript": ("every decision as a line", "ogni decisione su una riga"),
    "simulate": ("play many games between bots", "gioca molte partite tra bot"),
    "bots": ("one per seat, repeated around the table if fewer", "uno per sedia, ripetuti attorno al tavolo se meno"),
    "kingdom": (
        "a kingdom's name, 'random', 'moat-rule', or ten cards with commas",
        "il nome di un regno, 'random', 'moat-rule', o dieci carte separate da virgole",
    ),
    "trade": (
        "Era of Kingdoms: with the trade mini-expansion",
        "Era of Kingdoms: con la mini-espansione commercio",
    ),
    "pairs": ("Megalomania: opposite seats play together", "Megalomania: le sedie opposte giocano insieme"),
    "set": (
        "any option of the game's set-up; repeatable",
        "una qualsiasi opzione della preparazione del gioco; ripetibile",
    ),
    "jobs": ("processes; the games stay the same", "processi; le partite restano le stesse"),
    "records": ("write every game's record there", "scrivi lì il registro di ogni partita"),
    "import-log": (
        "derive results from the logs of played games",
        "ricava i risultati dai registri di partite giocate",
    ),
    "ok": ("ok", "tutto a posto"),
    "error": ("error", "errore"),
    "warning": ("warning", "avviso"),
    "article": ("article", "articolo"),
    "value": ("value", "valore"),
    "bound": ("bound", "limite"),
    "game": (
        "{slug}: {name}, {least}-{most} players; bots: {bots}",
        "{slug}: {name}, {least}-{most} giocatori; bot: {bots}",
    ),
    "place": ("{name}: place {place}, {points} points", "{name}: posto {place}, punti {points}"),
    "choices": ("{count} choices, end: {end}", "{count} scelte, fine: {end}"),
    "unfinished": (
        "unfinished after {count} choices: {player} is asked {kind!r}; legal: {options}",
        "non finita dopo {count} scelte: a {player} si chiede {kind!r}; si può: {options}",
    ),
    "illegal": (
        "choice {step}: player {player} was asked {kind!r} and answered {answer!r}; legal: {options}",
        "scelta {step}: al giocatore {player} si è chiesto {kind!r} e ha risposto {answer!r}; si può: {options}",
    ),
    "log": ("{name}: {kind}, {count} players", "{name}: {kind}, giocatori: {count}"),
    "finished": ("finished", "finita"),
    "resigned": ("resigned", "abbandonata"),
    "solitaire": ("solitaire", "solitario"),
    "unfinished-log": ("unfinished", "non finita"),
    "seat": (
        "seat {seat} {bot}: wins {wins:.1%}, {points} points, {turns} turns",
        "sedia {seat} {bot}: vittorie {wins:.1%}, punti {points}, turni {turns}",
    ),
    "games": (
        "{games} games in {seconds} s ({rate} games/s); ends: {ends}",
        "{games} partite in {seconds} s ({rate} partite/s); fini: {ends}",
    ),
    "unreadable": ("cannot be read: {detail}", "non si può leggere: {detail}"),
    "not-utf-8": ("not UTF-8: {detail}", "non è UTF-8: {detail}"),
    "not-json": ("not JSON: {detail}", "non è JSON: {detail}"),
    "no-field": (
        "no such field in a score sheet; known: {known}",
        "un modulo punti non ha questo campo; ci sono: {known}",
    ),
    "missing": ("is missing", "manca"),
    "names": (
        "should be the list of the players' names in seating order",
        "deve essere l’elenco dei nomi dei giocatori nell’ordine delle sedie",
    ),
    "object": ("should be an object", "deve essere un oggetto"),
    "players": (
        "{game} is for {least} to {most} players, not {count}",
        "{game} si gioca da {least} a {most}, non in {count}",
    ),
    "format-missing": (
        "should be a JSON object with a format",
        "deve essere un oggetto JSON con un formato",
    ),
    "format": ("is {found!r}, should be {sheet!r} or {record!r}", "è {found!r}, deve essere {sheet!r} o {record!r}"),
    "no-logs": ("no logs are known for {game}", "di {game} non si conoscono registri"),
    "many-bots": ("{bots} bots for {players} players", "{bots} bot per {players} giocatori"),
    "option": ("should be NAME=VALUE, not {found!r}", "deve essere NOME=VALORE, non {found!r}"),
    "unwritable": ("{folder} cannot be written: {detail}", "in {folder} non si può scrivere: {detail}"),
    "whole-number": (
        "should be a whole number from 1, not {found!r}",
        "deve essere un numero intero da 1 in su, non {found!r}",
    ),
}
#: Words of argparse, in the order in which they are replaced.
_OF_THE_PARSER: Final = (
    (r"^usage: ", "uso: "),
    (r"^positional arguments:", "argomenti:"),
    (r"^options:", "opzioni:"),
    (r"the following arguments are required: ", "mancano gli argomenti: "),
    (r"unrecognized arguments: ", "argomenti sconosciuti: "),
    (r"expected one argument", "vuole un valore"),
    (r"expected at least one argument", "vuole almeno un valore"),
    (r"^argument ", "argomento "),
    (r"invalid choice: (.+) \(choose from (.+)\)", r"\1 non è ammesso (scegliere tra \2)"),
)


def word(key: str, language: str, **params: object) -> str:
    """Return a text in ``"en"`` or ``"it"``, filled in."""
    return _WORDS[key][language == "it"].format(**params)


def of_the_parser(text: str, language: str) -> str:
    """Return a text of argparse in a language."""
    if language == "it":
        for english, italian in _OF_THE_PARSER:
            text = re.sub(english, italian, text, flags=re.MULTILINE)
    return text

"""The questions of the page Help with their answers, by role; fields in braces are numbers of the regulation."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from tournament.regulation.translatable import gettext_noop as _


class Role(StrEnum):
    """Who asks; also the anchor of the section."""

    PLAYERS = "players"
    ORGANISERS = "organisers"
    REFEREES = "referees"
    REFERENTS = "referents"


class Topic(NamedTuple):
    """A question with its answer.

    Arguments:
        key: names it in templates, and is its anchor in the page. article: anchor in the page of the regulation.
        page, label: name of an address that leads on, and its words.
    """

    key: str
    role: Role
    question: str
    answer: str
    article: str = ""
    page: str = ""
    label: str = ""


_P, _O, _A, _R = Role.PLAYERS, Role.ORGANISERS, Role.REFEREES, Role.REFERENTS

TOPICS: Final[tuple[Topic, ...]] = (
    Topic(
        "partecipare",
        _P,
        _("How do I take part?"),
        _(
            "Choose an event: its page says when, where and who organises it. You enter there, with or without an "
            "account, if the organiser has opened entries; otherwise the organiser enters you, beforehand or at the "
            "desk on the day. Each event counts for itself: you can play one or all of them."
        ),
    ),
    Topic(
        "account",
        _P,
        _("Do I need an account?"),
        _(
            "No. Your name and an email address are enough: the link in the email opens your own page of the event. "
            "With an account you find all your entries and results in one place."
        ),
    ),
    Topic(
        "giornata",
        _P,
        _("What happens on the day?"),
        _(
            "At the desk you are ticked as present. Your table and seat are on your phone, on the big screen and on "
            "paper. You play {fewer} or {more} rounds of {minutes} minutes; in round 1 the tables are drawn, then "
            "those who did equally well meet."
        ),
        "art-1-5",
    ),
    Topic(
        "ritiro",
        _P,
        _("I cannot come any more"),
        _(
            "Open your own page, from the email or from your account, and withdraw there: your place goes to the next "
            "one on the waiting list."
        ),
    ),
    Topic(
        "lista",
        _P,
        _("The event is full"),
        _(
            "Enter all the same: you go on the waiting list. When a place is free for you an email says until when "
            "you can take it."
        ),
    ),
    Topic(
        "minori",
        _P,
        _("May children play?"),
        _(
            "Yes. Under 14 a parent or guardian enters the child; from 14 to 17 bring the sheet signed by one of them. "
            "The name is shown only if they agree."
        ),
    ),
    Topic(
        "punti",
        _P,
        _("How does a place become points?"),
        _(
            "The winner of an event takes {points} points, the others fewer by place, and whoever comes last takes "
            "some too. A larger event multiplies them. The points count once the Referent has ratified the event."
        ),
        "art-1-6",
    ),
    Topic(
        "pari",
        _P,
        _("We have the same points: who is first?"),
        _(
            "At the table: who played fewer turns, then who has more Gold, more value in coins, more Actions; then a "
            "lot. In the standings wins count, then second and third places. The reason stands beside the place."
        ),
        "art-1-5",
    ),
    Topic(
        "finale",
        _P,
        _("How do I reach the national final?"),
        _(
            "The first {national} of the Ranking are called by email. Say yes or no with its link by the day written "
            "there: after that day the next one is called."
        ),
        "art-1-7",
    ),
    Topic(
        "nome",
        _P,
        _("Who sees my name?"),
        _(
            "Nobody on the public pages, unless you say yes. You can play without showing it, and change your mind at "
            "any time."
        ),
        page="privacy",
        label=_("Privacy"),
    ),
    Topic(
        "errore",
        _P,
        _("A result is wrong. What can I do?"),
        _(
            "Tell the referee at the table, or the organiser before the report. Until the ratification a result can "
            "be corrected, and everybody sees that it was."
        ),
    ),
    Topic(
        "obblighi",
        _O,
        _("What does the regulation ask of me?"),
        _(
            "An announcement on the Forum, the Referent’s authorisation, at least {least} players in round 1, and the "
            "report within the days of the regulation."
        ),
        page="organise_event",
        label=_("One page says it, article by article."),
    ),
    Topic(
        "annuncio",
        _O,
        _("How do I announce an event?"),
        _(
            "Write name, day, hour and place: the Referent is told at once. The text for the Forum is made from what "
            "you wrote. Entries open with the authorisation."
        ),
    ),
    Topic(
        "iscrizioni",
        _O,
        _("Who may enter, and how many?"),
        _(
            "You choose in the event’s details: everybody at once, with your yes, or only by you; and how many places. "
            "Beyond them a waiting list forms, which moves up by itself."
        ),
    ),
    Topic(
        "banco",
        _O,
        _("What do I do during the event?"),
        _(
            "The desk of the event always shows the one next step and why it is the next: open the check-in, draw the "
            "round, start the clock, close the round, form the final, conclude."
        ),
    ),
    Topic(
        "presenze",
        _O,
        _("How do I mark who is here?"),
        _(
            "On the page of the check-in, with a tap on the name, by the code on the player’s phone, or all at once. "
            "A second tap takes it back. Whoever is not marked is not drawn."
        ),
    ),
    Topic(
        "sorteggio",
        _O,
        _("How are tables and cards drawn?"),
        _(
            "With one button: it takes a public number that nobody can choose, so anybody can check the draw later. "
            "Without a network you draw by hand and tap the names."
        ),
        "art-1-5",
    ),
    Topic(
        "ritardi",
        _O,
        _("Somebody comes late, or leaves"),
        _(
            "Whoever comes before the draw of round 1 is added at the desk. Whoever leaves between two rounds is "
            "marked in the list of entries; the next tables are drawn without them."
        ),
    ),
    Topic(
        "pochi",
        _O,
        _("There are fewer players than needed"),
        _(
            "With fewer than {least} in round 1 the event gives no points. The desk offers to play it all the same, "
            "without points."
        ),
        "art-1-3",
    ),
    Topic(
        "aiutanti",
        _O,
        _("Can somebody help me at the tables?"),
        _(
            "Yes: invite referees by email from the event’s page, or print a link for each table. Whoever opens it "
            "enters that table’s result, without an account."
        ),
    ),
    Topic(
        "rete",
        _O,
        _("The network fails"),
        _(
            "Score forms, lists of tables and posters can be printed. A sheet filled in on a phone waits there and is "
            "sent when the network is back."
        ),
    ),
    Topic(
        "rapporto",
        _O,
        _("How do I send the report?"),
        _(
            "It writes itself from the results: add at least {photos} photo and send it within {days} days of the "
            "event’s end. The Referent checks it and answers by email."
        ),
        "art-1-4",
    ),
    Topic(
        "tavoli",
        _A,
        _("Where are my tables?"),
        _(
            "With an account, under “Your tables”. Without one, the organiser gives you a link or a printed code for a "
            "table: it opens the sheet and ends with the round."
        ),
    ),
    Topic(
        "ordine",
        _A,
        _("Who begins, and who sits where?"),
        _("The first name of the form begins; the others sit and play in its order, which was drawn by lot."),
    ),
    Topic(
        "orologio",
        _A,
        _("Who starts the clock?"),
        _("The organiser, for all tables at once; you see it above the sheet. A game lasts {minutes} minutes."),
        "art-1-5",
    ),
    Topic(
        "tempo",
        _A,
        _("Time is up"),
        _("How the game ends then is among the cases that the text does not decide. Afterwards the table counts."),
        "letture",
    ),
    Topic(
        "conta",
        _A,
        _("Which cards count?"),
        _("All of a player’s own: hand, deck, discards and those in play. What lies in the trash counts for nobody."),
    ),
    Topic(
        "modulo",
        _A,
        _("How do I enter a result?"),
        _(
            "Count the cards at the table and write them on the sheet. What does not add up is marked at once, with "
            "the reason. Compare the places with the players, then confirm."
        ),
    ),
    Topic(
        "spareggio",
        _A,
        _("Two players are equal"),
        _(
            "The sheet asks for what decides, in the order of the regulation: turns, Gold, value of the coins, "
            "Actions; only then a lot."
        ),
        "art-1-5",
    ),
    Topic(
        "abbandono",
        _A,
        _("A player stops during the game"),
        _("Mark it on the sheet: whoever stops is last at the table, and the others finish the game."),
        "amb-35",
    ),
    Topic(
        "dubbio",
        _A,
        _("A player asks about a card"),
        _("Look for it in the search above: each card has its text, and both its Italian names lead there."),
        page="search",
        label=_("Search"),
    ),
    Topic(
        "chiamata",
        _A,
        _("I need the organiser"),
        _("“I need help at this table” on the sheet calls the desk; the call stays open until the desk closes it."),
    ),
    Topic(
        "correzione",
        _A,
        _("I confirmed a wrong result"),
        _(
            "Open the sheet and correct it, with a reason: the earlier version stays to be seen. If the next round is "
            "drawn already, tell the organiser."
        ),
    ),
    Topic(
        "attese",
        _R,
        _("What is waiting for me?"),
        _(
            "“To do” lists it, the oldest first: events to authorise, reports, requests to organise, consents, "
            "reported errors, missing texts. An email arrives with each new one; you choose which."
        ),
    ),
    Topic(
        "omologare",
        _R,
        _("What do I look at before ratifying?"),
        _(
            "The report is computed again from the sheets: the list at the right says what holds, the rows at the left "
            "what to look at, with the photos and what changes in the Ranking. A report with an open difference is not "
            "ratified."
        ),
        "art-1-4",
    ),
    Topic(
        "sbagliato",
        _R,
        _("A report is wrong"),
        _(
            "Ask for a correction and write what: the organiser corrects the sheet and sends the report again, and "
            "both versions stay. What is ratified can be revoked with a reason; its points leave the Ranking."
        ),
    ),
    Topic(
        "fascia",
        _R,
        _("When do I change a Fascia?"),
        _(
            "A Fascia I event with many players can become II; a Fascia III event with fewer than {least_open} becomes "
            "II or I. Nobody declares Fascia II: only you give it."
        ),
        "art-1-3",
    ),
    Topic(
        "doppioni",
        _R,
        _("One player has two records"),
        _(
            "In the list of players choose “Join two records”, then the record that stays and the one that goes. The "
            "results move to the first; the page says before what changes."
        ),
    ),
    Topic(
        "versioni",
        _R,
        _("How do I change the regulation?"),
        _(
            "Copy the version in force, change the copy, upload its text and its PDF, and publish it. Organisers of "
            "events to come get an email with what changes; events already created keep their version."
        ),
        "versioni",
    ),
    Topic(
        "testo",
        _R,
        _("Which text do visitors read?"),
        _(
            "Yours: the text that you upload for each version is read and searched on the site, and the PDF is what is "
            "printed. Our explanation stands below it."
        ),
    ),
    Topic(
        "squalifica",
        _R,
        _("An organiser breaks the rules"),
        _(
            "Disqualify the club on its page, with a reason: it can announce no more events. What was ratified stays, "
            "unless you revoke it."
        ),
        "art-1-4",
    ),
    Topic(
        "cancellazione",
        _R,
        _("Somebody asks to be erased"),
        _(
            "The request is in “To do”. After your yes the name and the addresses go; places and points stay as a row "
            "without a name."
        ),
        page="privacy",
        label=_("Privacy"),
    ),
    Topic(
        "convocare",
        _R,
        _("How do I call players to the final?"),
        _(
            "From the page of the season, once every report is decided. The page shows who is called and who is equal "
            "across the line; the mails go out together, and the answers arrive beside the names."
        ),
        "art-1-7",
    ),
)

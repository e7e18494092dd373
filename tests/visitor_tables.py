"""Games of visitors in tests: set up, read and played out through their pages."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

SET_UP = {
    "game": "dominion",
    "seat_1": "persona",
    "seat_2": "medio",
    "way": "consigliato",
    "kingdom": "first_game",
}


def begun(client: Client, **fields: Any) -> str:
    """Set up a game and return the address of its table."""
    answer = client.post(reverse("play"), SET_UP | fields)
    assert answer.status_code == 302, answer.context["form"].errors
    return answer["Location"]


def moves(page: str) -> list[str]:
    """Return the answers that the buttons of a page lead to."""
    return [unescape(value) for value in re.findall(r'(?:name="m"|<option) value="([^"]*)"', page)]


def played_out(client: Client, address: str, prefer: int = -1, **fields: Any) -> Any:
    """Answer every question with one of the buttons and return the page of the end."""
    answer = client.get(address, fields)
    for _turn in range(1500):
        letters = moves(answer.content.decode())
        if not letters:
            return answer
        pass_on = re.search(r'name="p" value="(\d)"', answer.content.decode())
        answer = client.get(address, {"m": letters[prefer]} | ({"p": pass_on[1]} if pass_on else {}))
        assert answer.status_code == 200
    raise AssertionError("the game does not end")

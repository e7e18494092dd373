"""The API of seasons, the national Ranking and players: the public pages for programs. See ``docs/api.md``."""

"""Statistics of homologated events: tables, seats and cards of a season, one player, the national finals, a club."""

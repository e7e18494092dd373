"""Ranking app: seasons, homologated results, national ranking, call-up to the national final."""

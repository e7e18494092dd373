"""Game engines: pure Python, standard library only, usable without Django."""

"""The engines: pure Python, standard library only, useful without Django."""

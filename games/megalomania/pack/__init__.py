"""Card pack of Megalomania."""

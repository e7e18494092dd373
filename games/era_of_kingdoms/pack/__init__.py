"""Card packs of Era of Kingdoms."""

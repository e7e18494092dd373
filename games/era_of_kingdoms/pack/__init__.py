"""Card pack of Era of Kingdoms."""

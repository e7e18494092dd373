"""Check of Era of Kingdoms score sheets."""

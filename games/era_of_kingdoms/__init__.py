"""The rules of Era of Kingdoms, as data and functions (docs/rules/era_of_kingdoms.md)."""

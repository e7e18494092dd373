"""Era of Kingdoms: its rules as data and functions (docs/rules/era_of_kingdoms.md)."""

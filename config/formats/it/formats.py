"""Italian formats: dates in words have no leading zero before the day."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
MONTH_DAY_FORMAT = "j F"

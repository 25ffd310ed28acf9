"""30.11.2026, 21:05: an abbreviated month would stand in the wrong case."""

SHORT_DATE_FORMAT = "j.m.Y"
SHORT_DATETIME_FORMAT = "j.m.Y, H:i"
MONTH_DAY_FORMAT = "j.m"

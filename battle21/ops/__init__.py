"""Running the platform on one machine with nothing but Python: database server, supervisor, tools."""

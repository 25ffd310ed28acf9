"""The only writers of the games' tables. They call the rules, the database and, after commit, `broadcast`."""

"""Photographs of tables that are not there, for the pretend table, tests and benches."""

"""The mutants that nobody notices, each with the reason why its change is harmless."""

UNNOTICED: dict[str, str] = {}

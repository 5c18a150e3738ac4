"""The engine for exact covers as a backend."""

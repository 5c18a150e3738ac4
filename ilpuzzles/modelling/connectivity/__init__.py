"""Connectivity: one constraint over any graph, in three encodings."""

from ilpuzzles.modelling.connectivity.connected import ENCODINGS, connected

__all__ = ["ENCODINGS", "connected"]

"""Surasshupakku: boards that are cut along diagonals into parts with one of each letter."""

"""Galaxies."""

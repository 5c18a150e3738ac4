"""Stating a model and handing it over, side by side with other modelling packages.

`python -m benchmarks.peers` prints the tables; `benchmarks.peers.measure` says how each figure is
taken.
"""

"""Work in other threads and processes that leaves nothing behind; knows no model, no solver.

A `Pool` runs jobs in worker processes, a `Ledger` remembers those that are finished.
"""

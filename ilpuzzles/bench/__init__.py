"""Sweeps of instances, formulations and backends: run, measured, compared."""

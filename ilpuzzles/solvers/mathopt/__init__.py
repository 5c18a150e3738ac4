"""HiGHS and SCIP, by way of MathOpt."""

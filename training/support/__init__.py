"""Trains the judge of claims against documents."""

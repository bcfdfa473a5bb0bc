"""Answers held against documents: which of their claims are supported, by which sentences."""

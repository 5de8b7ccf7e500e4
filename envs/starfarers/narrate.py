"""Starfarers of Catan: how each event is told."""

SENTENCES = {}

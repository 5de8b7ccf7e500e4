"""Measurements of the games on this machine. They measure and assert nothing."""

"""Answers about positions: odds, exact values and best moves, with no pictures and no widgets."""

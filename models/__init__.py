"""Trained weights: loading, training, export and evaluation."""

from models.load import load_reader

__all__ = ["load_reader"]

"""Trained weights: loading, training, export and evaluation."""

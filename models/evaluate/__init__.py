"""How well pictures are read, measured on photos with labels."""

from models.evaluate.labels import LabelError, LabelledPhoto, load_labels
from models.evaluate.report import Report
from models.evaluate.run import evaluate

__all__ = ["LabelError", "LabelledPhoto", "Report", "evaluate", "load_labels"]

"""What only a checkout has: the package `datasets`, which is not installed with the product."""

from __future__ import annotations

import sys
from pathlib import Path


def use_checkout() -> bool:
    """Make `datasets` importable where the command runs from a checkout; False where there is none."""
    root = Path(__file__).resolve().parents[2]
    if not (root / "datasets" / "deck.py").is_file():
        return False
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return True

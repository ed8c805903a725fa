"""A deck whose indices are flat patches of known colours, so that a label can be checked against its pixels."""

from __future__ import annotations

import numpy as np

from datasets.deck import Face, Image, IndexMark, Quad

# BGR of the rank's and the suit's patch at the upper left index, and of both at the lower right one.
RANK, SUIT, OTHER_RANK, OTHER_SUIT = (0, 0, 255), (255, 0, 0), (0, 255, 0), (255, 0, 255)
WIDTH, HEIGHT = 250, 350


def _box(x0: float, y0: float, x1: float, y1: float) -> Quad:
    # Pixel centres lie at whole numbers.
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=np.float32) - np.float32(0.5)


class PlainDeck:
    """White cards with a red-over-blue patch at the top left and green over violet at the opposite corner."""

    name = "plain"
    language = "en"

    def codes(self) -> tuple[str, ...]:
        return tuple(rank + suit for suit in "CDHS" for rank in ("A", "5", "10", "K"))

    def face(self, code: str) -> Face:
        image: Image = np.full((HEIGHT, WIDTH, 4), 255, dtype=np.uint8)
        image[20:60, 15:45, :3] = RANK
        image[60:90, 15:45, :3] = SUIT
        image[HEIGHT - 60 : HEIGHT - 20, WIDTH - 45 : WIDTH - 15, :3] = OTHER_RANK
        image[HEIGHT - 90 : HEIGHT - 60, WIDTH - 45 : WIDTH - 15, :3] = OTHER_SUIT
        rank, suit, whole = _box(15, 20, 45, 60), _box(15, 60, 45, 90), _box(15, 20, 45, 90)
        far = np.array([WIDTH - 1, HEIGHT - 1], dtype=np.float32)
        marks = (
            IndexMark(code[:-1], code[-1], whole, rank, suit),
            IndexMark(code[:-1], code[-1], far - whole, far - rank, far - suit),
        )
        return Face(code, image, marks)

    def back(self) -> Image:
        image: Image = np.full((HEIGHT, WIDTH, 4), 255, dtype=np.uint8)
        image[:, :, :3] = (120, 60, 20)
        return image


class PlainDecks:
    """A source that always gives the plain deck."""

    def sample(self, rng: np.random.Generator) -> PlainDeck:
        return PlainDeck()

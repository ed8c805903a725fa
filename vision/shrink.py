"""Pictures made smaller, every pixel the mean of those it stands for."""

from __future__ import annotations

from typing import cast

import cv2

from vision.types import Image


def shrunk(image: Image, width: int, height: int) -> Image:
    """A picture (H, W, 3) as one of another, smaller size.

    It is halved as long as that leaves it twice as large, which OpenCV does in a tenth of the time that it takes over
    any other share; of a 12-megapixel photo nearly all the time goes into the first step. One halved to about its size
    would be blurred by the last step.
    """
    while image.shape[1] >= 4 * width and image.shape[0] >= 4 * height:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        # An odd row or column would make every pixel another share: it is left to the last step where there is one.
        if (half[0] * 2, half[1] * 2) != (image.shape[1], image.shape[0]):
            break
        image = cast(Image, cv2.resize(image, half, interpolation=cv2.INTER_AREA))
    if image.shape[:2] == (height, width):
        return image
    return cast(Image, cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))

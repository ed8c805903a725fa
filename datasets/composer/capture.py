"""What a camera does to a picture: optics, sensor, tone curve, sharpening, compression.

Nothing here moves a point of the picture, so labels stay as they are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.surfaces import clouds, grain

Image = NDArray[np.uint8]


def capture(rng: np.random.Generator, image: Image, index_height: float) -> Image:
    """Photograph a table.

    Args:
        rng: source of chance.
        image: (H, W, 3) uint8 BGR, the table as it is.
        index_height: typical height of a printed index in pixels; blur is kept in proportion, so that an index stays
            readable at least by its shape.

    Returns:
        (H, W, 3) uint8 BGR of the same size.
    """
    if rng.random() < 0.4:
        image = _vignette(rng, image)
    image = _blurred(rng, image, index_height)
    if rng.random() < 0.07:
        image = _partly_sharp(rng, image, index_height)
    if rng.random() < 0.3:
        image = _resampled(rng, image, index_height)
    # Sensor noise comes before the tone curve, which lifts it in the dark.
    image = _tone(rng, _noisy(rng, image))
    if rng.random() < 0.05:
        # Noise reduction leaves flat patches, as in oil paint.
        image = np.asarray(cv2.medianBlur(image, 5 if index_height > 40 and rng.random() < 0.5 else 3), dtype=np.uint8)
    if rng.random() < 0.42:
        image = _sharpened(rng, image)
    if rng.random() < 0.025:
        image = _speckled(rng, image)
    if rng.random() < 0.04:
        image = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if rng.random() < 0.85:
        image = _compressed(rng, image)
    return image


def _vignette(rng: np.random.Generator, image: Image) -> Image:
    height, width = image.shape[:2]
    x = np.linspace(-1, 1, 64, dtype=np.float32)
    y = np.linspace(-1, 1, 48, dtype=np.float32)[:, None]
    fall = 1 - float(rng.uniform(0.05, 0.5)) * (x * x + y * y) / 2
    gains = cv2.resize((fall * 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, cv2.merge([gains] * 3), scale=1 / 255), dtype=np.uint8)


def _blurred(rng: np.random.Generator, image: Image, index_height: float) -> Image:
    """Defocus or motion; the softest is about a tenth of an index."""
    limit = 0.2 + 0.055 * index_height
    draw = rng.random()
    if draw < 0.55:
        sigma = min(float(rng.lognormal(-0.35, 0.6)), limit)
        if sigma > 0.3:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)
    elif draw < 0.67:
        # A lens out of focus spreads a point to a disc.
        radius = min(float(rng.uniform(0.8, 5.0)), 1.4 * limit)
        side = 2 * int(np.ceil(radius)) + 1
        kernel = np.zeros((side, side), dtype=np.float32)
        cv2.circle(kernel, (side // 2 * 16, side // 2 * 16), int(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1e-6)), dtype=np.uint8)
    elif draw < 0.77:
        length = min(float(rng.uniform(1.5, 14.0)), 3.0 * limit)
        turn = rng.uniform(0, np.pi)
        side = 2 * int(np.ceil(length / 2)) + 1
        kernel = np.zeros((side, side), dtype=np.float32)
        middle = side / 2 - 0.5
        reach = np.array([np.cos(turn), np.sin(turn)]) * length / 2
        ends = np.rint((np.array([middle, middle]) + np.array([[-1], [1]]) * reach) * 16).astype(int)
        cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1e-6)), dtype=np.uint8)
    return image


def _partly_sharp(rng: np.random.Generator, image: Image, index_height: float) -> Image:
    """Sharp on one side and out of focus on the other."""
    soft = cv2.GaussianBlur(image, (0, 0), min(float(rng.uniform(1.0, 4.0)), 0.4 + 0.09 * index_height))
    height, width = image.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-1, 1, 64, dtype=np.float32) * np.float32(np.cos(turn))
    y = np.linspace(-1, 1, 64, dtype=np.float32)[:, None] * np.float32(np.sin(turn))
    share = np.clip((x + y) * float(rng.uniform(0.8, 2.0)) + float(rng.normal(0, 0.4)) + 0.5, 0, 1)
    mask = cv2.resize((share * 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    weights = cv2.merge([mask] * 3)
    near = cv2.multiply(image, cv2.bitwise_not(weights), scale=1 / 255)
    return np.asarray(cv2.add(near, cv2.multiply(soft, weights, scale=1 / 255)), dtype=np.uint8)


def _resampled(rng: np.random.Generator, image: Image, index_height: float) -> Image:
    """A picture that was smaller once, as webcams and messengers leave it."""
    height, width = image.shape[:2]
    least = float(np.clip(6.5 / max(index_height, 1), 0.3, 0.95))
    factor = float(rng.uniform(least, 1.0))
    size = (max(int(width * factor), 16), max(int(height * factor), 16))
    down = [cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_NEAREST][int(rng.choice(3, p=[0.72, 0.265, 0.015]))]
    up = [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST][int(rng.choice(3, p=[0.6, 0.385, 0.015]))]
    small = cv2.resize(image, size, interpolation=down)
    if rng.random() < 0.5:
        small = _compressed(rng, np.asarray(small, dtype=np.uint8))
    return np.asarray(cv2.resize(small, (width, height), interpolation=up), dtype=np.uint8)


def _noisy(rng: np.random.Generator, image: Image) -> Image:
    strength = float(np.clip(rng.lognormal(0.6, 0.9), 0, 22))
    if strength < 0.7:
        return image
    height, width = image.shape[:2]
    soft = float(rng.choice([0.0, 0.5, 0.9]))
    shift = int(rng.integers(0, 64))
    bright = grain(rng, (width + 64, height), strength, soft)[:, shift : shift + width]
    if rng.random() < 0.5:
        noise = cv2.merge([bright] * 3)
    else:
        hue = grain(rng, (width, height), strength * float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.6, 1.6)))
        noise = cv2.merge([bright + hue, bright - 0.4 * hue, bright - hue])
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def _tone(rng: np.random.Generator, image: Image) -> Image:
    """Exposure, white balance, contrast and gamma in one table per channel."""
    level = np.arange(256, dtype=np.float64) / 255
    exposure = _exposure(rng, image)
    warm, green = float(rng.normal(0, 0.08)), float(rng.normal(0, 0.03))
    if rng.random() < 0.12:
        warm += float(rng.choice([-1, 1])) * float(rng.uniform(0.1, 0.3))
    gains = np.array([1 - warm, 1 + green, 1 + warm])
    gamma = float(np.exp(rng.normal(-0.08, 0.16)))
    contrast = float(rng.normal(0.1, 0.35))
    black = float(max(rng.normal(0.0, 0.03), -0.04))
    tables = np.empty((256, 1, 3), dtype=np.uint8)
    for channel, gain in enumerate(gains):
        value = np.clip(level * exposure * gain, 0, None) ** gamma
        # Soft shoulder for some cameras, a hard clip for others.
        bent = np.clip(value, 0, 1)
        curve = bent + contrast * bent * (1 - bent) * (bent - 0.45) * 1.6
        tables[:, 0, channel] = np.clip((black + (1 - black) * curve) * 255, 0, 255)
    image = np.asarray(cv2.LUT(image, tables), dtype=np.uint8)
    if rng.random() < 0.3:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        keep = float(rng.uniform(0.3, 1.5))
        image = np.asarray(cv2.addWeighted(image, keep, grey, 1 - keep, 0), dtype=np.uint8)
    return image


def _exposure(rng: np.random.Generator, image: Image) -> float:
    """Factor on brightness as an automatic exposure sets it, well or badly."""
    levels = image[::8, ::8].max(axis=2)
    bright, middle = float(np.percentile(levels, 96)), float(np.mean(levels))
    draw = rng.random()
    if draw < 0.63:
        target = float(rng.uniform(185, 268)) / max(bright, 8.0)
    elif draw < 0.92:
        # Metered on the whole picture: white cards on a dark table are clipped.
        target = float(rng.uniform(90, 170)) / max(middle, 8.0)
    else:
        target = float(rng.uniform(45, 150)) / max(bright, 8.0)
    return float(np.clip(target, 0.3, 3.5))


def _sharpened(rng: np.random.Generator, image: Image) -> Image:
    """Unsharp masking with the halos of cheap cameras and phones."""
    amount, sigma = float(0.2 + 2.0 * rng.random() ** 2), float(rng.uniform(0.6, 2.0))
    soft = cv2.GaussianBlur(image, (0, 0), sigma)
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), dtype=np.uint8)


def _speckled(rng: np.random.Generator, image: Image) -> Image:
    """Dead and hot pixels, as some collections of photos have them printed in."""
    image = image.copy()
    count = int(image.shape[0] * image.shape[1] * rng.uniform(0.0005, 0.01))
    rows, columns = rng.integers(0, image.shape[0], count), rng.integers(0, image.shape[1], count)
    image[rows, columns] = rng.choice(np.array([0, 255], dtype=np.uint8), (count, 1))
    return image


def _compressed(rng: np.random.Generator, image: Image) -> Image:
    quality = int(np.clip(95 - 70 * rng.random() ** 2.2, 25, 95))
    sampling = [
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    ][int(rng.choice(3, p=[0.75, 0.15, 0.1]))]
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    written, data = cv2.imencode(".jpg", image, options)
    if not written:
        raise RuntimeError("the picture could not be compressed as JPEG")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def moire(rng: np.random.Generator, image: Image) -> Image:
    """Faint bands, as between a sensor's grid and fine print or a flickering lamp."""
    height, width = image.shape[:2]
    turn, pitch = rng.uniform(0, np.pi), float(rng.uniform(3, 60))
    x = np.arange(width, dtype=np.float32) * np.float32(np.cos(turn))
    y = np.arange(height, dtype=np.float32)[:, None] * np.float32(np.sin(turn))
    bent = cv2.resize(clouds(rng, (64, 64), 32, 1), (width, height), interpolation=cv2.INTER_LINEAR)
    bands = np.sin((x + y) * np.float32(2 * np.pi / pitch) + bent) * np.float32(rng.uniform(1, 8))
    return np.asarray(cv2.add(image, cv2.merge([bands] * 3), dtype=cv2.CV_8U), dtype=np.uint8)

"""Where the camera stands, and how bent sheets lie under it.

The table is the plane z = 0 in units of one card height, x to the right and y towards the viewer; z points up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A camera above the table.

    Attributes:
        size: width and height of the picture in pixels.
        centre: the table point it looks at.
        distance: distance to that point, in card heights.
        focal: focal length in pixels.
        tilt: angle away from looking straight down, radians.
        turn: turn of the table about the vertical, radians.
        roll: turn of the camera about its axis, radians.
        aim: picture position of `centre` in pixels.
        lens: two radial coefficients; radius 1 is half the picture's longer side.
    """

    size: tuple[int, int]
    centre: tuple[float, float]
    distance: float
    focal: float
    tilt: float = 0.0
    turn: float = 0.0
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)
    lens: tuple[float, float] = (0.0, 0.0)

    @property
    def scale(self) -> float:
        """Pixels per card height at the point looked at."""
        return self.focal / self.distance

    @property
    def straight(self) -> bool:
        """Whether straight lines stay straight."""
        return self.lens == (0.0, 0.0)

    def depth(self, points: Points) -> Points:
        """Distance along the camera's axis of (N, 3) table points, as (N,)."""
        _, y = self._turned(points)
        return np.asarray(self.distance - y * np.sin(self.tilt) - points[:, 2] * np.cos(self.tilt))

    def project(self, points: Points) -> Points:
        """Pixels (N, 2) of (N, 3) table points; points behind the camera end up far away."""
        x, y = self._turned(points)
        sine, cosine = np.sin(self.tilt), np.cos(self.tilt)
        depth = np.maximum(self.distance - y * sine - points[:, 2] * cosine, 0.05 * self.distance)
        right = self.focal * x / depth
        down = self.focal * (y * cosine - points[:, 2] * sine) / depth
        sine, cosine = np.sin(self.roll), np.cos(self.roll)
        u = right * cosine - down * sine + self.aim[0]
        v = right * sine + down * cosine + self.aim[1]
        if not self.straight:
            middle = np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])
            du, dv = u - middle[0], v - middle[1]
            # Beyond the picture the polynomial would fold back, so its radius is held there.
            r2 = np.minimum((du * du + dv * dv) / (max(self.size) / 2) ** 2, 2.5)
            stretch = 1 + self.lens[0] * r2 + self.lens[1] * r2 * r2
            u, v = middle[0] + du * stretch, middle[1] + dv * stretch
        return np.stack([u, v], axis=1)

    def on_table(self, points: Points) -> Points:
        """Pixels (N, 2) of (N, 2) points of the table plane."""
        return self.project(np.column_stack([points, np.zeros(len(points))]))

    def _turned(self, points: Points) -> tuple[Points, Points]:
        dx, dy = points[:, 0] - self.centre[0], points[:, 1] - self.centre[1]
        sine, cosine = np.sin(self.turn), np.cos(self.turn)
        return dx * cosine - dy * sine, dx * sine + dy * cosine


@dataclass(frozen=True)
class Sheet:
    """A rectangle of card or paper lying on the table, flat or smoothly bent.

    Attributes:
        x, y: its centre on the table.
        angle: clockwise turn in radians.
        width, height: its size in card heights.
        lift: height of its lowest point above the table.
        curl: sagitta of a cylindrical bend, in card heights.
        curl_angle: direction in which it bends, radians in the sheet's own frame.
        corners: how far each corner (clockwise from the top left) is turned up.
        lean: slope about the sheet's own horizontal axis (its top edge rises), as when held in a hand.
    """

    x: float
    y: float
    angle: float
    width: float
    height: float = 1.0
    lift: float = 0.0
    curl: float = 0.0
    curl_angle: float = 0.0
    corners: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0))
    lean: float = 0.0

    @property
    def flat(self) -> bool:
        """Whether a homography draws it exactly."""
        return self.curl == 0.0 and not any(self.corners)

    def place(self, uv: Points) -> Points:
        """Table points (N, 3) of (N, 2) positions on the sheet, 0..1 from its own top left."""
        px, py = (uv[:, 0] - 0.5) * self.width, (uv[:, 1] - 0.5) * self.height
        z = np.full(len(uv), self.lift)
        if self.curl:
            along = px * np.cos(self.curl_angle) + py * np.sin(self.curl_angle)
            half = 0.5 * (self.width * abs(np.cos(self.curl_angle)) + self.height * abs(np.sin(self.curl_angle)))
            bend = (along / half) ** 2
            # Bent up at the ends it rests on its middle, bent down on its ends.
            z = z + (self.curl * bend if self.curl > 0 else -self.curl * (1 - bend))
        for (cu, cv), rise in zip(((0, 0), (1, 0), (1, 1), (0, 1)), self.corners, strict=True):
            if rise:
                near = 1 - np.hypot((uv[:, 0] - cu) * self.width, (uv[:, 1] - cv) * self.height) / 0.55
                z = z + rise * np.maximum(near, 0) ** 2
        if self.lean:
            z = z + (0.5 * self.height - py) * np.sin(self.lean)
            py = py * np.cos(self.lean)
        sine, cosine = np.sin(self.angle), np.cos(self.angle)
        return np.column_stack([self.x + px * cosine - py * sine, self.y + px * sine + py * cosine, z])

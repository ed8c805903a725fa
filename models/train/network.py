"""The detector's network: YOLO11n-pose with a head that predicts an index's corners and its card's corners.

Every anchor gives four class probabilities (index, face, back, joker) and eight keypoints: 0-3 are the printed
index's corners (meaningful for class 0 only), from the one nearest to its card's corner, 4-7 the corners of the card,
for an index as seen from that index. So ordered, the corners follow from the card's edges alone; which way the index
reads, from that corner or towards it as in the second pair of a deck with four corners, is the first keypoint's logit.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from ultralytics.nn.modules.head import Pose
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.tal import make_anchors

CLASSES = ("index", "face", "back", "joker")
KEYPOINTS = 8
BASE = "yolo11n-pose.yaml"

# A card corner lies some six index heights away from the index that predicts it: with Ultralytics' one scale for all
# keypoints the far ones would need outputs an order of magnitude larger than the near ones.
_SCALE = (2.0, 2.0, 2.0, 2.0, 8.0, 8.0, 8.0, 8.0)


class CardPose(Pose):
    """Pose head whose near (index) and far (card) keypoints are decoded with scales of their own.

    Its boxes are learned from, and no more: a thing's place is told by its keypoints. To find them would take a quarter
    of the time.
    """

    def _inference(self, x: dict[str, Any]) -> torch.Tensor:
        """Probabilities and keypoints (B, 28, A) of what the head gives."""
        self.anchors, self.strides = (each.transpose(0, 1) for each in make_anchors(x["feats"], self.stride, 0.5))
        return torch.cat((x["scores"].sigmoid(), self.kpts_decode(x["kpts"])), 1)

    def keypoints(self, raw: torch.Tensor, anchors: torch.Tensor) -> torch.Tensor:
        """Decode raw keypoints.

        Args:
            raw: (B, A, 8, 3) outputs of the head, the third number a logit.
            anchors: (A, 2) anchor centres in units of their stride.

        Returns:
            (B, A, 8, 2) positions in units of the anchor's stride.
        """
        scale = raw.new_tensor(_SCALE)[None, None, :, None]
        return raw[..., :2] * scale + anchors[None, :, None, :]

    def kpts_decode(self, kpts: torch.Tensor) -> torch.Tensor:
        """Decode to pixels for inference and export: (B, 24, A) raw to (B, 24, A) of x, y, probability."""
        batch = kpts.shape[0]
        raw = kpts.view(batch, KEYPOINTS, 3, -1)
        scale = raw.new_tensor(_SCALE)[None, :, None, None]
        points = (raw[:, :, :2] * scale + self.anchors[None, None]) * self.strides
        return torch.cat((points, raw[:, :, 2:3].sigmoid()), 2).view(batch, self.nk, -1)


def head_of(model: torch.nn.Module) -> CardPose:
    """The head of a detector."""
    return cast(CardPose, cast(Any, model).model[-1])


def build_detector() -> PoseModel:
    """Build the network with fresh weights; its head is a `CardPose`."""
    model = PoseModel(cfg=BASE, nc=len(CLASSES), data_kpt_shape=(KEYPOINTS, 3), verbose=False)
    head: Any = head_of(model)
    head.__class__ = CardPose
    for level in head.cv4:
        # Fresh keypoints start at the anchor, not at random places up to eight strides away.
        torch.nn.init.normal_(level[-1].weight, std=0.01)
        torch.nn.init.zeros_(level[-1].bias)
    return model

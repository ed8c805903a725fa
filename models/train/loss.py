"""The detector's loss: Ultralytics' task-aligned assignment and box loss, our own keypoint and ignore terms."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from ultralytics.utils.loss import BboxLoss
from ultralytics.utils.tal import TaskAlignedAssigner, dist2bbox, make_anchors

from models.train.network import CardPose

INDEX_GAIN = 8.0
CARD_GAIN = 1.5
SEEN_GAIN = 0.3
SECOND_GAIN = 0.6
BOX_GAIN = 7.5
CLASS_GAIN = 0.7
DFL_GAIN = 1.5
# Index, face, back, joker: the last two are rare, and to miss one costs as much.
CLASS_WEIGHTS = (1.0, 1.0, 2.0, 2.0)


@dataclass
class Batch:
    """One batch of views with its targets, padded to the largest number of objects.

    images (B, 3, H, W) in whole numbers; labels (B, N) class, -1 padding; boxes (B, N, 4) xyxy pixels;
    index (B, N, 4, 2) and card (B, N, 4, 2) corner pixels, a card's not a number where it is unknown; unit (B, N) the
    object's size in pixels that its errors are measured in; seen (B, N, 4) 1 where the card's corner lies inside the
    view; second (B, N) 1 where an index's corners begin at its upper right one, 0 at its upper left one, -1 where that
    means nothing; ignore (B, M, 5) class (or -1 for every class) and xyxy boxes in which absent labels mean nothing,
    padded with empty boxes.
    """

    images: torch.Tensor
    labels: torch.Tensor
    boxes: torch.Tensor
    index: torch.Tensor
    card: torch.Tensor
    unit: torch.Tensor
    seen: torch.Tensor
    second: torch.Tensor
    ignore: torch.Tensor


class DetectorLoss:
    """Loss over a batch; call it with the network's training output."""

    def __init__(self, head: CardPose) -> None:
        self.head = head
        self.classes = head.nc
        self.assigner = TaskAlignedAssigner(
            topk=10, num_classes=head.nc, alpha=0.5, beta=6.0, stride=head.stride.tolist()
        )
        self.box_loss = BboxLoss(head.reg_max).to(head.stride.device)
        self.bce = nn.BCEWithLogitsLoss(reduction="none")

    def __call__(self, output: dict[str, torch.Tensor], batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        """Return the loss to minimise and its parts."""
        distances = output["boxes"].permute(0, 2, 1).float().contiguous()
        scores = output["scores"].permute(0, 2, 1).float().contiguous()
        size = scores.shape[0]
        raw = output["kpts"].permute(0, 2, 1).float().reshape(size, -1, 8, 3)
        anchors, strides = make_anchors(output["feats"], self.head.stride, 0.5)
        anchors, strides = anchors.float(), strides.float()
        projection = torch.arange(self.head.reg_max, dtype=torch.float32, device=scores.device)
        spread = distances.view(size, -1, 4, self.head.reg_max).softmax(3).matmul(projection)
        boxes = dist2bbox(spread, anchors, xywh=False)

        valid = (batch.labels >= 0).unsqueeze(-1)
        _, target_boxes, target_scores, positive, which = self.assigner(
            scores.detach().sigmoid(),
            boxes.detach() * strides,
            anchors * strides,
            batch.labels.clamp(min=0).unsqueeze(-1).float(),
            batch.boxes,
            valid,
        )
        total = target_scores.sum().clamp(min=1.0)
        weight = self._class_weight(batch, anchors * strides, target_scores)
        class_loss = (self.bce(scores, target_scores) * weight).sum() / total
        zero = scores.sum() * 0.0
        box_loss = dfl_loss = index_loss = card_loss = seen_loss = second_loss = zero
        if positive.any():
            height, width = batch.images.shape[2:]
            extent = scores.new_tensor([height, width])
            box_loss, dfl_loss = self.box_loss(
                distances, boxes, anchors, target_boxes / strides, target_scores, total, positive, extent, strides
            )
            index_loss, card_loss, seen_loss, second_loss = self._keypoints(
                raw, anchors, strides, batch, positive, which, target_scores, total
            )
        parts = {
            "class": CLASS_GAIN * class_loss,
            "box": BOX_GAIN * box_loss,
            "dfl": DFL_GAIN * dfl_loss,
            "index": INDEX_GAIN * index_loss,
            "card": CARD_GAIN * card_loss,
            "seen": SEEN_GAIN * seen_loss,
            "second": SECOND_GAIN * second_loss,
        }
        loss = torch.stack(list(parts.values())).sum()
        return loss, {name: float(part.detach()) for name, part in parts.items()}

    def _class_weight(self, batch: Batch, centres: torch.Tensor, target_scores: torch.Tensor) -> torch.Tensor:
        weight = torch.ones_like(target_scores)
        image, region = torch.nonzero(batch.ignore[..., 3] > batch.ignore[..., 1], as_tuple=True)
        label, x1, y1, x2, y2 = batch.ignore[image, region].T[..., None]
        x, y = centres.T
        inside = (x > x1) & (x < x2) & (y > y1) & (y < y2)
        meant = (label < 0) | (label == torch.arange(self.classes, device=label.device))
        hidden = torch.zeros_like(weight).index_add_(0, image, (inside[:, :, None] & meant[:, None]).to(weight.dtype))
        weight[hidden > 0] = 0.0
        return torch.where(target_scores > 0, target_scores.new_tensor(CLASS_WEIGHTS), weight)

    def _keypoints(
        self,
        raw: torch.Tensor,
        anchors: torch.Tensor,
        strides: torch.Tensor,
        batch: Batch,
        positive: torch.Tensor,
        which: torch.Tensor,
        target_scores: torch.Tensor,
        total: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        image, anchor = positive.nonzero(as_tuple=True)
        target = which[image, anchor]
        stride = strides[anchor]
        points = self.head.keypoints(raw, anchors)[image, anchor] * stride[:, :, None]
        importance = target_scores[image, anchor].sum(-1)
        unit = batch.unit[image, target][:, None, None]
        is_index = batch.labels[image, target] == 0
        near = _smooth((points[:, :4] - batch.index[image, target]) / unit, 0.04).mean((1, 2))
        index_loss = (near * importance * is_index).sum() / total
        truth = batch.card[image, target]
        known = truth.isfinite().all(-1).all(-1)
        truth = truth.nan_to_num()
        turns = torch.stack(
            [_smooth((points[:, 4:] - truth.roll(turn, dims=1)) / unit, 0.1).mean((1, 2)) for turn in range(4)]
        )
        # Of a face or a back no corner is the first: any order is right. Asked to begin with its short edge, a card
        # that looks square from where the camera is would be put between both orders, askew and too small.
        far = torch.where(is_index, turns[0], turns.amin(dim=0))
        card_loss = (far * importance * known).sum() / total
        logits = raw[image, anchor][:, 4:, 2]
        seen = self.bce(logits, batch.seen[image, target]).mean(1)
        seen_loss = (seen * importance * (is_index & known)).sum() / total
        second = batch.second[image, target]
        told = self.bce(raw[image, anchor][:, 0, 2], second.clamp(min=0))
        second_loss = (told * importance * (second >= 0)).sum() / total
        return index_loss, card_loss, seen_loss, second_loss


def _smooth(error: torch.Tensor, beta: float) -> torch.Tensor:
    """Smooth L1: quadratic below beta; far points keep the gradient that the usual keypoint loss takes from them."""
    size = error.abs()
    return torch.where(size < beta, 0.5 * size * size / beta, size - 0.5 * beta)

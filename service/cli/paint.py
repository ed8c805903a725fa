"""`kibitz paint`: pictures of tables with cards whose truth is known, from a checkout only."""

from __future__ import annotations

import json
from pathlib import Path

import click

from service.cli.checkout import use_checkout

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option("--out", type=FOLDER, required=True, help="Folder to write to; made where missing.")
@click.option("--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many pictures.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Same seed, same pictures.")
@click.option("--layout", metavar="NAME", help="Paint this layout only, such as trash or held_fan.")
@click.option("--size", type=(int, int), metavar="WIDTH HEIGHT", help="Size of all; the usual ones by default.")
@click.option("--artwork", type=FOLDER, multiple=True, help="Folder of card artwork to mix in; may be repeated.")
@click.option("--tables", type=FOLDER, multiple=True, help="Photos with labelled cards whose tables are used.")
@click.option("--labels", is_flag=True, help="Write labels for YOLO pose training too.")
@click.option("--sheet", is_flag=True, help="Write a contact sheet with the truth drawn in.")
def paint(
    out: Path,
    count: int,
    seed: int,
    layout: str | None,
    size: tuple[int, int] | None,
    artwork: tuple[Path, ...],
    tables: tuple[Path, ...],
    labels: bool,
    sheet: bool,
) -> None:
    """Paint pictures of tables with cards, each with its exact truth as JSON.

    Every picture NAME.jpg comes with NAME.json: the cards from bottom to top with their corners and printed indices.
    """
    if not use_checkout():
        raise click.ClickException("paint works only from a checkout: an installed Kibitz has no decks to paint")
    import cv2
    import numpy as np

    from datasets.artwork import ArtworkError, load_artwork
    from datasets.backgrounds import Backgrounds
    from datasets.composer import LAYOUTS, Decks, compose
    from datasets.overlay import contact_sheet, overlay
    from datasets.painter import paint_deck
    from datasets.poselabels import pose_lines

    if layout is not None and layout not in LAYOUTS:
        raise click.BadParameter(f"there is no layout {layout}; there are {', '.join(LAYOUTS)}", param_hint="--layout")
    if size is not None and not all(64 <= side <= 8192 for side in size):
        raise click.BadParameter("sides are between 64 and 8192 pixels", param_hint="--size")
    loaded = {}
    for folder in artwork:
        if not folder.is_dir():
            raise click.BadParameter(f"there is no folder {folder}", param_hint="--artwork")
        try:
            # All of them: which of them are used is up to chance.
            loaded[folder] = load_artwork(folder)
        except ArtworkError as error:
            raise click.BadParameter(str(error), param_hint="--artwork") from error
    try:
        backgrounds = Backgrounds(tables)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--tables") from error
    decks = Decks(paint_deck, artwork, keep=6, reuse=4, load=loaded.__getitem__)
    out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    shown: list[np.ndarray] = []
    for number in range(count):
        try:
            scene = compose(rng, decks, backgrounds, layout, size)
        except ArtworkError as error:
            # A picture is opened when its card is dealt.
            raise click.BadParameter(str(error), param_hint="--artwork") from error
        name = f"{seed:04d}_{number:05d}"
        if not cv2.imwrite(str(out / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95]):
            raise click.ClickException(f"{out / name}.jpg could not be written")
        (out / f"{name}.json").write_text(json.dumps(scene.to_json()) + "\n", encoding="utf-8")
        if labels:
            (out / f"{name}.txt").write_text("".join(line + "\n" for line in pose_lines(scene)), encoding="utf-8")
        # Kept small: thousands of full pictures would not fit into memory.
        if sheet and len(shown) < 100:
            shown.append(contact_sheet([overlay(scene)]))
    if sheet and not cv2.imwrite(str(out / "sheet.png"), contact_sheet(shown)):
        raise click.ClickException(f"{out / 'sheet.png'} could not be written")
    click.echo(f"{count} pictures in {out}")

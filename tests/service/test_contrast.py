"""Colours that can be told apart (WCAG 2.2, 1.4.3 and 1.4.11), computed from the stylesheets: text 4.5, outlines 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

CSS = Path(str(files("service.page"))) / "css"
Colour = tuple[float, float, float, float]
BLACK, WHITE = (0.0, 0.0, 0.0, 1.0), (255.0, 255.0, 255.0, 1.0)


def text_of(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (CSS / name).read_text(encoding="utf-8"), flags=re.S)


def rules(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Selectors and declarations; a rule inside a media query as if it stood outside."""
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
        yield selector.strip(), {name.strip(): value.strip() for name, value in pairs}


def colour(text: str, words: dict[str, str]) -> Colour | None:
    """The first colour of a value: #rgb, #rrggbb, rgb(r g b / a) or a variable; None where there is none."""
    found = re.search(r"#[0-9a-f]{3,6}\b|rgb\([^)]*\)|var\(--([\w-]+)", text, re.I)
    if found is None:
        return None
    if found[1]:
        return colour(words[found[1]], words) if found[1] in words else None
    if found[0].startswith("#"):
        digits = found[0][1:] if len(found[0]) == 7 else "".join(each * 2 for each in found[0][1:])
        return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16), 1.0)
    red, green, blue, *alpha = (float(each) for each in re.findall(r"[\d.]+", found[0]))
    return (red, green, blue, alpha[0] if alpha else 1.0)


def over(top: Colour, under: Colour) -> Colour:
    alpha = top[3]
    red, green, blue = (a * alpha + b * (1 - alpha) for a, b in zip(top[:3], under[:3], strict=True))
    return (red, green, blue, 1.0)


def light(each: Colour) -> float:
    """Relative luminance."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (x / 255 for x in each[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_measure_is_the_standards() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    grey = colour("#767676", {})
    assert grey is not None
    assert contrast(grey, WHITE) == pytest.approx(4.54, abs=0.01)


def theme(name: str) -> dict[str, str]:
    """The variables of the light or the dark theme."""
    found: dict[str, str] = {}
    for selector, values in rules(text_of("base.css")):
        if selector == ":root" or (name == "dark" and selector == ':root[data-theme="dark"]'):
            found |= {key[2:]: value for key, value in values.items() if key.startswith("--")}
    return found


def test_the_dark_theme_is_the_same_whether_chosen_or_the_systems() -> None:
    chosen, system = (
        values
        for selector, values in rules(text_of("base.css"))
        if "dark" in selector or ":not([data-theme" in selector
    )
    assert {k: v for k, v in chosen.items() if k.startswith("--")} == {
        k: v for k, v in system.items() if k.startswith("--")
    }


TEXT = [
    *[("ink", ground) for ground in ("paper", "surface", "sunk", "accent-soft", "amber-soft", "red-soft")],
    *[("soft", ground) for ground in ("paper", "surface", "sunk")],
    *[("accent", ground) for ground in ("paper", "surface", "accent-soft")],
    *[("red", ground) for ground in ("surface", "sunk")],
    ("accent-ink", "accent"),
    ("card-ink", "card"),
    ("card-red", "card"),
    *[("paper", badge) for badge in ("meld-1", "meld-2", "meld-3", "meld-4", "dead", "amber")],
]
LINES = [
    *[("line-strong", ground) for ground in ("paper", "surface")],
    *[(meld, "surface") for meld in ("meld-1", "meld-2", "meld-3", "meld-4", "dead")],
    *[("accent", ground) for ground in ("paper", "surface", "card")],
    ("amber", "amber-soft"),
    ("red", "red-soft"),
    ("accent", "accent-soft"),
]


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (LINES, 3.0)], ids=["text", "outlines"])
def test_colours_of_a_theme(name: str, pairs: list[tuple[str, str]], least: float) -> None:
    words = theme(name)
    wrong = {}
    for front, ground in pairs:
        # The page's accent marks chosen cards, which stay light in the dark: there it is drawn outside of them.
        if (name, front, ground) == ("dark", "accent", "card"):
            continue
        one, other = colour(words[front], words), colour(words[ground], words)
        assert one is not None
        assert other is not None
        if contrast(one, other) < least:
            wrong[f"{front} on {ground}"] = round(contrast(one, other), 2)
    assert wrong == {}


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_rule_that_sets_text_and_ground(name: str) -> None:
    words = theme(name)
    wrong, seen = {}, 0
    for selector, values in rules(text_of("base.css") + text_of("parts.css")):
        ground = values.get("background-color") or values.get("background") or ""
        front, back = colour(values.get("color", ""), words), colour(ground, words)
        if front is None or back is None:
            continue
        seen += 1
        # The felt is lit from a corner, and dark chips lie on it.
        grounds = [over(back, colour(words["felt"], words) or WHITE)] if back[3] < 1 else [back]
        lit = re.search(r"rgb\(255 255 255 / (\.\d+)\)", values.get("background-image", ""))
        if lit:
            grounds.append(over((255, 255, 255, float(lit[1])), back))
        least = min(contrast(front, each) for each in grounds)
        if least < 4.5:
            wrong[selector] = round(least, 2)
    assert seen > 10
    assert wrong == {}


KINDS = ("1", "2", "3", "4", "dead", "unknown", "down", "plain", "bad", "good", "lay")


@pytest.mark.parametrize("kind", KINDS)
def test_outlines_and_tags_on_any_photo(kind: str) -> None:
    text = text_of("parts.css")
    found = dict(rules(text))
    line = colour(found[f".k-{kind}"]["--k"], {})
    tag = colour(found[".tag rect"]["fill"], {})
    halo = colour(found.get(f".h-{kind}", found.get(".h-down, .h-plain", {}))["stroke"], {})
    if kind not in ("down", "plain"):
        halo = colour(found[".outline-halo"]["stroke"], {})
    assert line is not None
    assert tag is not None
    assert halo is not None
    for grey in range(0, 256, 5):
        photo = (grey, grey, grey, 1.0)
        dark = over(halo, photo)
        assert max(contrast(line, dark), contrast(line, photo), contrast(dark, photo)) >= 3, f"outline on {grey}"
        assert contrast(line, over(tag, photo)) >= 4.5, f"tag on {grey}"


@pytest.mark.parametrize("name", ["felt", "dark", "light", "contrast"])
def test_the_overlay_over_any_video(name: str) -> None:
    found: dict[str, dict[str, str]] = {}
    for selector, values in rules(text_of("overlay.css")):
        found.setdefault(selector, {}).update(values)
    words = {key[2:]: value for key, value in found[f".theme-{name}"].items() if key.startswith("--")}
    ground, ink = colour(words["o-ground"], {}), colour(words["o-ink"], {})
    assert ground is not None
    assert ink is not None
    older = float(found[".overlay .ticker li:not(:last-child)"]["opacity"])
    small = float(found[".overlay .felt .slot i, .overlay .pile figcaption"]["opacity"])
    for video in (BLACK, WHITE):
        behind = over(ground, video)
        for strength in (1.0, older, small):
            assert contrast(over((*ink[:3], strength), behind), behind) >= 4.5
        # A chip that says no, on the panel.
        chip = found.get(f".theme-{name} .felt .chip.no", found[".overlay .felt .chip.no"])
        dark, letters = colour(chip["background"], words), colour(chip["color"], words)
        assert dark is not None
        assert letters is not None
        assert contrast(letters, over(dark, behind)) >= 4.5
    bad = found[".overlay .banner.bad"]
    white, red = colour(bad["color"], {}), colour(bad["background"], {})
    assert white is not None
    assert red is not None
    assert contrast(white, red) >= 4.5

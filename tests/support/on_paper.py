"""What the print pages hold, measured in millimetres of paper."""

from __future__ import annotations

import re
from math import isclose
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def papers(box, path):
    """Each sheet as a drawing whose units are millimetres."""
    page = box.client().get(path)
    assert page.status_code == 200
    return sheets_in(page.text)


def sheets_in(text):
    found = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg class=\"paper.*?</svg>", text, re.DOTALL)]
    for paper in found:
        width, height = paper.get("width"), paper.get("height")
        assert paper.get("viewBox") == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"
    return found


def groups(paper, name):
    return [group for group in paper.iter(f"{SVG}g") if group.get("class") == name]


def scale_of(group):
    return float(re.search(r"scale\(([-\d.]+)", group.get("transform"))[1])


def middle_of(group):
    return tuple(map(float, re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", group.get("transform")).groups()))


def corners(polygon):
    return [tuple(map(float, pair.split(","))) for pair in polygon.get("points").split()]


def span(polygon):
    """Its width and height, in its own units."""
    return tuple(round(max(each) - min(each), 3) for each in zip(*corners(polygon), strict=True))


def squares(board, colour="#000000"):
    """The corner markers on a drawn board: the black square of each, or the white edge around it."""
    drawn = [each for each in board.iter(f"{SVG}polygon") if each.get("class") == "marker"]
    drawn = [each for each in drawn if each.get("fill") == colour]
    side = max((span(each)[0] for each in drawn), default=0.0)
    return [each for each in drawn if isclose(span(each)[0], side, abs_tol=0.01)]


def middles(polygons):
    """Where the middle of each is."""
    return [rounded(sum(each) / len(each) for each in zip(*corners(one), strict=True)) for one in polygons]


def rounded(place):
    """To a hundredth of a millimetre."""
    return tuple(round(each, 2) + 0.0 for each in place)

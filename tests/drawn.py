"""What every drawing of a lesson keeps to: words for those who cannot see it, and all of it on the paper."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from lessons.chart import Chart
from lessons.chart.ink import columns

SVG = "{http://www.w3.org/2000/svg}"
KANA = re.compile("[\u3040-\u30ff]")


def check_drawn(name: str, drawn: Chart, lang: str) -> None:
    """Fail with the name of a drawing that lacks words in its language, or leaves the paper."""
    assert bool(KANA.search(drawn.alt)) == (lang == "ja"), name
    assert "{" not in drawn.alt + drawn.text, name
    assert len(drawn.alt) > 30, name
    root = ET.fromstring(drawn.svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    # What stands in groups and definitions has measures of its own.
    for element in root:
        x, y = (float(element.get(axis) or element.get(f"c{axis}") or 0) for axis in "xy")
        right = x + (float(element.get("width", 0)) if element.tag == f"{SVG}rect" else 0)
        assert 0 <= x <= right <= width, (name, element.attrib)
        assert 0 <= y <= height, (name, element.attrib)
        # Turned letters are not measured: they stand beside a table as high as they are long.
        if element.tag == f"{SVG}text" and element.text and not element.get("transform"):
            # About 0.55 of its size for a letter, twice that for a kanji.
            room = 0.55 * float(element.attrib["font-size"]) * columns(element.text)
            before = {"start": 0, "middle": room / 2, "end": room}[element.attrib["text-anchor"]]
            assert 0 <= x - before <= x - before + room <= width + 1, (name, element.text)

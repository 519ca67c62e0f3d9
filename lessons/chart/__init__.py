"""Small charts as SVG, without numpy: bars, grids, curves, chains, trees, estimates that close in on a value.

A chart is a `Chart`: shown in a notebook as an image with words for it, as a table of text where there is
no picture. Whatever a colour says is said a second time by a pattern, a shape or a number. Sizes are chosen
to be read at 300 pixels, at 800, and on paper. These modules know no language: they are given every word
that they draw. `lessons.chart.ink` is what they draw with; each other module knows one kind of chart.
"""

from lessons.chart.bars import bars
from lessons.chart.chains import chain
from lessons.chart.chances import chances
from lessons.chart.circles import Regions, circles
from lessons.chart.deals import deals
from lessons.chart.decisions import Node, Way, game_tree
from lessons.chart.estimates import closing_in
from lessons.chart.functions import curves, values
from lessons.chart.grid import pairs, two_dice
from lessons.chart.ink import Chart, Estimate, Observed
from lessons.chart.intervals import intervals
from lessons.chart.mosaic import Column, Tile, mosaic
from lessons.chart.networks import Arrow, Box, Look, network
from lessons.chart.runs import runs
from lessons.chart.seats import Group, seats
from lessons.chart.trees import Branch, tree
from lessons.chart.triangle import triangle

__all__ = [
    "Arrow",
    "Box",
    "Branch",
    "Chart",
    "Column",
    "Estimate",
    "Group",
    "Look",
    "Node",
    "Observed",
    "Regions",
    "Tile",
    "Way",
    "bars",
    "chain",
    "chances",
    "circles",
    "closing_in",
    "curves",
    "deals",
    "game_tree",
    "intervals",
    "mosaic",
    "network",
    "pairs",
    "runs",
    "seats",
    "tree",
    "triangle",
    "two_dice",
    "values",
]

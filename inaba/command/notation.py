"""The page that says how positions, moves and rules are written: for a terminal, and as Markdown.

Its words are in both languages; its examples are here, each with a position that it stands in, or can be
played from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from inaba.command.answers import COLUMNS
from inaba.command.columns import padded, wrapped
from inaba.frame.lines import wide
from inaba.words import say

_SHORT: Final = 16
"""An example that is longer has a line of its own."""


class Example(NamedTuple):
    """What may be written, and where.

    Attributes
    ----------
    name : str
        Of its explanation.
    text : str
        It itself.
    position : str
        Where it stands, or what it can be played from; nothing where it is a whole position.
    turn : str
        What is played from there, where it is a part of a turn.
    rules : str
        The rules that this takes.
    """

    name: str
    text: str
    position: str = ""
    turn: str = ""
    rules: str = ""


class Section(NamedTuple):
    """Examples under one heading."""

    name: str
    examples: tuple[Example, ...]


_OPEN: Final = "5,W,4/0,6,3 -,- 1 - -"
_COVERED: Final = "?,3/S,? -,- 1 - 4,O"
_RIDE: Final = "5,?,4/W,D,6/0,3,7 a1,- 1 - 12"
_DEALING: Final = ".,./.,. -,- 1 - 3,5,D,W draft:deal:/:/"
_PICKING: Final = ".,./.,. -,- 1 - - draft:pick:3,W/5,D:/"
_PLACING: Final = ".,?2:D/.,. -,- 1 - - draft:place:/:3,W/5"

_LAYING: Final = "g7,b7,b9/g9,y7/y1 g5:3 g2-4 b2,b3 1 0"
_CALLING: Final = "g7,g8/g9,b7/y1,y7 - - b2,b3 1 0"

_HANDS: Final = "D9,DK,JK:cross,trade,try/D8,S9/HA,H9 DSHC C2 plus*2,try - - 1 -"
_SEVENS: Final = "D5,D6,D8,D9/S5,S6,S7,S9,C7/H5,H6,H7,H8,H9 D C8 plus,try - - 1 - seven:S:2"
_STOPPED: Final = "DK:cross*2/S9/HA,H9 CHSD,D8@e3,stop@e2 - plus*2,try cross,stop|mix - 1 - laid"
_JOKER: Final = "D2,DK/SA,S6/D8,H8 DSHC,D9@b3,JK=D8@b2 - plus,trade - - 1 - claim:3"

PAGES: Final[dict[str, tuple[Section, ...]]] = {
    "river": (
        Section("line", (Example("open", _OPEN), Example("covered", _COVERED))),
        Section(
            "cards",
            (
                Example("face_down", "?", _COVERED),
                Example("shark", "9", "9,W -,- 1 - -"),
                Example("damage", "9-4", "9-4,W -,- 1 - -"),
                Example("beaten", "9x", "9x,W -,- 1 - -"),
                Example("zero", "0", _OPEN),
                Example("squid", "S", _COVERED),
                Example("dolphin", "D", "D,9 -,- 1 - -"),
                Example("orca", "O", "O,9 -,- 1 - -"),
                Example("whale", "W", _OPEN),
            ),
        ),
        Section(
            "rabbits",
            (
                Example("square", "b2", "5,W,4/0,6,3 b2,- 1 - -"),
                Example("start", "-", _OPEN),
                Example("goal", "*", "5,W,4/0,6,3 *,- 2 - -"),
            ),
        ),
        Section(
            "others",
            (
                Example("turn", "2", "5,W,4/0,6,3 b2,- 2 - -"),
                Example("resting", "1", "5,W,4/0,6,3 -,- 2 1 -"),
                Example("unseen", "4,O", _COVERED),
                Example("none", "-", _OPEN),
            ),
        ),
        Section(
            "phases",
            (
                Example("fight", "fight:1", "5,W,4/0,6,3 b1,- 1 - - fight:1"),
                Example("ride", "ride:1:b1", "5,W,4/0,D,3 b1,- 1 - - ride:1:b1"),
                Example("peek", "peek:1", "?,3/S,? a1,- 1 - 4,O peek:1"),
                Example("up", "up:1:b1", "?,3/S,? b1,- 1 - 4,O up:1:b1"),
                Example("up_squid", "up:1!a2", "?,3/S,? a1,- 1 - 4,O up:1!a2"),
            ),
        ),
        Section(
            "draft",
            (
                Example("free", ".", _DEALING),
                Example("laid", "?2:D", _PLACING),
                Example("laid_seen", "?2", ".,?2/.,. -,- 1 - 5,D draft:place:/:3,W/?"),
                Example("deal", _DEALING),
                Example("pick", _PICKING),
                Example("place", _PLACING),
                Example("done", "?1:3,?2:D/?1:W,?2:5 -,- 1 - -"),
            ),
        ),
        Section(
            "moves",
            (
                Example("choose", "1b2", _RIDE, "1b2>b3=12(6,6)"),
                Example("to_goal", "1*", "5,W,4/0,6,3 b2,- 1 - -", "1*"),
                Example("carried", ">b3", _RIDE, "1b2>b3=12(6,6)"),
                Example("carried_goal", ">*", "5,D,4/0,6,3 a1,- 1 - -", "1b2>*"),
                Example("carried_start", ">-", "5,W,4/0,O,3 -,- 1 - -", "1b1>-"),
                Example("peeked", "!b1", _COVERED, "1a1!b1=O"),
                Example("pass", "pass", "3 -,- 1 1,2 -", "pass", "rest=owner"),
                Example("keep", "+W", _PICKING, "+W"),
                Example("lay", "W@a1", _PLACING, "W@a1"),
                Example("card", "=12", _RIDE, "1b2>b3=12(6,6)"),
                Example("roll", "(6,6)", _RIDE, "1b2>b3=12(6,6)"),
                Example("turns", "1b2>b3=12(6,6) 2a1", _RIDE, "1b2>b3=12(6,6) 2a1"),
            ),
        ),
        Section("rules", (Example("some", "orca=side,rest=owner,dice=1d8", _OPEN),)),
    ),
    "same-one": (
        Section(
            "line",
            (Example("all", _LAYING), Example("view", "g7,b7,b9/??,??/?? g5:3 g2-4 g9,b2,b3,y1,y7 1 0")),
        ),
        Section(
            "cards",
            (
                Example("card", "g7", _LAYING),
                Example("run", "g2-4", _LAYING),
                Example("hidden", "??", "g7,b7,b9/??,??/?? g5:3 g2-4 g9,b2,b3,y1,y7 1 0"),
                Example("fresh", "g7+y9", "g7+y9/b7/y1 g5:3 - b2 1 0 drawn"),
                Example("none", "-", _CALLING),
            ),
        ),
        Section(
            "fields",
            (
                Example("centre", "g5:3", _LAYING),
                Example("aside", "g2-4", _LAYING),
                Example("unseen", "b2,b3", _LAYING),
                Example("turn", "1 0", _LAYING),
            ),
        ),
        Section(
            "phases",
            (
                Example("deal", "deal:2", "-/-/- - - g1-6 1 0 deal:2"),
                Example("ask", "ask", "b7,b9/g9,y7/y1 g7:1 g5 b2,b3 2 0 ask"),
                Example("call", "call:2!b7", "g8/g9,b7/y1,y7 g7:1 - b2,b3 2 0 call:2!b7"),
                Example("draw", "draw", "g7/b7/y1 g5:3 - b2,b3 1 0 draw"),
                Example("drawn", "drawn", "g7+y9/b7/y1 g5:3 - b2 1 0 drawn"),
            ),
        ),
        Section(
            "moves",
            (
                Example("play", "g7", _CALLING, "g7--"),
                Example("set", "g7+b7", _LAYING, "g7+b7"),
                Example("draw", "draw", _LAYING, "draw=b2pass"),
                Example("pass", "pass", _LAYING, "draw=b2pass"),
                Example("call", "!b7", _CALLING, "g7!b7!y7(3!y7,2!b7)"),
                Example("no_call", "-", _CALLING, "g7--"),
                Example("drawn", "=b2", _LAYING, "draw=b2pass"),
                Example("first", "(3!y7,2!b7)", _CALLING, "g7!b7!y7(3!y7,2!b7)"),
                Example("turns", "g7-- g9--", _CALLING, "g7-- g9--"),
            ),
        ),
        Section("rules", (Example("some", "play_on=yes", _LAYING),)),
    ),
    "cross-sevens": (
        Section(
            "line",
            (
                Example("all", _HANDS),
                Example("view", "D8,D9:plus/??,??/??,?? DSHC DK,S9,HA,H9,C2 plus,try - - 1 -"),
            ),
        ),
        Section(
            "cards",
            (
                Example("trump", "D9", _HANDS),
                Example("joker", "JK", _HANDS),
                Example("actions", "cross,trade,try", _HANDS),
                Example("several", "plus*2", _HANDS),
                Example("run", "D3-6", "D2,DK/S9/HA,H9 DSHC D3-6 plus - - 1 -"),
                Example("hidden", "??", "D8,D9:plus/??,??/??,?? DSHC DK,S9,HA,H9,C2 plus,try - - 1 -"),
                Example("none", "-", _STOPPED),
            ),
        ),
        Section(
            "fields",
            (
                Example("diagonal", "DSHC", _HANDS),
                Example("laid", "D8@e3", _STOPPED),
                Example("as_joker", "JK=D8@b2", _JOKER),
                Example("closed", "stop@e2", _STOPPED),
                Example("discards", "cross,stop|mix", _STOPPED),
                Example("out", "x4", "D2,HA/D8,S6/H8,CK/- DSHC C2 plus,trade - x4 1 - trump"),
            ),
        ),
        Section(
            "phases",
            (
                Example("seven", "seven:S:2", _SEVENS),
                Example("laid", "laid", _STOPPED),
                Example("try", "try:2:D8", "D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 try try:2:D8"),
                Example("trade", "trade:2", "D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 trade trade:2"),
                Example("claim", "claim:3", _JOKER),
            ),
        ),
        Section(
            "moves",
            (
                Example("begin", "S7@up", _SEVENS, "S7@up=C8"),
                Example("lay", "D8@b2", "D8,DK/D9,S9/HA,H9 DSHC C2 plus - - 1 -", "D8@b2end"),
                Example(
                    "with",
                    "D8@b2+stop@b3",
                    "D8,DK:plus,stop/D9,S9/HA,H9 DSHC C2 cross,try - - 1 -",
                    "D8@b2+stop@b3",
                ),
                Example("with_joker", "JK=D8@b2&D9@b3", _HANDS, "JK=D8@b2&D9@b3"),
                Example("claim", "claim", _JOKER, "claim"),
                Example("try", "try:2:D8", _HANDS, "try:2:D8yesD8@b2"),
                Example("yes", "yes", _HANDS, "try:2:D8yesD8@b2"),
                Example("trade", "trade:2", _HANDS, "trade:2>D9>S9"),
                Example("give", ">D9", _HANDS, "trade:2>D9>S9"),
                Example("draw", "draw:trump", _HANDS, "draw:trump=C2"),
                Example(
                    "draw_action",
                    "draw:action",
                    "D8,D9/DK,S9/HA,H9 DSHC C2 plus,try - - 1 -",
                    "draw:action=plus",
                ),
                Example("end", "end", "D8,DK/D9,S9/HA,H9 DSHC C2 plus - - 1 -", "D8@b2end"),
                Example("came", "=C2", _HANDS, "draw:trump=C2"),
            ),
        ),
        Section("rules", (Example("some", "try=take", _HANDS),)),
    ),
}
"""What the page of each game shows."""


def as_text(game: str, lang: str) -> str:
    """The page of a game for a terminal.

    Examples
    --------
    >>> as_text("river", "en").splitlines()[0]
    'How River is written'
    """
    name = game.replace("-", "_")
    lines = [say(f"notation.{name}.title", lang), ""]
    for section in PAGES[game]:
        lines += wrapped(say(f"notation.{name}.{section.name}.about", lang), COLUMNS)
        for text, meaning in _meanings(name, section, lang):
            lines += _entry(text, meaning)
        lines.append("")
    return "\n".join(lines[:-1])


def _meanings(game: str, section: Section, lang: str) -> Iterator[tuple[str, str]]:
    for example in section.examples:
        yield example.text, say(f"notation.{game}.{section.name}.{example.name}", lang)


def _entry(text: str, meaning: str) -> list[str]:
    """An example with its meaning behind it, or below it where it is long."""
    margin = " " * (_SHORT + 4)
    told = [margin + line for line in wrapped(meaning, COLUMNS - len(margin))]
    if wide(text) > _SHORT:
        return [f"  {text}", *told]
    return [f"  {padded(text, _SHORT)}  {told[0].lstrip()}", *told[1:]]


def as_markdown(games: Sequence[str], lang: str) -> str:
    """The pages of some games as Markdown.

    Examples
    --------
    >>> as_markdown(["river"], "en").splitlines()[0]
    '# How positions, moves and rules are written'
    """
    lines = [f"# {say('notation.title', lang)}", "", say("notation.about", lang), ""]
    heads = (say("notation.written", lang), say("notation.meaning", lang))
    for game in games:
        name = game.replace("-", "_")
        lines += [f"## {say(f'notation.{name}.title', lang)}", ""]
        for section in PAGES[game]:
            lines += [
                say(f"notation.{name}.{section.name}.about", lang),
                "",
                f"| {heads[0]} | {heads[1]} |",
                "|---|---|",
            ]
            for text, meaning in _meanings(name, section, lang):
                cells = (cell.replace("|", "\\|") for cell in (f"`{text}`", meaning))
                lines.append(f"| {' | '.join(cells)} |")
            lines.append("")
    return "\n".join(lines)

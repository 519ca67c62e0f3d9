"""`inaba notation`: every example on the page is one, and the documentation has the same page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from inaba import cross_sevens, river, same_one
from inaba.command.games import NOTATIONS
from inaba.command.notation import PAGES, Example, as_markdown
from inaba.command.position import played
from inaba.command.seen import written
from inaba.errors import NotationError
from inaba.frame.lines import wide
from inaba.words import say
from tests.test_command import Run, refused, run, surroundings

__all__ = ["run", "surroundings"]

DOCS = Path(__file__).parent.parent / "docs"

EXAMPLES = [
    pytest.param(game, section.name, example, id=f"{game}-{section.name}-{example.name}")
    for game, sections in PAGES.items()
    for section in sections
    for example in section.examples
]


@pytest.mark.parametrize(("game", "section", "example"), EXAMPLES)
def test_each_example_stands_in_a_position_or_can_be_played_from_it(
    game: str, section: str, example: Example
) -> None:
    position = example.position or example.text
    rules = example.text if section == "rules" else example.rules
    found, state = written(position, rules)
    assert (found, str(state)) == (game, position)
    if section == "rules":
        assert NOTATIONS[game].format_rules(NOTATIONS[game].parse_rules(rules)) == rules
    elif section == "moves":
        steps = [step for turn in example.turn.split(" ") for step in NOTATIONS[game].tokens(turn)]
        assert example.text == example.turn or example.text in steps
        assert str(played(state, example.turn, NOTATIONS[game])) != position
    else:
        # It is a part of the position, with only such letters beside it as separate parts.
        assert re.search(rf"(?:^|[ /,:|]){re.escape(example.text)}(?:$|[ /,:|])", position)


def test_the_cards_on_the_page_are_all_that_a_river_has() -> None:
    cards = next(section for section in PAGES["river"] if section.name == "cards")
    assert {example.text for example in cards.examples} >= {"?", "0", *"DOSW"}


def test_the_page_names_each_phase_that_a_refusal_names() -> None:
    named = set(re.findall(r"\b([a-z]+):", say(river.notation.Why.PHASE, "en", text="x")))
    assert named == {"fight", "ride", "peek", "up"}
    shown = {example.text.partition(":")[0] for part in PAGES["river"] for example in part.examples}
    assert named <= shown


@pytest.mark.parametrize(("lang", "file"), [("en", "notation.md"), ("ja", "notation.ja.md")])
def test_the_documentation_has_the_same_page(run: Run, lang: str, file: str) -> None:
    """``inaba notation --markdown > docs/notation.md`` writes it anew."""
    page = (DOCS / file).read_text(encoding="utf-8")
    assert run("notation", "--markdown", "--lang", lang).out == page == as_markdown(list(PAGES), lang)
    for line in page.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == 3


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_fits_a_terminal_and_has_every_example_with_its_meaning(run: Run, lang: str) -> None:
    out = run("notation", "--lang", lang).out
    assert max(map(wide, out.splitlines())) <= 79
    for sections in PAGES.values():
        for section in sections:
            for example in section.examples:
                assert re.search(rf"^  {re.escape(example.text)}(?: {{2,}}\S|$)", out, re.MULTILINE)
    assert [line for line in out.splitlines() if line and not line.startswith(" ")]


def test_one_game_is_asked_for_alone(run: Run) -> None:
    whole = run("notation").out
    pages = [run("notation", "--game", game).out for game in PAGES]
    assert "\n".join(pages) == whole
    refused(run("notation", "--game", "chess"), "river, same-one, cross-sevens")


def test_the_help_of_a_position_names_the_page(run: Run) -> None:
    for command in ("show", "solve"):
        for lang in ("en", "ja"):
            assert "inaba notation" in " ".join(run(command, "--help", "--lang", lang).out.split())


def test_a_whole_position_of_each_game_is_on_its_page() -> None:
    for game, module in (("river", river), ("same-one", same_one), ("cross-sevens", cross_sevens)):
        first = PAGES[game][0].examples[0].text
        assert str(module.parse(first)) == first


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("module", "text"), [(river, "5,W"), (same_one, "g1,g2/b3 x"), (cross_sevens, "D8,DK/S6 x")]
)
def test_what_is_no_position_names_the_page_that_helps_where_it_was_asked(
    run: Run, module: Any, text: str, lang: str
) -> None:
    """On a command line the command that shows the notation; in Python the module whose page explains it."""
    with pytest.raises(NotationError) as error:
        module.parse(text)
    in_python = error.value.say(lang)
    (page,) = re.findall(r"help\((\S+)\)", in_python)
    assert page == module.parse.__module__
    assert "inaba notation" not in in_python
    game = module.NOTATION.name.replace("_", "-")
    ran = run("solve", text, "--lang", lang)
    # But for that the two say the same.
    shown = in_python.replace(f"help({page})", f"inaba notation --game {game}")
    assert (ran.status, ran.err) == (2, f"inaba solve: {shown}\n")
    assert run("notation", "--game", game, "--lang", lang).status == 0

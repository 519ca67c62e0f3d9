"""`inaba fight`: the odds of a fight against one shark."""

from __future__ import annotations

from argparse import Namespace

from inaba.command import answers
from inaba.dice import format_dice, parse_dice
from inaba.errors import SetupError
from inaba.reading import plainly
from solvers.fights import beats, expected_rolls, rolls_until_beaten


def run(asked: Namespace) -> int:
    hit_points, damage = asked.hit_points, asked.damage
    if damage >= max(1, hit_points):
        raise SetupError("command.fight.beaten", damage=damage, hit_points=hit_points)
    dice = parse_dice(plainly(asked.dice).lower())
    left = hit_points - damage
    odds = (beats(left, dice), rolls_until_beaten(left, dice), expected_rolls(left, dice))
    if asked.json:
        print(answers.fight_json(hit_points, damage, format_dice(dice), *odds))
    else:
        print(answers.fight_text(hit_points, damage, format_dice(dice), *odds, asked.lang))
    return 0

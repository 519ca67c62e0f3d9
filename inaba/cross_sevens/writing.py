"""A position of Cross Sevens as text: the fields that `inaba.cross_sevens.notation` describes and reads."""

from __future__ import annotations

from collections.abc import Iterable

from inaba.cross_sevens.cards import JOKER, Action, Actions, Card, format_actions, format_cards
from inaba.cross_sevens.field import Field
from inaba.cross_sevens.phases import phase_text
from inaba.cross_sevens.table import Exchanging, Mixing, Own, Returning, Table, Trading


def position_text(
    table: Table, owns: Iterable[Own | None], unseen: tuple[Card, ...], actions: Actions
) -> str:
    """The eight or nine fields of a position; None stands for a hand that is not shown.

    Parameters
    ----------
    table : Table
    owns : iterable of Own or None
        By seat.
    unseen, actions : tuple of Card and of Action
        The trumps and the action cards that are not shown in hands.
    """
    phase = phase_text(table.phase)
    hands = (_hand_text(table, player, own) for player, own in enumerate(owns, 1))
    return " ".join(
        [
            "/".join(hands),
            field_text(table.field),
            format_cards(unseen),
            format_actions(actions),
            format_actions(table.discards) + "".join(f"|{action}" for action in table.removed),
            ",".join([*map(str, table.finished), *(f"x{p}" for p in table.eliminated)]) or "-",
            str(table.turn),
            format_actions(table.used),
            *([phase] if phase else []),
        ]
    )


def field_text(field: Field) -> str:
    """What lies on the field: the diagonal, the trumps with their cells, the joker and the STOPs.

    Examples
    --------
    >>> field_text(Field())
    '-'
    """
    joker = [f"{JOKER}={field.joker[1]}@{field.joker[0]}"] if field.joker else []
    return (
        ",".join(
            [
                *(["".join(suit.letter for suit in field.sevens)] if field.sevens else []),
                *(f"{card}@{cell}" for cell, card in field.laid),
                *joker,
                *(f"{Action.STOP}{player or ''}@{cell}" for cell, player in field.stops),
            ]
        )
        or "-"
    )


def _hand_text(table: Table, player: int, own: Own | None) -> str:
    size, held = table.sizes[player - 1], table.held[player - 1]
    if own is None:
        trumps = ",".join(["??"] * size) + ("+??" if lies_face_down(table, player) else "")
        actions = ",".join(["??"] * held)
    else:
        trumps = ",".join(map(str, own.hand)) + (f"+{own.given}" if own.given else "")
        actions = format_actions(own.actions) if own.actions else ""
    return (trumps or "-") + (f":{actions}" if actions else "")


def lies_face_down(table: Table, player: int) -> bool:
    """Whether a player has put a trump face down, for a TRADE or for MIX, that is not over yet."""
    match table.phase:
        case Trading(given=given) | Mixing(given=given):
            return player in given
        case Exchanging(target=target, done=done):
            return player == table.turn or (player == target and not done and table.rules.trade == "choice")
        case Returning():
            return player in table.remaining()
        case _:
            return False

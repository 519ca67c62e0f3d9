"""The words shown to people: in both languages, with the same data, all of them used and none missing."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

from inaba.words import LANGUAGES, Message, Words

ROOT = Path(__file__).parent.parent
ROOMS = ("inaba", "solvers", "lessons")
FILES = sorted(
    [
        *ROOT.glob("inaba/words/*.toml"),
        *ROOT.glob("lessons/**/words/*.toml"),
    ]
)
MODULES = sorted(path for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py"))
SCRIPTS = sorted(path for room in ROOMS for path in ROOT.glob(f"{room}/**/*.js"))
KEY = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_-]+)+")
"""What a message's key looks like, in code too."""
FILE_ENDINGS = (".css", ".html", ".ipynb", ".js", ".json", ".md", ".py", ".svg", ".toml", ".txt")


def messages(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, dict[str, Message]]]:
    """Key and forms of each message of a file, read apart from `Words`, which these tests are about."""
    for name, value in table.items():
        assert isinstance(value, dict), f"{prefix}{name} is no message"
        if set(value) & set(LANGUAGES):
            yield f"{prefix}{name}", value
        else:
            yield from messages(value, f"{prefix}{name}.")


CATALOGUE = {
    key: forms for path in FILES for key, forms in messages(tomllib.loads(path.read_text(encoding="utf-8")))
}


def fields(form: str) -> set[str]:
    """The names that fill a message, without what is written behind them (``{rows[0]}`` is ``rows``)."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(form) if name is not None}


def forms(message: Message) -> dict[str, str]:
    return {"other": message} if isinstance(message, str) else message


def needed(key: str) -> set[str]:
    """The data that a message cannot do without in some language or number."""
    return {
        name for lang in LANGUAGES for form in forms(CATALOGUE[key][lang]).values() for name in fields(form)
    }


def test_there_are_words() -> None:
    assert len(CATALOGUE) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_of_words_is_read_whole(path: Path) -> None:
    read = dict(messages(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert list(Words.read(path)) == list(read)


def test_no_key_stands_in_two_files() -> None:
    assert len(CATALOGUE) == sum(
        len(list(messages(tomllib.loads(path.read_text(encoding="utf-8"))))) for path in FILES
    )


def test_every_message_has_both_languages_and_no_other() -> None:
    assert [key for key, message in CATALOGUE.items() if set(message) != set(LANGUAGES)] == []


def test_a_message_is_a_text_or_has_one_and_other() -> None:
    wrong = [
        (key, lang)
        for key, message in CATALOGUE.items()
        for lang, form in message.items()
        if not isinstance(form, str) and set(form) != {"one", "other"}
    ]
    assert wrong == []


def test_no_message_is_empty() -> None:
    empty = [
        (key, lang)
        for key, message in CATALOGUE.items()
        for lang in LANGUAGES
        for form in forms(message[lang]).values()
        if not form.strip()
    ]
    assert empty == []


@pytest.mark.parametrize("key", CATALOGUE)
def test_both_languages_say_the_same_data(key: str) -> None:
    english, japanese = forms(CATALOGUE[key]["en"]), forms(CATALOGUE[key]["ja"])
    assert fields(japanese["other"]) == fields(english["other"])
    for one in (english, japanese):
        if "one" in one:
            # "one card" may leave out the number, and nothing else.
            assert fields(one["other"]) - fields(one["one"]) <= {"n"}
            assert fields(one["one"]) <= fields(one["other"])


def docstrings(tree: ast.AST) -> set[int]:
    """The nodes that are docstrings: they speak about keys and do not use them."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, holders) and node.body and isinstance(node.body[0], ast.Expr)
    }


TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def literals() -> Iterator[tuple[Path, str]]:
    """Every string in the code that is no docstring."""
    for path, tree in TREES.items():
        left_out = docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
                yield path, node.value
    for path in SCRIPTS:
        for quoted in re.findall(r"""["'`]([a-z0-9_.-]+)["'`]""", path.read_text(encoding="utf-8")):
            yield path, quoted


def patterns() -> Iterator[re.Pattern[str]]:
    """The keys that an f-string may make: any words in the place of its ``{kind}`` in ``f"river.{kind}"``."""
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                fixed = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                # Something of the key must be fixed, or it would be every key.
                if any(re.search(r"\.[a-z]|[a-z]\.", str(text)) for text in fixed if text is not None):
                    yield re.compile(
                        "".join("[a-z0-9_.-]+" if t is None else re.escape(str(t)) for t in fixed)
                    )
    for path in SCRIPTS:
        for made in re.findall(r"`([a-z0-9_.-]+\.)\$\{\w+\}`", path.read_text(encoding="utf-8")):
            yield re.compile(re.escape(made) + "[a-z0-9_-]+")


def test_every_key_in_the_code_has_its_message() -> None:
    first_words = {key.split(".")[0] for key in CATALOGUE}
    tables = {key[:at] for key in CATALOGUE for at, letter in enumerate(key) if letter == "."}
    missing = sorted(
        f"{path.relative_to(ROOT)}: {text}"
        for path, text in literals()
        if KEY.fullmatch(text)
        and text.split(".")[0] in first_words
        and not text.endswith(FILE_ENDINGS)
        and text not in CATALOGUE
        and text not in tables
    )
    assert missing == []


def test_every_message_is_used() -> None:
    used = {text for _, text in literals()}
    made = list(patterns())
    unused = [
        key for key in CATALOGUE if key not in used and not any(pattern.fullmatch(key) for pattern in made)
    ]
    assert unused == []


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Place, key and data of each call that says a message and shows all its data on the spot."""
    for path, tree in TREES.items():
        reasons = {
            f"{node.name}.{target.id}": line.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            for line in node.body
            if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant)
            for target in line.targets
            if isinstance(target, ast.Name) and isinstance(line.value.value, str)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func).split(".")[-1]
            key = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            if name in ("say", "InabaError", "SetupError", "TooLarge") and isinstance(key, str):
                given = {word.arg for word in node.keywords}
                if None not in given:
                    yield place, key, {str(word) for word in given}
            elif name == "Reason":
                reason = reasons.get(ast.unparse(node.args[0]))
                data = node.args[1] if len(node.args) > 1 else ast.Dict(keys=[], values=[])
                if reason and isinstance(data, ast.Dict):
                    names = [k.value for k in data.keys if isinstance(k, ast.Constant)]
                    if len(names) == len(data.keys):
                        yield place, reason, {str(one) for one in names}


def test_every_call_gives_the_data_that_its_message_needs() -> None:
    lacking = [
        f"{place}: {key} lacks {sorted(needed(key) - given)}"
        for place, key, given in calls()
        if key in CATALOGUE and not needed(key) <= given
    ]
    assert lacking == []


def test_no_message_is_filled_with_an_error_s_own_words() -> None:
    """Those are in one language; a `Reason` is in both (`of_system` for what the system says)."""
    filled = [
        f"{path.relative_to(ROOT)}:{word.value.lineno}: {ast.unparse(word.value)}"
        for path, tree in TREES.items()
        for handler in ast.walk(tree)
        if isinstance(handler, ast.ExceptHandler) and handler.name
        for call in ast.walk(handler)
        if isinstance(call, ast.Call)
        for word in call.keywords
        if re.fullmatch(rf"str\({(it := handler.name)}\)|{it}(\.strerror( or .*)?)?", ast.unparse(word.value))
    ]
    assert filled == []


def test_what_cannot_be_drawn_is_refused_in_words() -> None:
    """A `ValueError` speaks English alone."""
    raised = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in TREES.items()
        if path.parent in (ROOT / "lessons" / "drawings", ROOT / "lessons" / "chart")
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and node.exc and "ValueError" in ast.unparse(node.exc)
    ]
    assert raised == []


def test_the_calls_are_found_at_all() -> None:
    assert len(list(calls())) > 30


# ---------------------------------------------------------------- Japanese as it is written

KANA = "[ぁ-んァ-ヶー一-龠々]"
JAPANESE = [
    (path, line)
    for path in sorted(
        [*FILES, *ROOT.glob("lessons/puzzles/**/*.toml"), *ROOT.glob("lessons/sources/**/*.md")]
    )
    for line in path.read_text(encoding="utf-8").splitlines()
    if re.search(KANA, line)
]


def place(path: Path, line: str, found: re.Match[str]) -> str:
    return f"{path.relative_to(ROOT)}: {line[max(0, found.start() - 12) : found.end() + 12]}"


def test_a_turn_has_one_word_in_japanese() -> None:
    """番, and 手番 where turns are counted; the three games' own rules call it 手番, 順番 and ターン."""
    turns = [place(path, line, m) for path, line in JAPANESE for m in re.finditer("(?<!パ)ターン", line)]
    assert turns == []


def test_what_is_called_out_in_same_one_has_one_word_in_japanese() -> None:
    """As its rules have it: 「セイムワン！」をする, and what others say aloud is 「セイムワン！」と言う."""
    other = r"コール|セイムワン(?:を|と)?(?:言|し|でき|のあと)"
    assert [place(path, line, m) for path, line in JAPANESE for m in re.finditer(other, line)] == []


def test_around_numbers_japanese_is_spaced_on_both_sides_or_on_neither() -> None:
    number = rf"(?<={KANA})( ?)[0-9](?:[0-9.,/]*[0-9])?( ?)(?={KANA})"
    uneven = [
        place(path, line, m) for path, line in JAPANESE for m in re.finditer(number, line) if m[1] != m[2]
    ]
    assert uneven == []


CRAMPED = {"picture.text.rabbit", "picture.text.resting"}
"""Words of a terminal's table, whose cells are narrow."""


def test_the_librarys_words_have_a_space_beside_letters_digits_and_what_fills_them() -> None:
    """No message is filled with "青 23を"; where a Japanese word fills it, `say` leaves the space out."""
    tight = rf"{KANA}(?:[0-9A-Za-z]|\{{\w)|(?:[0-9A-Za-z]|\w\}}){KANA}"
    cramped = [
        (key, m[0])
        for path in ROOT.glob("inaba/words/*.toml")
        for key, message in messages(tomllib.loads(path.read_text(encoding="utf-8")))
        if key not in CRAMPED
        for form in forms(message["ja"]).values()
        for m in re.finditer(tight, form)
    ]
    assert cramped == []


@pytest.mark.parametrize(
    ("card", "player", "said"),
    [
        ("緑 9", "プレイヤー 2", "プレイヤー 2 は緑 9 を出しました。"),
        ("青 14（サメ）", "Aya", "Aya は青 14（サメ）を出しました。"),
        ("ジョーカー", "あおい", "あおいはジョーカーを出しました。"),
    ],
)
def test_no_space_stands_between_japanese_and_japanese(card: str, player: str, said: str) -> None:
    words = Words({"laid": {"ja": "{player} は {card} を出しました。", "en": "{player} lays {card}."}})
    assert words.say("laid", "ja", card=card, player=player) == said
    assert words.say("laid", "en", card=card, player=player) == f"{player} lays {card}."


def test_a_space_between_two_things_that_fill_a_message_is_kept() -> None:
    words = Words({"name": {"ja": "{colour} {number}：{name} です", "en": "{colour} {number} {name}"}})
    assert words.say("name", "ja", colour="緑", number="犬", name="A 組") == "緑 犬：A 組です"

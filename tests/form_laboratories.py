"""What the tests of the laboratories that are forms have in common: messages, as the browser sends them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from lessons.laboratory.form import Form


def send(lab: Form, content: object) -> dict[str, Any]:
    """Let a message come from the browser, as ipywidgets hands it over; the scene that answers it."""
    data = {"method": "custom", "content": content}
    lab._handle_msg({"content": {"data": data}, "buffers": []})
    shown = scene(lab)
    json.dumps(shown, allow_nan=False)
    return shown


def scene(lab: Form) -> dict[str, Any]:
    seen: dict[str, Any] = lab.get_state(["scene"])["scene"]
    return seen


def write(lab: Form, field: str, text: str) -> dict[str, Any]:
    """Write into a field."""
    return send(lab, {"do": "set", "field": field, "text": text})


def press(lab: Form, button: str) -> dict[str, Any]:
    return send(lab, {"do": "press", "button": button})


def fields(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {field["name"]: field for field in shown["fields"]}


def part(shown: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = (part for part in shown["parts"] if part["name"] == name)
    return dict(found)


def rows(part: dict[str, Any]) -> dict[str, list[str]]:
    """All rows of a part's tables, by their headings."""
    return {row[0]: row[1:] for grid in part["grids"] for row in grid["rows"]}


def standing(shown: dict[str, Any]) -> object:
    """All of a scene that a refused message must leave alone; not what stands in a field that is wrong."""
    return {
        key: value for key, value in shown.items() if key not in ("said", "received", "reply", "fields")
    }, {field["name"]: field["options"] for field in shown["fields"]}


def texts(value: object) -> Iterator[str]:
    """All texts of a scene, but those that are names or drawings."""
    match value:
        case str():
            yield value
        case dict():
            for key, inner in value.items():
                if key not in ("name", "svg", "value", "lang", "tone", "reply"):
                    yield from texts(inner)
        case list():
            for inner in value:
                yield from texts(inner)


def check_refused(lab: Form, field: str, text: str, lang: str) -> str:
    """A text is refused at its field, in words, and nothing changes; what is right afterwards ends that.

    Returns what was said.
    """
    before = scene(lab)
    right = fields(before)[field]["value"]
    shown = send(lab, {"do": "set", "field": field, "text": text, "ask": "a-1"})
    assert standing(shown) == standing(before)
    told = fields(shown)
    assert told[field]["error"]
    assert {name for name, one in told.items() if one["error"]} == {field}
    assert told[field]["value"] == text
    assert {n: f["value"] for n, f in told.items() if n != field} == {
        n: f["value"] for n, f in fields(before).items() if n != field
    }
    assert shown["reply"] == {"to": "a-1", "ok": False}
    assert (shown["said"]["text"], shown["said"]["tone"]) == (told[field]["error"], "refused")
    assert any(ord(letter) > 0x3000 for letter in told[field]["error"]) == (lang == "ja")
    again = write(lab, field, right)
    assert fields(again)[field]["error"] == ""
    assert again["reply"]["ok"]
    return str(told[field]["error"])


STRANGE: list[object] = [
    None,
    "set",
    [],
    {},
    {"do": "set"},
    {"do": "set", "field": "hand"},
    {"do": "set", "field": "hand", "text": 7},
    {"do": "set", "field": "nothing", "text": "g7"},
    {"do": "set", "field": "lang", "text": "ja"},
    {"do": "press", "button": "nothing"},
    {"do": "press", "button": ["add"]},
    {"do": "press"},
    {"do": "language", "lang": "fr"},
    {"do": "set", "field": "hand", "text": "\ud800"},
]


def check_strange(lab: Form, content: object) -> None:
    """A message that is none is answered in words and changes nothing."""
    before = scene(lab)
    shown = send(lab, content)
    assert standing(shown) == standing(before)
    assert shown["fields"] == before["fields"]
    assert shown["said"]["tone"] == "refused"
    assert shown["said"]["text"]
    assert shown["received"] == before["received"] + 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def messages(
    names: Sequence[str], buttons: Sequence[str], written: Sequence[str]
) -> st.SearchStrategy[object]:
    """Any JSON, most of it near to what the browser sends."""
    text = st.sampled_from(written) | st.text(max_size=12)
    kinds: list[st.SearchStrategy[object]] = [
        st.fixed_dictionaries({"do": st.just("set"), "field": st.sampled_from(names), "text": text}),
        st.fixed_dictionaries({"do": st.just("press"), "button": st.sampled_from(buttons)}),
        st.fixed_dictionaries({"do": st.just("language"), "lang": st.sampled_from(["ja", "en"])}),
        st.dictionaries(st.sampled_from(["do", "field", "text", "button", "lang", "ask"]), JSON, max_size=4),
        JSON,
    ]
    return st.one_of(kinds)


def check_languages(lab: Form) -> None:
    """With the language every text changes, and nothing else; and back."""
    before = send(lab, {"do": "language", "lang": "en"})
    letters = set("".join(texts(before)))
    assert not [letter for letter in letters if 0x3000 <= ord(letter) < 0xE000 and letter not in "日本語"]
    shown = send(lab, {"do": "language", "lang": "ja"})
    assert lab.lang == lab.words["lang"] == shown["lang"] == "ja"
    for one, other in zip(shown["parts"], before["parts"], strict=True):
        assert one["heading"] != other["heading"]
        for drawing, same in zip(one["drawings"], other["drawings"], strict=True):
            assert drawing["alt"] != same["alt"]
    # What is still in ASCII with a word in it would be English: only cards and the like are.
    english = {text for text in texts(shown) if text.isascii() and any(len(w) > 4 for w in text.split())}
    assert not {text for text in english if any(word.isalpha() and len(word) > 4 for word in text.split())}
    assert {n: f["value"] for n, f in fields(shown).items()} == {
        n: f["value"] for n, f in fields(before).items()
    }
    again = send(lab, {"do": "language", "lang": "en"})
    assert standing(again) == standing(before)


def check_without_browser(lab: Form) -> tuple[str, str]:
    """Where no widget is shown there are text, and a page whose pictures have words; both are returned."""
    bundle: Any = lab._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    text, page = data["text/plain"], data["text/html"]
    shown = scene(lab)
    assert page.count("<img ") == page.count("alt=") == sum(len(part["drawings"]) for part in shown["parts"])
    assert page.count("<table") == sum(len(part["grids"]) for part in shown["parts"])
    for one in (shown["title"], *(part["heading"] for part in shown["parts"])):
        assert one in text
        assert one in page
    for field in shown["fields"]:
        told = {option["value"]: option["text"] for option in field["options"]}
        assert f"{field['label']}: {told.get(field['value'], field['value']) or '-'}" in text
    assert "<script" not in page
    return text, page


def check_no_state_is_taken(lab: Form) -> None:
    """What a browser claims to be the state is answered with ours."""
    before = scene(lab)
    lab.set_state({"scene": {"title": "<script>"}, "words": {}})
    assert scene(lab) == before


each_language = pytest.mark.parametrize("lang", ["en", "ja"])

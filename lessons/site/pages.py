"""A site's own pages: where a class begins, in each language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import PurePosixPath
from urllib.parse import quote

from inaba.words import LANGUAGES
from lessons.site.notebooks import LABORATORIES, LINKS, title
from lessons.voice import TEACHER, catalogue

FIRST = "00-how-to-play-river"
PUZZLES = "20-puzzles"

_BAR = (
    *(
        "bar",
        "run",
        "cell",
        "copy",
        "home",
        "running",
        "ran",
        "ran_wrong",
        "not_run",
        "not_copied",
        "not_saved",
    ),
    *("newer", "open_newer", "no_link"),
)
_KEPT = ("checking", "keeping", "kept", "renewed", "unable", "failed")
_GUIDE = ("publish", "address", "first", "update", "stored", "collect", "answers", "without")
_HOW = ("run", "cell", "saved", "copy", "hand_in", "same_tablet")


def bar_words() -> dict[str, dict[str, str]]:
    """What the bar above a notebook says, by language."""
    return {
        lang: {name: catalogue().form(f"site.bar.{name}", lang, None) for name in _BAR} for lang in LANGUAGES
    }


def start(books: Mapping[str, str]) -> dict[str, bytes]:
    """The start pages, by path: one a language, and one that finds out which.

    Parameters
    ----------
    books : mapping of str to str
        The site's notebooks by path.
    """
    made = {f"{lang}/index.html": _start(books, lang) for lang in LANGUAGES}
    made |= {f"{lang}/guide.html": _guide(lang) for lang in LANGUAGES}
    return {path: text.encode() for path, text in {**made, "index.html": _crossing()}.items()}


def _crossing() -> str:
    """The page at a site's own address: on to the browser's language, or both to choose from."""
    links = "".join(
        f'<p><a lang="{lang}" href="{lang}/index.html">{_say(lang, "site.title")}</a></p>'
        for lang in LANGUAGES
    )
    # JupyterLite reads its settings from the pages above its own, this one too: it has none.
    return f"""<!doctype html>
<html lang="{LANGUAGES[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_say(LANGUAGES[0], "site.title")}</title>
<link rel="icon" href="start/icon.png">
<link rel="stylesheet" href="start/start.css">
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<script>
const known = {list(LANGUAGES)!r};
const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
location.replace(`${{wanted.find((tag) => known.includes(tag)) ?? known[0]}}/index.html${{location.search}}`);
</script>
</head>
<body><main>{links}</main></body>
</html>
"""


def _start(books: Mapping[str, str], lang: str) -> str:
    kept = " ".join(f'data-{name}="{_say(lang, f"site.kept.{name}")}"' for name in _KEPT)
    return f"""{_head(lang, "site.title", "index.html")}
<main>
<p>{_say(lang, "site.welcome")}</p>
<nav class="first" aria-label="{_say(lang, "site.first")}">
<a href="{_address(f"{lang}/{FIRST}.ipynb")}">{_say(lang, "site.first_lesson")}</a>
<a href="{_address(f"{lang}/board.ipynb")}">{_say(lang, "site.first_board")}</a>
<a href="{_address(f"{lang}/{PUZZLES}.ipynb")}">{_say(lang, "site.first_puzzles")}</a>
</nav>
<p>{_say(lang, "site.how.run.text")} <a href="#how">{_say(lang, "site.how.head")}</a></p>
<section class="kept" aria-label="{_say(lang, "site.kept.label")}" data-links="{_links(lang)}">
<p id="kept" role="status" {kept}></p>
<progress id="meter" max="100" value="0" aria-label="{_say(lang, "site.kept.label")}" hidden></progress>
</section>
<h2>{_say(lang, "site.lessons")}</h2>
{_listed(_lessons(books, lang))}
<h2>{_say(lang, "site.laboratories")}</h2>
{_listed({path: books[path] for name in LABORATORIES if (path := f"{lang}/{name}.ipynb")})}
<h2 id="how">{_say(lang, "site.how.head")}</h2>
{_explained(lang, "site.how", _HOW)}
{_teachers(books, lang)}
</main>
<footer>
<p><a href="../{lang}/guide.html">{_say(lang, "site.guide.title")}</a></p>
<p>{_say(lang, "site.unofficial")}</p>
</footer>
<script src="../start/keeping.js"></script>
<script src="../start/start.js"></script>
</body>
</html>
"""


def _guide(lang: str) -> str:
    """The page for teachers and for whoever runs the server."""
    return f"""{_head(lang, "site.guide.title", "guide.html")}
<main>
{_explained(lang, "site.guide", _GUIDE)}
</main>
<footer><p><a href="../{lang}/index.html">{_say(lang, "site.bar.home")}</a></p></footer>
</body>
</html>
"""


def _head(lang: str, title: str, page: str) -> str:
    """A page's beginning: its title, and the way to the same page in the other language."""
    other = next(one for one in LANGUAGES if one != lang)
    return f"""<!doctype html>
<html lang="{lang}" data-root="..">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_say(lang, title)}</title>
<link rel="icon" href="../start/icon.png">
<link rel="stylesheet" href="../start/start.css">
</head>
<body>
<header>
<h1>{_say(lang, title)}</h1>
<a lang="{other}" hreflang="{other}" href="../{other}/{page}">{_say(other, "site.in_this_language")}</a>
</header>"""


def _explained(lang: str, key: str, names: Sequence[str]) -> str:
    """Headings, each with what is to be said about it."""
    parts = (
        f"<dt>{_say(lang, f'{key}.{name}.head')}</dt><dd>{_marked(lang, f'{key}.{name}.text')}</dd>"
        for name in names
    )
    return f"<dl>{''.join(parts)}</dl>"


def _lessons(books: Mapping[str, str], lang: str, folder: str = "") -> dict[str, str]:
    """The lessons of a folder, in order: their names begin with a number."""
    place = PurePosixPath(lang, folder)
    return {
        path: books[path]
        for path in sorted(books)
        if PurePosixPath(path).parent == place and PurePosixPath(path).name[0].isdigit()
    }


def _teachers(books: Mapping[str, str], lang: str) -> str:
    pages = _lessons(books, lang, TEACHER)
    return f"<h2>{_say(lang, 'site.teachers')}</h2>\n{_listed(pages)}" if pages else ""


def _listed(books: Mapping[str, str]) -> str:
    items = []
    for path, text in books.items():
        name, about = title(text)
        items.append(
            f'<li><a href="{_address(path)}"><strong>{escape(name)}</strong>'
            f"<small>{escape(about)}</small></a></li>"
        )
    return f'<ul class="lessons">\n{"".join(items)}\n</ul>'


def _address(path: str) -> str:
    return f"../notebooks/index.html?path={quote(path, safe='')}"


def _links(lang: str) -> str:
    """Where a link that brings something leads, for the page's script."""
    return escape(json.dumps({kind: f"{lang}/{page}.ipynb" for kind, page in LINKS.items()}))


def _say(lang: str, key: str) -> str:
    return escape(catalogue().form(key, lang, None))


def _marked(lang: str, key: str) -> str:
    """A text in which `backquotes` stand around code."""
    parts = _say(lang, key).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))

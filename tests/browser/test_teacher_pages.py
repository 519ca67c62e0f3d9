"""The teacher's pages in JupyterLab; apart from the lessons, so that two run at once.

Of those lessons whose page for pupils is opened in a small window alone (`tests.browser.test_lessons`); all
of them are run, without a browser, by `tests.test_lesson_runs`.
"""

from __future__ import annotations

import pytest

from inaba.words import LANGUAGES
from tests.browser.conftest import OpenNotebook
from tests.browser.test_lessons import FOLDER, PUZZLES, is_whole

TEACHERS = sorted(f"teacher/{path.stem}" for path in (FOLDER / "en" / "teacher").glob("*.ipynb"))


@pytest.mark.parametrize(("name", "lang"), [(n, LANGUAGES[at % 2]) for at, n in enumerate(TEACHERS[1::2])])
def test_a_page_for_the_teacher_has_the_answers(name: str, lang: str, open_notebook: OpenNotebook) -> None:
    solved = {"en": "Common wrong answers", "ja": "よくあるまちがい"}
    if name.endswith(PUZZLES):
        solved = {"en": "Answer:", "ja": "答え："}
    is_whole(name, lang, solved[lang], open_notebook)

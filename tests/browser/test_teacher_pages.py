"""The teacher's pages in JupyterLab; apart from the lessons, so that two run at once.

Every other one in Japanese and the rest in English: what `tests.test_lesson_runs` runs in the other language.
"""

from __future__ import annotations

import pytest

from inaba.words import LANGUAGES
from tests.browser.conftest import OpenNotebook
from tests.browser.test_lessons import FOLDER, PUZZLES, is_whole

TEACHERS = sorted(f"teacher/{path.stem}" for path in (FOLDER / "en" / "teacher").glob("*.ipynb"))


@pytest.mark.parametrize(("name", "lang"), [(n, LANGUAGES[1 - at % 2]) for at, n in enumerate(TEACHERS)])
def test_a_page_for_the_teacher_has_the_answers(name: str, lang: str, open_notebook: OpenNotebook) -> None:
    solved = {"en": "Common wrong answers", "ja": "よくあるまちがい"}
    if name.endswith(PUZZLES):
        solved = {"en": "Answer:", "ja": "答え："}
    is_whole(name, lang, solved[lang], open_notebook)

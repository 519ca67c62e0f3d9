"""The library's own tests in the site's Python, Pyodide under Node.js: no numpy, no threads, no processes.

Every file of tests is named here: it runs there, or it says why not. ``INABA_PYODIDE`` runs others than
these: its words are what pytest is given, such as ``tests/test_dice.py -k roll``.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent

RUN: Final = (
    "test_bench",
    "test_chance",
    "test_coalition",
    "test_command",
    "test_conformance",
    "test_cross_sevens_evidence",
    "test_cross_sevens_notation",
    "test_cross_sevens_odds",
    "test_cross_sevens_perft",
    "test_cross_sevens_picture",
    "test_cross_sevens_policies",
    "test_cross_sevens_puzzles",
    "test_cross_sevens_reach",
    "test_cross_sevens_record",
    "test_cross_sevens_rules",
    "test_cross_sevens_widget",
    "test_cross_sevens_worth",
    "test_deduction_laboratory",
    "test_dice",
    "test_draft_advice",
    "test_endgame",
    "test_errors",
    "test_explorer",
    "test_explorer_draft",
    "test_fight_laboratory",
    "test_fights",
    "test_first_message",
    "test_fuzz",
    "test_kit",
    "test_lesson_anybody",
    "test_lesson_cards",
    "test_lesson_drawing",
    "test_lesson_endgame",
    "test_lesson_error",
    "test_lesson_finding",
    "test_lesson_game_tree",
    "test_lesson_hands",
    "test_lesson_keeping",
    "test_lesson_laying",
    "test_lesson_opening",
    "test_lesson_passing",
    "test_lesson_paths",
    "test_lesson_players",
    "test_lesson_policies",
    "test_lesson_race",
    "test_lesson_rules",
    "test_lesson_seen",
    "test_lesson_shut_in",
    "test_lesson_survey",
    "test_locations",
    "test_maxn",
    "test_notation",
    "test_odds_laboratory",
    "test_open_hands",
    "test_perft",
    "test_picture",
    "test_policies",
    "test_prism",
    "test_puzzle_player",
    "test_puzzles",
    "test_record",
    "test_report",
    "test_review",
    "test_river_graph",
    "test_river_layers",
    "test_river_rules",
    "test_same_one_notation",
    "test_same_one_odds",
    "test_same_one_perft",
    "test_same_one_picture",
    "test_same_one_policies",
    "test_same_one_puzzles",
    "test_same_one_record",
    "test_same_one_rules",
    "test_same_one_widget",
    "test_tournament",
    "test_whereabouts",
    "test_widget",
)
"""The files that run there."""

DO_NOT: Final[Mapping[str, str]] = {
    "test_architecture": "the sources, which are the same everywhere",
    "test_assignment": "nbformat, with which notebooks are made",
    "test_collect": "nbformat, with which notebooks are made",
    "test_command_lab": "JupyterLab",
    "test_command_answers": "a command line; test_command tries it in this Python",
    "test_command_cards": "a command line; test_command tries it in this Python",
    "test_command_cross_sevens": "a command line; test_command tries it in this Python",
    "test_command_notation": "a command line; test_command tries it in this Python",
    "test_command_odds": "a command line; test_command tries it in this Python",
    "test_command_open_hands": "a command line; test_command tries it in this Python",
    "test_command_opening": "a command line; test_command tries it in this Python",
    "test_command_play": "a command line; test_command tries it in this Python",
    "test_command_solve": "a command line; test_command tries it in this Python",
    "test_documentation": "shells, and files that are the same everywhere",
    "test_edition": "nbformat, and Chromium for the pages",
    "test_environment": "the declared packages, which a site pins by itself",
    "test_game_review": "more time: a review estimates what it cannot solve while a person waits",
    "test_lesson_runs": "kernels in processes; tests/browser/test_site.py runs lessons on a site",
    "test_lessons": "nbformat, with which notebooks are made",
    "test_maxn_table": "compiled loops, and numpy for them",
    "test_progress": "threads, and a terminal",
    "test_repository": "git, and files that are the same everywhere",
    "test_river_table": "compiled loops, and numpy for them",
    "test_search": "more time: large trees are searched to their end",
    "test_site": "pip, npm and what a site is built of",
    "test_survey": "processes and threads",
    "test_wheel": "what is built, and git",
    "test_without_numpy": "processes in which numpy is not to be found; here it is nowhere",
    "test_words": "the sources, which are the same everywhere",
}
"""The files that do not run there, each with what it would need there."""

LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = {
    "starts a process or a thread, or needs a kernel, numpy or a pipe": (
        "test_chance::test_a_distribution_of_texts_is_the_same_in_another_process",
        "test_command::test_a_home_that_nobody_has_is_a_name_like_any_other",
        "test_command::test_a_line_in_another_encoding_is_refused_and_the_others_are_answered",
        "test_command::test_a_reader_that_has_seen_enough_is_no_trouble",
        "test_command::test_a_terminal_without_japanese_speaks_english",
        "test_command::test_ctrl_c_stops_a_long_solve_with_130",
        "test_command::test_ctrl_c_while_it_is_loaded_ends_it_without_a_word",
        "test_command::test_help_and_version_load_nothing_heavy",
        "test_command::test_japanese_that_is_asked_for_never_fails",
        "test_command::test_json_is_plain_wherever_it_goes",
        "test_command::test_the_board_of_a_plain_terminal_is_plain",
        "test_cross_sevens_worth::test_describing_is_the_mean_of_games_and_the_same_on_any_executor",
        "test_cross_sevens_worth::test_worth_is_the_same_on_any_executor",
        "test_deduction_laboratory::test_it_works_without_numpy",
        "test_endgame::test_an_interrupt_stops_the_work_at_once",
        "test_endgame::test_compiled_passes_change_nothing",
        "test_endgame::test_faster_numbers_change_nothing",
        "test_explorer::test_it_works_in_a_notebook_in_one_line",
        "test_explorer::test_it_works_without_numpy",
        "test_explorer::test_where_nobody_can_be_told_the_next_question_is_answered",
        "test_fight_laboratory::test_it_works_in_a_notebook_in_one_line",
        "test_fight_laboratory::test_it_works_without_numpy",
        "test_fights::test_chain_and_expressions_need_no_numpy",
        "test_fights::test_numbers_need_no_other_library",
        "test_kit::test_a_kill_in_the_middle_leaves_what_was_done",
        "test_kit::test_numbers_of_compiled_libraries_are_as_right",
        "test_kit::test_two_notebooks_at_once_lose_nothing",
        "test_kit::test_who_runs_cells_out_of_order_is_told_so",
        "test_kit::test_without_a_place_to_write_the_lesson_goes_on_and_says_so",
        "test_odds_laboratory::test_it_works_without_numpy",
        "test_picture::test_the_same_picture_is_the_same_text_in_every_run",
        "test_prism::test_equal_positions_give_equal_models",
        "test_river_graph::test_all_of_it_runs_without_numpy",
        "test_tournament::test_the_same_seed_gives_the_same_on_any_executor",
        "test_widget::test_a_notebook_without_a_browser_plays_with_computers",
    ),
    "needs the lessons' notebooks, which are served beside the library": (
        "test_command::test_that_a_folder_cannot_be_written_is_found_before_a_lesson_is_run",
    ),
    "is about the tests' own reference of the rules": (
        "test_cross_sevens_perft::test_the_file_says_what_the_reference_counts",
        "test_perft::test_the_file_says_what_the_reference_counts",
        "test_same_one_perft::test_the_file_says_what_the_reference_counts",
    ),
    "takes seconds there, and says of more games or positions what others say of few": (
        "test_cross_sevens_perft::test_the_reference_plays_the_same_games_with_all_options_and_any_deck",
        "test_cross_sevens_policies::test_facts_the_field_is_about_ten_columns_wide_and_fifteen_at_most",
        "test_cross_sevens_policies::test_facts_the_share_of_games_with_one_survivor",
        "test_cross_sevens_policies::test_they_beat_chance",
        "test_draft_advice::test_advice_by_simulation_agrees_with_the_exact_expectation",
        "test_draft_advice::test_no_policy_does_better_than_the_best_response",
        "test_endgame::test_a_long_game_needs_no_recursion",
        "test_endgame::test_known_values_the_plain_way",
        "test_endgame::test_some_of_these_loops_can_be_stalled_in",
        "test_fights::test_all_sequences_of_rolls_one_by_one",
        "test_lesson_paths::test_the_bars_show_the_turns_of_the_path_that_is_simulated",
        "test_kit::test_the_advice_of_a_board_is_from_the_table_at_hand",
        "test_locations::test_a_drawn_deal_agrees_with_the_evidence_and_each_is_equally_likely",
        "test_open_hands::test_maxn_is_what_everybody_would_choose",
        "test_open_hands::test_too_large_says_so",
        "test_perft::test_the_reference_plays_the_same_games_on_odd_rivers",
        "test_puzzles::test_the_value_of_every_move_by_brute_force",
        "test_puzzles::test_who_would_rather_wait_by_brute_force",
        "test_review::test_luck_has_mean_0_over_what_chance_could_have_brought",
        "test_river_rules::test_rule_9_the_standard_deck_makes_twelve_dice_run_short_in_a_few_games_of_a_hundred",
        "test_same_one_odds::test_every_question_is_answered_as_by_the_engine_with_every_deal",
        "test_same_one_odds::test_who_shows_a_card_that_he_could_have_called_is_taken_at_his_silence_no_longer",
        "test_same_one_rules::test_every_reason_of_the_rules_is_told_somewhere",
    ),
    "waits for what goes on beside it, or for an answer that takes more time there": (
        "test_explorer::test_a_closed_explorer_thinks_no_more",
        "test_explorer::test_a_new_question_ends_work_on_the_old_one",
        "test_explorer::test_no_moves_are_worked_out_while_a_position_is_being_set_up",
        "test_explorer::test_thinking_is_shown_and_stopped_from_the_browser",
        "test_explorer::test_what_goes_wrong_is_told_and_the_next_question_answered",
        "test_explorer::test_work_is_reported_and_stopped_and_what_was_known_stays",
        "test_review::test_a_large_game_is_estimated_at_first_and_solved_in_the_end",
        "test_review::test_the_command_says_what_is_estimated_and_what_is_solved",
    ),
}
"""Tests of those files that do not run there, by the reason."""


def test_every_file_of_tests_runs_there_or_says_why_not() -> None:
    files = {path.stem for path in (ROOT / "tests").glob("test_*.py")}
    assert sorted([*RUN, *DO_NOT]) == sorted(files), "each once, in RUN or in DO_NOT"
    assert [name for name, why in DO_NOT.items() if not why.strip()] == []


def test_what_is_left_out_is_there_and_nothing_goes_with_it() -> None:
    """pytest leaves out all that begins so, and says nothing of what is not there."""
    left_out = [one for several in LEFT_OUT.values() for one in several]
    assert len(set(left_out)) == len(left_out)
    for one in left_out:
        file, _, test = one.partition("::")
        assert file in RUN, one
        tree = ast.parse((ROOT / "tests" / f"{file}.py").read_text(encoding="utf-8"))
        tests = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert [name for name in tests if name.startswith(test)] == [test], one


def test_the_library_s_own_tests_pass_in_the_site_s_python(site: Path, tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    fetched = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"),
        *("--require-hashes", "--only-binary=:all:", "--python-version=3.14", "--implementation=py"),
        *("--abi=none", "--platform=any", "--no-compile"),
        *("--target", str(packages), "--requirement", str(HERE / "pyodide.txt")),
    ]
    subprocess.run(fetched, check=True, stdin=subprocess.DEVNULL)
    left_out = [one for several in LEFT_OUT.values() for one in several]
    asked = shlex.split(os.environ.get("INABA_PYODIDE", "")) or [
        # Rewriting every assertion, so that it can tell more, takes half a minute there: the file that fails
        # is run alone then, and tells it.
        "--assert=plain",
        *(f"tests/{name}.py" for name in RUN),
        *(
            f"--deselect=tests/{file}.py::{test}"
            for file, _, test in (one.partition("::") for one in left_out)
        ),
    ]
    done = subprocess.run(
        ["node", str(HERE / "pyodide.mjs"), str(site), str(packages), str(ROOT), *asked],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert re.search(r"[1-9]\d* passed", done.stdout), done.stdout[-300:]

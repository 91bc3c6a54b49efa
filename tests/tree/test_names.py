import pytest

from cutpoint.tree.names import printable


@pytest.mark.parametrize(
    "text", ["plain", "naïve café", "שלום", "日本", "a\\b", "", "👩‍🔬", "x{y}"]
)
def test_ordinary_text_of_any_script_is_printed_as_it_is(text):
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a\\nb"),
        ("a\tb\r", "a\\tb\\r"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\u202eevil", "\\u202eevil"),
        ("a\u2028b", "a\\u2028b"),
        ("\ud800", "\\ud800"),
        ("\x85", "\\x85"),
    ],
)
def test_characters_that_break_the_layout_are_escaped(text, shown):
    assert printable(text) == shown


def test_labels_that_are_not_text_are_printed_as_python_prints_them():
    assert [printable(label) for label in (1, 2.5, True)] == ["1", "2.5", "True"]

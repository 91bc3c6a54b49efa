"""The learners make of the frozen cases what they made when that was written down."""

import pytest

from frozen.cases import GROUPS, cases_of
from frozen.compare import differences, frozen_digests


@pytest.mark.parametrize("group", GROUPS)
def test_the_frozen_cases_come_out_as_written_down(group: str) -> None:
    found = differences(group)
    assert not found, "\n".join([f"{len(found)} of {GROUPS[group][0]} differ:", *found])


@pytest.mark.parametrize("group", GROUPS)
def test_every_case_has_a_name_of_its_own(group: str) -> None:
    assert [case.id for case in cases_of(group)] == list(frozen_digests(group))

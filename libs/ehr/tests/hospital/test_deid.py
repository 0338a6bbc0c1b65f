import pytest

from medgym_ehr.hospital import deid


@pytest.mark.parametrize(
    ("published", "asked", "shuffled"),
    [(False, False, False), (True, False, True), (False, True, True), (True, True, True)],
)
def test_values_are_shuffled_where_published_questions_are_compared_or_it_is_asked(
    tmp_path, published, asked, shuffled
):
    if asked:
        (tmp_path / deid.FILE).touch()
    assert deid.wanted(tmp_path, published) is shuffled

import pickle

import pytest

from medgym_core import DataError
from medgym_plugin_mimic_extract.plain_list import plain_list


class Harmful:
    def __reduce__(self):
        return (pytest.fail, ("a pickle was run",))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_names_are_read_as_pickled(protocol):
    assert plain_list(pickle.dumps(["age", "los_icu", "é"], protocol), "here") == ("age", "los_icu", "é")


@pytest.mark.parametrize("value", [Harmful(), [Harmful()], {"age": 1}, [1, 2], ["age", None]])
def test_anything_but_names_is_refused_and_not_run(value):
    with pytest.raises(DataError, match="here"):
        plain_list(pickle.dumps(value, 0), "here")


@pytest.mark.parametrize("data", [b"", b"(lp0\nVage", b"\x80\x05garbage"])
def test_a_damaged_list_is_refused(data):
    with pytest.raises(DataError, match="here"):
        plain_list(data, "here")

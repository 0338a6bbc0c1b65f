"""No pickle can run anything: neither read as published files are, nor past the first wall."""

import collections
import datetime
import io
import pickle
import pickletools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import DataError
from medgym_plugin_ehrcon import plain_pickle
from medgym_plugin_ehrcon.plain_pickle import Unpickler, read_plain

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
PLAIN = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner)
    ),
)


class Evil:
    """Creates a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


class Stateful:
    def __setstate__(self, state):
        raise AssertionError("must not be called")


@pytest.fixture
def read(tmp_path):
    def from_bytes(data):
        (tmp_path / "labels.pkl").write_bytes(data)
        return read_plain(tmp_path / "labels.pkl")

    return from_bytes


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@given(value=PLAIN)
def test_plain_data_is_read_as_it_was_written(tmp_path_factory, protocol, value):
    path = tmp_path_factory.mktemp("pickles") / "labels.pkl"
    path.write_bytes(pickle.dumps(value, protocol=protocol))
    assert read_plain(path) == value


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_that_would_run_something_is_refused_and_runs_nothing(read, tmp_path, protocol):
    with pytest.raises(DataError, match=r"labels\.pkl, byte \d+: the pickle holds more than plain data"):
        read(pickle.dumps({1: [{"a": Evil(tmp_path / "marker")}]}, protocol=protocol))
    assert not (tmp_path / "marker").exists()


@pytest.mark.parametrize(
    "value",
    [
        *(np.int64(3), np.array([1]), datetime.date(2100, 1, 1), collections.OrderedDict(a=1)),
        *(Stateful(), Evil, print, {"a": b"bytes"}, bytearray(b"a"), frozenset({1}), 1j),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_is_refused(read, value):
    with pytest.raises(DataError, match="more than plain data"):
        read(pickle.dumps(value, protocol=5))


def test_every_opcode_beyond_the_list_is_refused(read):
    """Each opcode that may look up a name, call, or reach outside of the stream."""
    beyond = {opcode.name for opcode in pickletools.opcodes} - plain_pickle._PLAIN
    assert beyond >= {
        *("GLOBAL", "STACK_GLOBAL", "INST", "OBJ", "NEWOBJ", "NEWOBJ_EX", "REDUCE", "BUILD"),
        *("EXT1", "EXT2", "EXT4", "PERSID", "BINPERSID", "NEXT_BUFFER", "READONLY_BUFFER"),
    }


@pytest.mark.parametrize("name", ["eval", "dict", "set", "int", "object"])
def test_the_unpickler_itself_knows_no_name(name):
    """The second wall alone: builtins are refused too."""
    stream = io.BytesIO(b"cbuiltins\n" + name.encode() + b"\n.")
    with pytest.raises(pickle.UnpicklingError, match="not plain data"):
        Unpickler(stream).load()


def test_the_unpickler_refuses_persistent_references():
    with pytest.raises(pickle.UnpicklingError):
        Unpickler(io.BytesIO(b"Pid\n.")).load()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a whole pickle"),
        (b"no pickle", "more than plain data|not a whole pickle"),
        (pickle.dumps({1: "a" * 100})[:-20], "not a whole pickle"),
        (b"\x80\x04]r\xff\xff\xff\x7f.", "memo entry"),
        (b"\x80\x04h\x05.", "not a whole pickle"),
        (b"\x80\x04a.", "not a whole pickle"),
    ],
)
def test_damaged_files_are_told(read, data, said):
    with pytest.raises(DataError, match=said):
        read(data)


def test_a_small_file_that_unfolds_to_much_is_refused(read):
    value = ["a"]
    for _ in range(30):
        value = [value, value]
    with pytest.raises(DataError, match="unfolds"):
        read(pickle.dumps(value))


def test_a_cycle_is_refused(read):
    value = []
    value.append(value)
    with pytest.raises(DataError, match="unfolds"):
        read(pickle.dumps(value))


def test_a_huge_file_is_not_read(read, monkeypatch):
    monkeypatch.setattr(plain_pickle, "LARGEST", 10)
    with pytest.raises(DataError, match="has more than"):
        read(pickle.dumps(list(range(100))))

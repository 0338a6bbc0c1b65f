"""Open demos are told by what they hold; whatever differs by a byte, or lies beside, stays credentialed."""

import gzip
import shutil
import zipfile

import pytest

from medgym_core import Tier
from medgym_ehr.demo import Demo, Sealed, seal, tier_of

from .published.shared import SHARED

PEOPLE = "ROW_ID,SUBJECT_ID,DOB\n1,7,2100-01-01 00:00:00\n2,8,2101-02-03 00:00:00\n"
ITEMS = 'ROW_ID,ITEMID,LABEL\n1,50,"Base Excess"\n2,51,pH\n'
EVENTS = "ROW_ID,SUBJECT_ID,ITEMID\n1,7,50\n2,8,51\n"
COLUMNS = {"people": ["row_id", "subject_id", "dob"], "d_items": ["row_id", "itemid", "label"]}


@pytest.fixture
def folder(tmp_path):
    """Three tables, in capitals."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name, text in (("PEOPLE", PEOPLE), ("D_ITEMS", ITEMS), ("EVENTS", EVENTS)):
        (copy / f"{name}.csv").write_text(text)
    return copy


@pytest.fixture
def tier(folder):
    """The tier of a copy, where the untouched folder is the one demo."""
    sealed = {
        name: Sealed(columns, *seal(folder / f"{name.upper()}.csv", columns))
        for name, columns in COLUMNS.items()
    }
    demos = [Demo("people", "subject_id", ("events",), (), sealed)]
    return lambda raw=folder: tier_of(raw, Tier.CREDENTIALED, demos)


def rewrite(path, old, new):
    path.write_text(path.read_text().replace(old, new))


def test_the_demo_is_open(tier):
    assert tier() is Tier.OPEN


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("D_ITEMS", "Excess", "Excesz"), ("PEOPLE", "2101-02-03", "2101-02-04"), ("EVENTS", "2,8,", "2,9,")],
    ids=["a byte of a dictionary", "a birth", "somebody else's event"],
)
def test_one_changed_byte_stays_credentialed(tier, folder, name, old, new):
    rewrite(folder / f"{name}.csv", old, new)
    assert tier() is Tier.CREDENTIALED


@pytest.mark.parametrize("name", ["PEOPLE.csv", "D_ITEMS.csv"])
def test_without_what_proves_it_a_copy_stays_credentialed(tier, folder, name):
    (folder / name).unlink()
    assert tier() is Tier.CREDENTIALED


@pytest.mark.parametrize(
    "name", ["NOTES.csv", "labels.pkl", "notes.parquet", "events.sqlite", "below/events.csv"]
)
def test_what_may_hold_more_than_the_demo_stays_credentialed(tier, folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("SUBJECT_ID,TEXT\n7,words\n")
    assert tier() is Tier.CREDENTIALED


@pytest.mark.parametrize("name", ["LICENSE", "README.md", "train.json", "NOTES.csv"])
def test_terms_questions_and_tables_without_rows_change_nothing(tier, folder, name):
    (folder / name).write_text("SUBJECT_ID,TEXT\n")
    assert tier() is Tier.OPEN


def test_packing_case_order_and_how_a_tool_writes_cells_change_nothing(tier, folder):
    rewrite(folder / "PEOPLE.csv", PEOPLE, "dob,Subject_Id,row_id\r\n2101-02-03,8.0,2\r\n2100-01-01,7,1\r\n")
    (folder / "d_items.csv.gz").write_bytes(gzip.compress((folder / "D_ITEMS.csv").read_bytes()))
    (folder / "D_ITEMS.csv").unlink()
    assert tier() is Tier.OPEN


def test_an_archive_is_told_by_what_it_holds(tier, folder, tmp_path):
    with zipfile.ZipFile(tmp_path / "demo.zip", "w") as packed:
        for path in folder.iterdir():
            packed.write(path, f"demo-1.4/{path.name}")
    assert tier(tmp_path / "demo.zip") is Tier.OPEN


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mimic3-demo", "eicu-demo"])
def test_the_published_demos(name, tmp_path):
    if not (SHARED / name).is_dir():
        pytest.skip(f"there is no published data at {SHARED / name}")
    copy = shutil.copytree(SHARED / name, tmp_path / name, copy_function=shutil.copyfile)
    assert tier_of(copy, Tier.CREDENTIALED) is Tier.OPEN
    dictionary = copy / {"mimic3-demo": "d_labitems.csv.gz", "eicu-demo": "hospital.csv.gz"}[name]
    data = gzip.decompress(dictionary.read_bytes())
    copy.chmod(0o755)
    dictionary.chmod(0o644)
    dictionary.write_bytes(gzip.compress(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]))
    assert tier_of(copy, Tier.CREDENTIALED) is Tier.CREDENTIALED

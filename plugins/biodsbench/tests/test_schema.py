import pytest

from medgym_plugin_biodsbench import schema, study


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Stage IV", "'Stage IV'"),
        ("Male", "'Male'"),
        ("-", "'-'"),
        ("0:LIVING", "'0:LIVING'"),
        ("Diffuse Large B-Cell Lymphoma, NOS", "'Diffuse Large ...'"),
        ("SYN-S0N1-0001-T01", "'SYN-S0N1 ...'"),
    ],
)
def test_long_values_are_cut(value, shown):
    assert schema._short(value) == shown


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (["2.264e-08", "0.12", "0.23", "0.34", "0.45", "0.978"], "2.3e-08 to 0.98"),
        (["1", "2", "3", "4", "5", "1234.6"], "1 to 1235"),
        (["-4", "20", "30", "40", "50", "60"], "-4 to 60"),
    ],
)
def test_the_ends_of_a_column_are_shown_about(cells, shown):
    assert schema._column(cells) == f"numbers, about {shown}"


def test_every_table_and_column_is_shown(converted):
    for folder in converted.values():
        found = study.load(folder)
        text = schema.describe(found)
        assert len(text) <= schema.LONGEST
        for path in folder.glob("data_*.csv"):
            assert f"{path.name}, " in text
        assert all(column in text for column in found.tables["patient"][0])


def test_no_identifier_of_a_sample_is_shown(converted):
    for folder in converted.values():
        found = study.load(folder)
        text = schema.describe(found)
        assert not any(row["SAMPLE_ID"] in text for row in found.tables["sample"])


def test_many_columns_are_shown_shortly(converted):
    found = study.load(converted["panel"])
    wide = tuple(
        {**row, **{f"GENE{number}": str(number) for number in range(150)}} for row in found.tables["sv"]
    )
    text = schema.describe(found._replace(tables={**found.tables, "sv": wide}))
    assert len(text) <= schema.LONGEST
    assert "data_gene_panel_matrix.csv" in text

"""A third computation, in SQL, of questions that are counts."""

from random import Random

import duckdb
import pytest

from medgym_plugin_biodsbench import oracle
from medgym_plugin_biodsbench.templates import TEMPLATES

MISSING = "('', 'NA', 'N/A', 'NaN', '[Not Available]', '[Not Applicable]')"
SILENT = "('Silent', 'Intron', '3''UTR', '5''UTR', '5''Flank', '3''Flank', 'RNA', 'Splice_Region', 'IGR')"


@pytest.fixture(params=("panel", "lymphoma", "metastatic"))
def folder(converted, request):
    return converted[request.param]


@pytest.fixture
def sql(folder):
    """A function that runs SQL on the tables of a study, all texts."""
    connection = duckdb.connect()
    for path in folder.glob("*.csv"):
        source = f"read_csv('{path}', all_varchar=true, header=true, nullstr='\x01')"
        if path.stem in ("data_clinical_patient", "data_clinical_sample", "data_mutations", "data_sv"):
            connection.execute(f"CREATE VIEW {path.stem} AS SELECT trim(COLUMNS(*)) FROM {source}")
    connection.execute(
        "CREATE VIEW changed AS SELECT m.*, s.PATIENT_ID FROM data_mutations m JOIN data_clinical_sample s "
        f"ON Tumor_Sample_Barcode = SAMPLE_ID WHERE Variant_Classification NOT IN {SILENT}"
    )
    yield lambda query: [list(row) for row in connection.execute(query).fetchall()]
    connection.close()


def answer(folder, key, **parameters):
    return oracle.reference_answer(folder, key, parameters | {"subset": None})


def test_gene_frequency(folder, sql):
    found = answer(folder, "gene_frequency", top=12)
    rows = sql(
        "SELECT Hugo_Symbol, count(DISTINCT Tumor_Sample_Barcode) n FROM changed "
        "GROUP BY 1 ORDER BY n DESC, 1 LIMIT 12"
    )
    assert [row[:2] for row in found["genes"]] == rows
    assert [[found["samples"]]] == sql("SELECT count(*) FROM data_clinical_sample")


def test_category_counts(folder, sql):
    found = answer(folder, "category_counts", column="SMOKING_STATUS")
    rows = sql(
        "SELECT SMOKING_STATUS, count(*) n FROM data_clinical_patient "
        f"WHERE SMOKING_STATUS NOT IN {MISSING} GROUP BY 1 ORDER BY n DESC, 1"
    )
    assert [row[:2] for row in found["groups"]] == rows


def test_hotspots(folder, sql):
    found = answer(folder, "hotspots", top=8)
    rows = sql(
        "SELECT Hugo_Symbol, HGVSp_Short, count(DISTINCT Tumor_Sample_Barcode) n FROM changed "
        f"WHERE HGVSp_Short NOT IN {MISSING} GROUP BY 1, 2 ORDER BY n DESC, 1, 2 LIMIT 8"
    )
    assert found["changes"] == rows


def test_fusion_partners(folder, sql):
    found = answer(folder, "fusion_partners", top=6)
    rows = sql(
        "SELECT least(Site1_Hugo_Symbol, Site2_Hugo_Symbol) a, "
        "greatest(Site1_Hugo_Symbol, Site2_Hugo_Symbol) b, "
        "count(DISTINCT v.Sample_Id) n "
        "FROM data_sv v JOIN data_clinical_sample s ON v.Sample_Id = s.SAMPLE_ID "
        f"WHERE Site1_Hugo_Symbol NOT IN {MISSING} AND Site2_Hugo_Symbol NOT IN {MISSING} "
        "AND Site1_Hugo_Symbol <> Site2_Hugo_Symbol GROUP BY 1, 2 ORDER BY n DESC, 1, 2 LIMIT 6"
    )
    assert found["partners"] == rows


def test_numbers_and_medians(folder, sql):
    found = answer(folder, "numeric_summary", column="ALBUMIN")
    rows = sql(
        "SELECT count(x), avg(x), stddev_samp(x), median(x), quantile_cont(x, 0.25), quantile_cont(x, 0.75) "
        "FROM "
        "(SELECT TRY_CAST(ALBUMIN AS DOUBLE) x FROM data_clinical_patient)"
    )
    names = ("known", "mean", "sd", "median", "q1", "q3")
    assert [found[name] for name in names] == pytest.approx(rows[0])


@pytest.mark.parametrize("key", ["gene_frequency", "hotspots", "fusion_partners"])
def test_what_sql_agrees_on_the_second_computation_finds_too(folder, key):
    found = oracle.ask(folder, TEMPLATES[key], Random(3), refusals := [])
    assert found
    assert not refusals

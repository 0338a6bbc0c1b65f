"""Problems of proteins against values computed by hand or well known."""

import pytest

ATOM = "ATOM      2  CA AGLY A  12B     11.104   6.134  -6.504  0.40 11.99           C"


def test_a_line_of_the_protein_data_bank(solve):
    row = ["A", 12, "B", "GLY", "CA", 11.104, 6.134, -6.504]
    assert solve("pdb-atoms", ATOM, model=1) == [row]
    assert solve("pdb-atoms", ATOM, model=2) == []


def test_the_occupied_location_is_taken(solve):
    other = ATOM.replace(" AGLY", " BGLY").replace("0.40", "0.60").replace("11.104", "12.000")
    found = {
        choice: solve("pdb-atoms", f"{ATOM}\n{other}", preferred=choice)[0][5]
        for choice in ("occupancy", "letter", "first")
    }
    assert found == {"occupancy": 12.0, "letter": 11.104, "first": 11.104}


def test_contacts_at_the_cutoff(solve):
    residues = [["A", 1, [["CA", 0.0, 0.0, 0.0]]], ["A", 5, [["CA", 3.0, 4.0, 0.0]]]]
    assert solve("residue-contacts", residues, cutoff=5.0, atom="CA", separation=3) == [[0, 1]]
    assert solve("residue-contacts", residues, cutoff=4.9, atom="CA", separation=3) == []
    assert solve("residue-contacts", residues, cutoff=5.0, atom="CA", separation=5) == []


def test_two_pairs_differ_by_their_lengths(solve):
    first, second = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], [[5.0, 5.0, 5.0], [5.0, 9.5, 5.0]]
    assert solve("superposition", first, second, cutoff=1.0) == pytest.approx([1.75, 2])


def test_mirror_images_fit_only_if_allowed(solve):
    hand = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 9.0]]
    mirror = [[-x, y, z] for x, y, z in hand]
    assert solve("superposition", hand, mirror, mirrored=True) == pytest.approx([0.0, 4], abs=1e-6)
    assert solve("superposition", hand, mirror, mirrored=False, cutoff=9.0)[0] > 1


def test_trypsin_spares_proline(solve):
    cut = {"after": "KR", "unless_before": "P", "min_length": 1}
    assert solve("digestion", "AKRPGKW", missed=0, **cut) == [["AK", 1, 0], ["RPGK", 3, 0], ["W", 7, 0]]
    assert ["AKRPGK", 1, 1] in solve("digestion", "AKRPGKW", missed=1, **cut)


@pytest.mark.parametrize(
    ("series", "ratios"),
    [
        ("b", [98.0600, 227.1026, 324.1554, 425.2031, 538.2871, 653.3141]),
        ("y", [148.0604, 263.0874, 376.1714, 477.2191, 574.2719, 703.3145]),
        ("a", [70.0651, 199.1077, 296.1605, 397.2082, 510.2922, 625.3192]),
    ],
)
def test_fragments_of_the_peptide_peptide(solve, series, ratios):
    found = solve("fragment-ions", "PEPTIDE", [], series=series, charge=1, cysteine=0.0, loss=0.0)
    assert found == pytest.approx(ratios, abs=2e-4)


def test_isotopes_of_glucose(solve):
    """The first peak beside the lightest: six carbons, twelve hydrogens, six oxygens."""
    pattern = solve("isotope-pattern", "C6H12O6", peaks=3, scale="none", carbon13=0.0107)
    ratio = 6 * 0.0107 / 0.9893 + 12 * 0.000115 / 0.999885 + 6 * 0.00038 / 0.99757
    assert pattern[1] / pattern[0] == pytest.approx(ratio)
    assert solve("isotope-pattern", "(CH3)2(NH2)", peaks=2) == solve("isotope-pattern", "C2H8N", peaks=2)


def test_one_residue_obeys_bayes(solve):
    model = {"start_membrane": 0.125, "membrane_hydrophobic": 0.75, "loop_hydrophobic": 0.25}
    assert solve("membrane-posterior", "L", **model) == pytest.approx([0.3])
    assert solve("membrane-posterior", "X", **model) == pytest.approx([0.125])

"""Kinds of study: whom they enrol, what was sequenced, and which tables they have."""

from __future__ import annotations

from typing import NamedTuple


class Design(NamedTuple):
    """One kind of study."""

    kind: str
    title: str
    patients: int
    """Patients of a study of the default scale."""
    tables: tuple[str, ...]
    """Tables beside patient, sample and mutations."""
    survival: tuple[tuple[str, str, str], ...]
    """Prefix of the columns, and the status texts of censored and of event."""
    genes: dict[str, float]
    """Gene to the share of samples that have it mutated."""
    burden: int
    """Mean number of further mutations of a sample."""
    repeat: float
    """Share of patients with a second sample."""
    types: tuple[tuple[str, str], ...]
    """Detailed cancer types with their OncoTree codes."""
    csv: bool = False
    """Whether its files are CSV, as converted releases are."""


_SHARED = {"TP53": 0.42, "KRAS": 0.2, "PIK3CA": 0.18, "PTEN": 0.1, "ARID1A": 0.13, "APC": 0.09, "RB1": 0.07}
_SOLID = _SHARED | {
    "IDH1": 0.12, "BAP1": 0.11, "BRAF": 0.08, "CDKN2A": 0.1, "SMAD4": 0.09, "ERBB2": 0.08, "EGFR": 0.07,
    "STK11": 0.06, "KEAP1": 0.06, "NF1": 0.07, "ATM": 0.06, "BRCA2": 0.05, "PBRM1": 0.08, "FGFR2": 0.08,
}  # fmt: skip
_LYMPHOID = {
    "KMT2D": 0.28, "BCL2": 0.22, "MYD88": 0.17, "CREBBP": 0.18, "PIM1": 0.2, "CD79B": 0.14, "TP53": 0.21,
    "EZH2": 0.11, "CARD11": 0.12, "SOCS1": 0.13, "TNFAIP3": 0.12, "B2M": 0.1, "NOTCH1": 0.06, "BTG1": 0.11,
    "GNA13": 0.1, "STAT6": 0.07, "MEF2B": 0.08, "TET2": 0.09, "PRDM1": 0.08, "FAS": 0.07,
}  # fmt: skip
_OS = ("OS", "0:LIVING", "1:DECEASED")
_CHOLANGIO = (
    ("Intrahepatic Cholangiocarcinoma", "IHCH"),
    ("Extrahepatic Cholangiocarcinoma", "EHCH"),
    ("Gallbladder Cancer", "GBC"),
)
_GASTRIC = (
    ("Stomach Adenocarcinoma", "STAD"),
    ("Esophageal Adenocarcinoma", "ESCA"),
    ("Adenocarcinoma of the Gastroesophageal Junction", "GEJ"),
)
_BREAST = (
    ("Breast Invasive Ductal Carcinoma", "IDC"),
    ("Breast Invasive Lobular Carcinoma", "ILC"),
    ("Breast Mixed Ductal and Lobular Carcinoma", "MDLC"),
)
_LYMPHOMA = (
    ("Diffuse Large B-Cell Lymphoma, NOS", "DLBCLNOS"),
    ("High-Grade B-Cell Lymphoma, NOS", "HGBCL"),
    ("Primary Mediastinal Large B-Cell Lymphoma", "PMBL"),
)
DESIGNS = (
    Design(
        "panel", "targeted panel cohort", 240, ("cna", "sv", "panel"),
        (_OS, ("RFS", "0:NOTRELAPSED", "1:RELAPSED")), _SOLID, 4, 0.12, _CHOLANGIO,
    ),
    Design(
        "exome", "exome and transcriptome cohort", 150, ("cna", "log2_cna", "expression", "mutsig"),
        (_OS, ("PFS", "0:No", "1:Yes")), _SOLID, 14, 0.0, _GASTRIC, True,
    ),
    Design(
        "lymphoma", "lymphoma cohort", 200, ("cna", "sv", "expression"),
        (_OS, ("EFS", "0:Censored", "1:Event")), _LYMPHOID, 7, 0.05, _LYMPHOMA,
    ),
    Design(
        "trial", "randomised trial", 130, ("cna", "treatment", "status", "panel"),
        (_OS, ("PFS", "0:Not Progressed", "1:Progressed")), _SOLID, 5, 0.25, _BREAST,
    ),
    Design(
        "metastatic", "cohort of metastatic disease", 180, ("cna", "log2_cna", "sv", "treatment", "status",
        "panel"),
        (_OS, ("PFS", "0:CENSORED", "1:PROGRESSION")), _SOLID, 6, 0.3, _GASTRIC, True,
    ),
)  # fmt: skip
"""The kinds of study, of which each split has one each."""
_GLIOMA = (
    ("Glioblastoma Multiforme", "GBM"),
    ("Diffuse Astrocytoma", "DASTR"),
    ("Oligodendroglioma", "ODG"),
)
NOVEL_DESIGNS = (
    Design(
        "proteome", "cohort with protein arrays", 150, ("cna", "rppa"),
        (_OS, ("PFS", "0:No", "1:Yes")), _SOLID, 5, 0.0, _BREAST,
    ),
    Design(
        "methylome", "cohort with methylation arrays", 150, ("cna", "methylation"),
        (_OS, ("PFS", "0:CENSORED", "1:PROGRESSION")), _SOLID | {"IDH1": 0.3}, 4, 0.1, _GLIOMA, True,
    ),
    Design(
        "monitoring", "cohort with tumour markers over time", 160, ("cna", "treatment", "status", "lab_test"),
        (_OS, ("PFS", "0:Not Progressed", "1:Progressed")), _SOLID, 4, 0.15, _GASTRIC,
    ),
)  # fmt: skip
"""Kinds of study that the split `ood` alone asks about, one of each."""
EXTRA_GENES = tuple(
    [
        "ABL1",
        "AKT1",
        "ALK",
        "AR",
        "ASXL1",
        "AXIN1",
        "BARD1",
        "BCOR",
        "CCND1",
        "CCNE1",
        "CDH1",
        "CDK12",
        "CDK4",
        "CHEK2",
        "CTNNB1",
        "DNMT3A",
        "EP300",
        "ERBB3",
        "ESR1",
        "FAT1",
        "FBXW7",
        "FGFR1",
        "FGFR3",
        "FOXA1",
        "GATA3",
        "HRAS",
        "JAK1",
        "JAK2",
        "KDM6A",
        "KIT",
        "KMT2C",
        "MAP2K1",
        "MDM2",
        "MET",
        "MLH1",
        "MSH2",
        "MTOR",
        "MYC",
        "NFE2L2",
        "NRAS",
        "NTRK1",
        "PALB2",
        "PDGFRA",
        "PMS2",
        "POLE",
        "PTPN11",
        "RET",
        "RNF43",
        "ROS1",
        "SETD2",
        "SMARCA4",
        "SPEN",
        "TERT",
        "TSC1",
        "VHL",
    ]
)
"""Genes of the panels that are seldom mutated."""
OFF_PANEL = tuple(f"LINC0{number}" for number in range(2001, 2013))
"""Genes of the copy-number table that no panel sequences."""
PLACES = {
    gene: 1 + at % 22 for at, gene in enumerate(sorted({*_SOLID, *_LYMPHOID, *EXTRA_GENES, *OFF_PANEL}))
}
"""Gene to an invented chromosome."""

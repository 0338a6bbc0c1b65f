"""Faults of an annotation reader: strands, both kinds of coordinates, attributes."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import annotation
from medgym_plugin_biocoder.repair.second import annotation as second

FASTA = ">c1 first\nACGTTGCAAC\nGGTACC\n>c2\nTTGACA\n"
GENE = "c1\tx\texon\t2\t4\t.\t-\t.\tID=e1;Parent=m1\nc1\tx\texon\t7\t9\t.\t-\t.\tID=e2;Parent=m1\n"


def _fasta(rng: Random) -> str:
    lines = []
    for number in range(1, 4):
        lines.append(f">c{number} {rng.choice(['', 'note', 'a b'])}")
        lines += ["".join(rng.choice("ACGTacgtN") for _ in range(20)) for _ in range(rng.choice((0, 2, 3)))]
    return "\n".join(lines) + rng.choice(["", "\n"])


def _gff(rng: Random) -> str:
    lines = ["##gff-version 3"]
    for number, start in enumerate(rng.sample(range(1, 26), rng.randint(2, 7))):
        end = start + rng.randint(0, 14)
        gene = rng.randint(1, 3)
        told = rng.choice([f"ID=e{number};Parent=m{gene}", f"Parent=m{gene},m9;Note=a%3Db", f"ID=e{number}"])
        kind, strand = rng.choice(["exon", "exon", "exon", "CDS"]), "+-"[gene % 2]
        lines.append(f"c{gene}\tmade\t{kind}\t{start}\t{end}\t.\t{strand}\t.\t{told}")
    return "\n".join(lines)


def _long(rng: Random) -> str:
    return "".join(f">c{n}\n{''.join(rng.choice('ACGTN') for _ in range(60))}\n" for n in (1, 2, 3))


def _spliced(rng: Random) -> Args:
    return [rng.choice((_fasta, _long, _long))(rng), _gff(rng), rng.choice(["exon", "exon", "CDS"])]


def _attributes(rng: Random) -> Args:
    pairs = [
        f"{rng.choice(['ID', 'Dbxref', 'Note', 'a%3Bb'])}="
        + ",".join(rng.choice(["x", "y%2Cz", "k=v", "GO:1", "50%25"]) for _ in range(rng.randint(1, 3)))
        for _ in range(rng.randint(1, 4))
    ]
    return [rng.choice([";", "; "]).join(pairs) + rng.choice(["", ";", ";flag"])]


def _gaps(rng: Random) -> Args:
    starts = [rng.randint(1, 50) for _ in range(rng.randint(0, 6))]
    return [[[start, start + rng.choice((0, 1, 4, 15))] for start in starts], 70]


def _window(rng: Random) -> Args:
    start = rng.randint(1, 40)
    return [start, start + rng.randint(0, 20), rng.choice("+-"), rng.randint(0, 30), 60]


PROJECT = Project(
    package=annotation,
    category="intervals",
    title="reads FASTA and GFF3, joins the parts of features, converts coordinates",
    second=second,
    edges={
        "parse_fasta": [[""], [">a\n>b\nAC\n"], ["AC\n"], [">\nac gt\n\nn\n"]],
        "attributes": [[""], ["ID=a;ID=b"], ["Note=x=y"]],
        "parse_gff": [["# none\n"], [GENE + "##FASTA\n" + FASTA], ["c1\tx\texon\t5\t4\t.\t+\t.\tID=a"]],
        "spliced": [[FASTA, GENE, "exon"], [FASTA, GENE, "CDS"], [FASTA, GENE.replace("9", "99"), "exon"]],
        "to_bed": [[GENE, "exon"], ["", "exon"]],
        "gaps": [[[], 5], [[[1, 5]], 5], [[[2, 3], [4, 4]], 5], [[[1, 9], [2, 3], [12, 12]], 12]],
        "window": [[1, 5, "+", 3, 10], [3, 10, "-", 3, 10], [3, 9, "-", 3, 10], [4, 5, "+", 0, 10]],
    },
    draws={
        "parse_fasta": lambda rng: [_fasta(rng)],
        "attributes": _attributes,
        "parse_gff": lambda rng: [_gff(rng)],
        "spliced": _spliced,
        "to_bed": lambda rng: [_gff(rng), "exon"],
        "gaps": _gaps,
        "window": _window,
    },
    bugs=[
        Bug(
            name="exon-order",
            file="features.py",
            right='sorted(parts, reverse=parts[0][3] == "-")',
            wrong="sorted(parts)",
            symptom="Transcripts of genes on the minus strand come out scrambled when they have more than "
            "one exon: every exon by itself is right, but the first one of the transcript stands "
            "last. Genes of one exon and genes on the plus strand are fine.",
            call=("spliced", [FASTA, GENE, "exon"]),
        ),
        Bug(
            name="first-base",
            file="regions.py",
            right="(str(contig), int(str(start)) - 1, int(str(end))",
            wrong="(str(contig), int(str(start)) - 1, int(str(end)) - 1",
            symptom="A genome browser shows all our exons one base too short after the export, always at "
            "the right end, on both strands; exons of a single base have vanished. The extracted "
            "sequences of the same exons have the right length.",
            call=("to_bed", [GENE, "exon"]),
        ),
        Bug(
            name="contained",
            file="regions.py",
            right="reached = max(reached, end)",
            wrong="reached = end",
            symptom="The stretches that are said to be free of genes overlap genes. It happens where a "
            "small gene lies inside a big one, for example genes at 1 to 9 and 2 to 3: bases 4 to "
            "9 are then reported as free. Without nested genes the report is right.",
            call=("gaps", [[[1, 9], [2, 3], [12, 12]], 12]),
        ),
        Bug(
            name="decoded-early",
            file="gff.py",
            right='(unquote(value) for value in values.split(","))',
            wrong='unquote(values).split(",")',
            symptom="Notes with an escaped comma are torn apart: a note written as `kinase%2C putative` "
            "arrives as two notes. Lists that are separated by plain commas are read as they "
            "should be.",
            call=("attributes", ["Note=kinase%2C putative"]),
        ),
        Bug(
            name="upstream",
            file="regions.py",
            right="(end + 1, end + flank)",
            wrong="(end, end + flank - 1)",
            symptom="Promoter regions of genes on the minus strand include a base of the gene itself and "
            "lack the one farthest away. On the plus strand promoters end right before the gene, "
            "as they should.",
            call=("window", [3, 6, "-", 3, 10]),
        ),
    ],
)
"""Package, bugs and calls."""

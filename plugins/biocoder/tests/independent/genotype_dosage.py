"""Dosages with a table of what each allele is worth."""


def solve(p, layout, samples):
    keys = layout.split(":")
    raw = [one(p, keys, sample.split(":")) for sample in samples]
    good = [value for value in raw if value >= 0]
    fill = sum(good) / len(good) if p.mean_for_missing and good else None
    return [value if value >= 0 else fill for value in raw]


def one(p, keys, values):
    values = values + ["."] * (len(keys) - len(values))
    depth, quality = (values[keys.index(key)] for key in ("DP", "GQ"))
    if any(
        text == "." or int(text) < limit for text, limit in ((depth, p.min_depth), (quality, p.min_quality))
    ):
        return -1
    genotype = values[keys.index("GT")].replace("|", "/").split("/")
    if len(genotype) == 1:
        genotype = genotype + genotype
    missing = genotype.count(".")
    if missing == 2 or (missing == 1 and not p.partial_counts):
        return -1
    worth = {".": 0, "0": 0, "1": 1}
    return sum(worth.get(allele, int(p.any_alternative)) for allele in genotype)

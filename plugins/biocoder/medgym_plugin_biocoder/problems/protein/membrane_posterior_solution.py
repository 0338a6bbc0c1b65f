"""Where a protein crosses the membrane: posterior of a hidden Markov model of two states."""

STAY_LOOP = 0.95
STAY_MEMBRANE = 0.9
START_MEMBRANE = 0.1
MEMBRANE_HYDROPHOBIC = 0.8
LOOP_HYDROPHOBIC = 0.3


def emission(residue: str) -> tuple[float, float]:
    """Probability of a residue's class in the loop and in the membrane."""
    if residue == "X":
        return 1.0, 1.0
    if residue in "ACFILMVW":
        return LOOP_HYDROPHOBIC, MEMBRANE_HYDROPHOBIC
    return 1 - LOOP_HYDROPHOBIC, 1 - MEMBRANE_HYDROPHOBIC


def membrane_posterior(protein: str) -> list[float]:
    """Probability of the membrane state at every residue."""
    loop, membrane = 1 - START_MEMBRANE, START_MEMBRANE
    forward = []
    for position, residue in enumerate(protein):
        if position:
            loop, membrane = (
                loop * STAY_LOOP + membrane * (1 - STAY_MEMBRANE),
                membrane * STAY_MEMBRANE + loop * (1 - STAY_LOOP),
            )
        in_loop, in_membrane = emission(residue)
        loop, membrane = loop * in_loop, membrane * in_membrane
        loop, membrane = loop / (loop + membrane), membrane / (loop + membrane)
        forward.append((loop, membrane))
    posterior = []
    loop = membrane = 1.0
    for (ahead_loop, ahead_membrane), residue in zip(reversed(forward), reversed(protein), strict=True):
        joint = ahead_membrane * membrane
        posterior.append(joint / (joint + ahead_loop * loop))
        in_loop, in_membrane = emission(residue)
        loop, membrane = loop * in_loop, membrane * in_membrane
        loop, membrane = (
            loop * STAY_LOOP + membrane * (1 - STAY_LOOP),
            membrane * STAY_MEMBRANE + loop * (1 - STAY_MEMBRANE),
        )
        loop, membrane = loop / (loop + membrane), membrane / (loop + membrane)
    return posterior[::-1]

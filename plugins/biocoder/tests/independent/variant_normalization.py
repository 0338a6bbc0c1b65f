"""Normal forms by trying all places and keeping those that spell the same sequence."""


def solve(p, reference, variants):
    result = []
    for position, old, new in variants:
        start = position - p.one_based
        if old == new:
            continue
        tail = shared(old[::-1], new[::-1])
        old, new = old[: len(old) - tail], new[: len(new) - tail]
        head = shared(old, new)
        start, old, new = start + head, old[head:], new[head:]
        if old and new:
            result.append([start + p.one_based, old, new])
            continue
        start = moved(p, reference, start, old, new)
        size = max(len(old), len(new))
        target = reference[: start[1]] + new + reference[start[1] + len(old) :]
        place = start[0]
        text = reference[place : place + size] if old else target[place : place + size]
        pair = [text, ""] if old else ["", text]
        if p.anchored:
            base = reference[place - 1] if place else reference[len(pair[0])]
            pair = [base + one if place else one + base for one in pair]
            place = place - 1 if place else 0
        result.append([place + p.one_based, *pair])
    return result


def moved(p, reference, start, old, new):
    """Last place that is reached by single steps, each of which spells the same, and the first place."""
    size, delete = max(len(old), len(new)), bool(old)
    target = reference[:start] + new + reference[start + len(old) :]
    step, place = (1 if p.to_the_right else -1), start
    for _ in range(p.max_shift):
        trial = place + step
        end = trial + (size if delete else 0)
        if trial < 0 or end > len(reference):
            break
        if delete:
            same = reference[:trial] + reference[end:] == target
        else:
            same = reference[:trial] + target[trial : trial + size] + reference[trial:] == target
        if not same:
            break
        place = trial
    return place, start


def shared(one, other):
    """How many letters two texts share at their beginning."""
    return max(size for size in range(len(one) + 1) if other.startswith(one[:size]))

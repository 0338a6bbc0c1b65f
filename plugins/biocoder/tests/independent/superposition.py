"""Superposition by Horn's unit quaternions; for mirror images the best of both hands."""

import numpy as np


def aligned(fixed, moving):
    """Distances of pairs after the best proper rotation."""
    a, b = fixed - fixed.mean(axis=0), moving - moving.mean(axis=0)
    s = b.T @ a
    delta = np.array([s[1, 2] - s[2, 1], s[2, 0] - s[0, 2], s[0, 1] - s[1, 0]])
    matrix = np.zeros((4, 4))
    matrix[0, 0] = np.trace(s)
    matrix[0, 1:] = matrix[1:, 0] = delta
    matrix[1:, 1:] = s + s.T - np.trace(s) * np.eye(3)
    w, *axis = np.linalg.eigh(matrix)[1][:, -1]
    axis = np.array(axis)
    turned = b + 2 * np.cross(axis, np.cross(axis, b) + w * b)
    return np.sqrt(((turned - a) ** 2).sum(axis=1))


def solve(p, fixed, moving):
    if not fixed:
        return [0.0, 0]
    a, b = np.array(fixed), np.array(moving)
    done = 0
    while True:
        ways = [aligned(a, b)] + ([aligned(a, -b)] if p.mirrored else [])
        distances = min(ways, key=lambda way: float((way**2).sum()))
        near = np.flatnonzero(distances <= p.cutoff)
        if done == p.cycles or len(near) == len(a) or len(near) < 3:
            return [float(np.sqrt(np.mean(distances**2))), len(a)]
        a, b, done = a[near], b[near], done + 1

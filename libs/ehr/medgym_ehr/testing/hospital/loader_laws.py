"""From files to a build: the user's path and the built-in one are the same code."""

import gzip

import pytest

from medgym_core import Source, ensure_build


def contents(build):
    """Every file of both halves, gold aside."""
    halves = (build.public, build.private)
    return {f"{half.name}/{file.name}": file.read_bytes() for half in halves for file in half.glob("*.*")}


@pytest.mark.slow
def test_a_users_folder_builds_what_the_built_in_source_builds(family, users, raw, patients, tmp_path):
    built_in = ensure_build(family, Source.synthetic(scale=patients), tmp_path)
    assert contents(users(raw)) == contents(built_in)


@pytest.mark.slow
def test_gzipped_files_build_the_same(users, raw, copied):
    for file in [path for path in copied.rglob("*") if path.is_file()]:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert contents(users(copied)) == contents(users(raw))


@pytest.mark.slow
def test_another_seed_builds_another_hospital(family, users, raw, patients, tmp_path):
    builds = users(raw), ensure_build(family, Source.synthetic(seed=1, scale=patients), tmp_path)
    asked = [[family.task(build, "test", index).turns for index in range(8)] for build in builds]
    assert asked[0] != asked[1]

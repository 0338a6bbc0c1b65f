"""What the prompt of a family on a database says of its times."""

import sqlite3
from contextlib import closing

SAID = "a bare year, even written '2105', is taken for a number"


def test_the_prompt_says_how_times_compare_if_columns_are_declared_as_timestamps(family, build):
    for split in ({"train", "test", "site", "study-train"} & {*family.splits}) - empty(family, build):
        task = family.task(build, split, 0)
        said = SAID in " ".join(task.context.split())
        assert said is any(
            name.startswith("TIMESTAMP") for name in declared(build.public / task.database.path)
        )


def empty(family, build):
    return {split for split in family.splits if not family.size(build, split)}


def declared(database):
    with closing(sqlite3.connect(database)) as connection:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
        query = f"SELECT DISTINCT c.type FROM ({tables}) AS t, pragma_table_info(t.name) AS c"
        return {name for (name,) in connection.execute(query)}

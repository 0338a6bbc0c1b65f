"""Parts of queries about the raw files, and what is read of the answers."""


def one(sql, query):
    """The one value of an answer."""
    ((value,),) = sql(query)
    return value


def stays(kind, pattern):
    """Unit stays with a path that has a word."""
    return f"(SELECT patientunitstayid FROM path WHERE kind = '{kind}' AND path LIKE '%{pattern}%')"


def shares(sql, condition, outcome, table="stay"):
    """How often the outcome is, without the condition and with it."""
    rows = sql(f"SELECT {condition} AS c, avg(({outcome})::INT) FROM {table} GROUP BY c ORDER BY c")
    return [share for _, share in rows]


def within(query):
    return f"patientunitstayid IN {query}"


def in_visit(query):
    """Visits with one of the unit stays."""
    visits = f"SELECT patienthealthsystemstayid FROM patient WHERE {within(query)}"
    return f"patienthealthsystemstayid IN ({visits})"

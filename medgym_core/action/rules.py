"""What error messages mean in plain language: one table of rules, read from the top, first match wins.

A rule applies when the error's class is one of ``kinds`` (its last dotted part; empty: any class) and
``pattern`` is found in the message. Its named groups fill ``cause`` and ``hint``; a group called ``name``
is what was asked for and does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass

_NO_NETWORK = "The box has no network; use the data under data/ and what is installed."


@dataclass(frozen=True)
class Rule:
    """One kind of error."""

    kinds: str
    """Classes it applies to, separated by blanks."""
    pattern: str
    """Regular expression searched in the message."""
    cause: str
    """What happened; a format string over the pattern's groups."""
    hint: str = ""
    """What to do about it; likewise."""


RULES: tuple[Rule, ...] = (
    # Names
    Rule(
        "UnboundLocalError",
        r"variable '(?P<name>[^']+)'",
        "the function uses its local variable {name!r} before assigning it.",
        "Assign it first, or declare it global.",
    ),
    Rule(
        "NameError UndefinedVariableError",
        r"name '(?P<name>[^']+)'",
        "nothing called {name!r} is defined here.",
        "Define or import it in this program: variables do not survive from one execution to the next.",
    ),
    Rule(
        "AttributeError",
        r"'NoneType' object has no attribute '(?P<attribute>[^']+)'",
        "the value before .{attribute} is None.",
        "Find out which call returned None before using its result.",
    ),
    Rule(
        "AttributeError",
        r"^(?P<owner>.*?)(?: object)? has no attribute '(?P<name>[^']+)'",
        "{owner} has no attribute {name!r}.",
    ),
    Rule(
        "KeyError",
        r"^[\"']?None of \[.*?\['?(?P<name>[^',\]]*)",
        "none of the columns asked for, such as {name!r}, exists.",
    ),
    Rule(
        "KeyError",
        r"^[\"']?\['?(?P<name>[^',\]]*).*\] not (?:in index|found in axis)",
        "no column or label {name!r} exists.",
    ),
    Rule("KeyError", r"^(?P<quote>['\"]?)(?P<name>.*?)(?P=quote)$", "there is no key or column {name!r}."),
    # Modules and files
    Rule(
        "ModuleNotFoundError",
        r"No module named '(?P<name>[^']+)'",
        "the module {name!r} is not installed in the box.",
        "Nothing can be installed, there is no network: use the standard library or an installed package.",
    ),
    Rule(
        "ImportError",
        r"cannot import name '(?P<name>[^']+)' from '(?P<module>[^']+)'",
        "the module {module!r} has nothing called {name!r} to import.",
    ),
    Rule(
        "FileNotFoundError",
        r"No such file or directory: '(?P<name>[^']*)'",
        "there is no file {name!r}.",
        "Paths are relative to the work directory; data files are under data/.",
    ),
    Rule("FileNotFoundError", r"", "a file or folder on that path does not exist."),
    Rule(
        "PermissionError OSError",
        r"Permission denied|Read-only file system",
        "the path cannot be written or read by this program.",
        "Write to files in the work directory only; data/ is read-only.",
    ),
    Rule(
        "OSError",
        r"No space left on device",
        "the work directory is full.",
        "Remove files you no longer need.",
    ),
    Rule(
        "gaierror URLError ConnectionError ConnectionRefusedError ConnectTimeout HTTPError MaxRetryError "
        "NewConnectionError",
        r"resolution|not known|unreachable|refused|Max retries|timed out",
        "the address cannot be reached.",
        _NO_NETWORK,
    ),
    # SQL
    Rule(
        "",
        r"no such column: (?:[\w\"]+\.)*\"?(?P<name>[^\".]+)",
        "no column {name!r} exists in the tables of this query.",
        "In SQL, text goes in single quotes; double quotes name a column.",
    ),
    Rule("", r"no such table: (?:\w+\.)?(?P<name>.+)", "no table {name!r} exists in the database."),
    Rule(
        "",
        r"no such function: (?P<function>\w+)",
        "SQLite has no function {function}.",
        "Use SQLite's own functions, such as strftime, julianday, substr and printf.",
    ),
    Rule(
        "",
        r"ambiguous column name: (?P<column>.+)",
        "more than one table of the query has a column {column!r}.",
        "Write it with its table: table.{column}.",
    ),
    Rule("OperationalError", r"incomplete input", "the statement ends before it is complete."),
    Rule(
        "OperationalError",
        r"near \"(?P<token>[^\"]*)\": syntax error",
        "SQLite cannot parse the statement at {token!r}.",
    ),
    Rule(
        "OperationalError DatabaseError",
        r"readonly database|not authorized|prohibited",
        "the database is read-only.",
        "Only SELECT queries are possible.",
    ),
    Rule(
        "OperationalError DatabaseError",
        r"misuse of aggregate",
        "an aggregate such as COUNT or SUM stands where it may not.",
        "Put conditions on aggregates in HAVING.",
    ),
    Rule(
        "Warning ProgrammingError",
        r"one statement at a time",
        "more than one SQL statement was given.",
        "Send one statement.",
    ),
    # Types
    Rule(
        "TypeError",
        r"'NoneType' object is not (?P<use>\w+)",
        "a value is None where something {use} is needed.",
        "Find out which call returned None before using its result.",
    ),
    Rule(
        "TypeError",
        r"unsupported operand type\(s\) for (?P<operator>.+?): '(?P<left>[^']+)' and '(?P<right>[^']+)'",
        "{operator} does not work between {left} and {right}.",
        "Convert one side first, for example with int(), float(), str() or pd.to_datetime().",
    ),
    Rule(
        "TypeError",
        r"'(?P<operator>[<>=]+)' not supported between instances of '(?P<left>[^']+)' and '(?P<right>[^']+)'",
        "{left} and {right} cannot be compared with {operator}.",
        "Convert one side first; a missing value may be None or NaN.",
    ),
    Rule(
        "TypeError",
        r"missing \d+ required .*?arguments?: (?P<arguments>.+)",
        "the call lacks required arguments: {arguments}.",
    ),
    Rule(
        "TypeError",
        r"unexpected keyword argument '(?P<name>[^']+)'",
        "the function called takes no argument {name!r}.",
        "Call help() on it to see the arguments of the installed version.",
    ),
    Rule(
        "TypeError",
        r"takes (?P<takes>.+?) positional arguments? but (?P<given>\d+) (?:was|were) given",
        "the function called takes {takes} positional argument(s), not {given}.",
    ),
    Rule(
        "TypeError",
        r"'(?P<type>[^']+)' object is not callable",
        "a value of type {type} is called as a function.",
    ),
    Rule(
        "TypeError",
        r"'(?P<type>[^']+)' object is not (?:subscriptable|iterable)",
        "a value of type {type} is used where a list, dict or table is needed.",
    ),
    Rule(
        "TypeError",
        r"indices must be integers",
        "a list or string is indexed with something that is no integer.",
        "Check whether the value is the list around, or the text of, the record you mean.",
    ),
    Rule(
        "TypeError",
        r"object of type '(?P<type>[^']+)' has no len",
        "a value of type {type} has no length.",
    ),
    Rule(
        "TypeError",
        r"can only concatenate (?P<left>\w+) \(not \"(?P<right>[^\"]+)\"\)",
        "+ does not work between {left} and {right}.",
        "Convert one side first, for example with str().",
    ),
    Rule("TypeError", r"", "an operation got a value of the wrong type."),
    # Values and shapes
    Rule(
        "ValueError",
        r"broadcast together with shapes (?P<shapes>.+)",
        "arrays of shapes {shapes} cannot be combined element by element.",
        "Print the shapes and align them with reshape, indexing or a merge.",
    ),
    Rule(
        "ValueError",
        r"matmul: .*mismatch.*\(size (?P<right>\d+) is different from (?P<left>\d+)\)",
        "matrices with inner dimensions {left} and {right} cannot be multiplied.",
        "The last dimension of the first must equal the first of the second; transpose one of them.",
    ),
    Rule(
        "ValueError",
        r"shapes (?P<left>\(.*?\)) and (?P<right>\(.*?\)) not aligned",
        "matrices of shapes {left} and {right} cannot be multiplied.",
        "The last dimension of the first must equal the first of the second; transpose one of them.",
    ),
    Rule(
        "ValueError",
        r"Length of values \((?P<values>\d+)\) does not match length of index \((?P<index>\d+)\)",
        "{values} values are assigned to a table of {index} rows.",
        "Build the column from the same rows as the table.",
    ),
    Rule(
        "ValueError",
        r"same length|same number|inconsistent numbers of samples|must have the same|must match exactly",
        "the sequences or arrays combined here differ in length or in number of dimensions.",
        "Print the length or shape of each.",
    ),
    Rule(
        "ValueError",
        r"truth value of an? .* is ambiguous",
        "a whole column or array is used as one condition.",
        "Combine conditions with & and |, each in parentheses, or use .any() or .all().",
    ),
    Rule(
        "ValueError",
        r"could not convert string to float|invalid literal for int",
        "a text that is no number is converted to a number.",
        "Clean the column first, or use pd.to_numeric(..., errors='coerce').",
    ),
    Rule(
        "ValueError",
        r"values to unpack",
        "the number of variables on the left differs from the number of values on the right.",
    ),
    Rule(
        "ValueError DateParseError ParserError",
        r"time data|does not match format|Unknown datetime string|[Ii]soformat",
        "a text is not a date in the expected format.",
        "Print some of the values and give their format.",
    ),
    Rule("JSONDecodeError", r"", "the text is not JSON.", "Print its first characters."),
    Rule(
        "UnicodeDecodeError",
        r"",
        "the bytes are not UTF-8 text.",
        "Open the file in its own encoding or as bytes.",
    ),
    Rule("ValueError", r"", "an operation got a value it cannot work with."),
    Rule(
        "ZeroDivisionError",
        r"",
        "the divisor is zero.",
        "Handle the empty or zero case before dividing.",
    ),
    Rule(
        "IndexError",
        r"",
        "a position beyond the end of a list, array or table is asked for; it may be empty.",
        "Print its length; positions run from 0 to length - 1.",
    ),
    # Limits and exits
    Rule("RecursionError", r"", "a function calls itself without end.", "Check its stopping condition."),
    Rule(
        "MemoryError", r"", "the memory of the box was exhausted.", "Read fewer columns, or work in chunks."
    ),
    Rule("AssertionError", r"", "an assertion of the program does not hold."),
    Rule("EOFError", r"", "the program waits for input; there is none.", "Do not call input()."),
    Rule("SystemExit", r"", "the program ended itself with an exit code other than 0."),
)

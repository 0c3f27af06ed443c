"""The rows of the table: what each is about, its bar, and how it is checked."""
import dataclasses
import os
import re
import traceback
import typing

import programs
from customers import Customer


@dataclasses.dataclass(frozen=True)
class Row:
    number: int
    name: str
    bar: str
    # Returns what was measured, and whether it meets the bar; None if tests alone decide.
    check: typing.Callable | None
    # Tests of the project that check what no measurement shows.
    tests: tuple


ROWS = {}


def row(number, name, bar, tests=()):
    """Declares the function below it as the check of a row."""
    def declare(check):
        ROWS[number] = Row(number, name, bar, check, tests)
        return check
    return declare


def by_tests(number, name, bar, *tests):
    """Declares a row that tests alone check."""
    ROWS[number] = Row(number, name, bar, None, tests)


class Bench:
    """The program that is measured, and customers for it."""

    def __init__(self, skdemo, work, starts, script_runs):
        self.skdemo, self.work = skdemo, work
        self.starts, self.script_runs = starts, script_runs
        self._customers = {}

    def new(self, name):
        """A customer who has bought nothing."""
        return Customer(self.skdemo, os.path.join(self.work, name))

    def owner(self, name="owner"):
        return self._kept(name, Customer.owner)

    def subscriber(self):
        return self._kept("subscriber", Customer.subscriber)

    def _kept(self, name, make):
        if name not in self._customers:
            self._customers[name] = make(self.skdemo, os.path.join(self.work, name))
        return self._customers[name]


class TestResults:
    """Which tests exist, and how they ended in the saved output of `.ci/test`."""

    END = re.compile(
        r'Test (?:case )?["`]?(?P<name>[^"`]+?)["`]?(?:\([^)]*\))?(?: with \d+ test cases?)?'
        r' (?P<end>passed|failed) after')

    def __init__(self, log):
        self.declared = set(self._declared())
        self.ends = {}
        if log:
            with open(log, encoding="utf-8", errors="replace") as file:
                for line in file:
                    found = self.END.search(line)
                    # Of two tests with one name, the one that failed counts.
                    if found and self.ends.get(found["name"]) != "failed":
                        self.ends[found["name"]] = found["end"]

    @staticmethod
    def _declared():
        for folder, _, files in os.walk(os.path.join(programs.ROOT, "Tests")):
            for name in files:
                if name.endswith(".swift"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        yield from re.findall(r"func `([^`]+)`", file.read())

    def end(self, name):
        if name not in self.declared:
            return "missing"
        return self.ends.get(name, "not run")


def result(row, bench, tests):
    """The cells of a row, and whether it is met: True, False, or None if tests were not run."""
    measured, met = [], True
    if row.check:
        try:
            text, met = row.check(bench)
            measured.append(text)
        except Exception as error:  # A check that cannot be made must not hide the other rows.
            traceback.print_exc()
            first_line = (str(error).splitlines() or [type(error).__name__])[0]
            measured, met = [f"not measured: {first_line}"], False
    ends = [tests.end(name) for name in row.tests]
    if ends:
        measured.append(words(row.tests, ends))
    if any(end in ("missing", "failed") for end in ends):
        met = False
    elif met and "not run" in ends:
        met = None
    return "; ".join(measured), met


def words(names, ends):
    """The tests of a row, those with trouble by their names."""
    trouble = [f"`{name}` {end}" for name, end in zip(names, ends) if end in ("missing", "failed")]
    if trouble:
        return ", ".join(trouble)
    state = "not run" if "not run" in ends else "passed"
    listed = ", ".join(f"`{name}`" for name in names)
    return f"{'test' if len(names) == 1 else 'tests'} {listed} {state}"

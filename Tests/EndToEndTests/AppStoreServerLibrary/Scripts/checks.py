"""Checks that run one after the other, each with a name that reads as a sentence."""

import sys
import traceback

_checks = []


def check(name, alone=False):
    """Adds a function to the checks; one that runs alone runs only if its name is asked for."""

    def add(function):
        _checks.append((name, alone, function))
        return function

    return add


def run(shop, names):
    """Runs the named checks, or all that do not run alone, and returns the exit status."""
    chosen = [one for one in _checks if (one[0] in names if names else not one[1])]
    failures = 0
    for name, _, function in chosen:
        try:
            function(shop)
            print("ok", name, flush=True)
        except Exception:
            failures += 1
            print("FAILED", name, flush=True)
            traceback.print_exc(file=sys.stdout)
    print(f"{len(chosen)} checks, {failures} failures", flush=True)
    return 1 if failures or not chosen else 0

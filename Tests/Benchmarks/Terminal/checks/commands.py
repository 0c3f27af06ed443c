"""Commands, scripts, settings and files."""
import hashlib
import os
import stat
import statistics
import subprocess
import time

import programs
from checks.table import row

COMMANDS = ["status", "products", "buy", "restore", "history", "refund", "watch", "settings",
            "logs"]


@row(37, "Commands", "status --json in 3 F; completions, man pages, corrections, watch",
     tests=("there is a script for each shell, which asks for products",
            "products are completed without a store, and by their beginning",
            "transactions and accounts are those of the store on this machine",
            "a mistyped command is answered with the right one",
            "a purchase from another terminal is a line, and the interrupt key ends the watch"))
def commands(bench):
    owner = bench.owner()
    programs.build(bench.work)
    floor = programs.floor(bench.work)
    times, base = [], []
    for _ in range(bench.starts):
        base.append(floor.start_time(bench.work))
        begin = time.perf_counter()
        owner.run("status", "--json")
        times.append((time.perf_counter() - begin) * 1e3)
    status = statistics.median(times) / statistics.median(base)
    missing = [name for name in COMMANDS if not owner.run("help", name, check=False)]
    shells = [shell for shell in ("bash", "zsh", "fish")
              if owner.run("--generate-completion-script", shell, check=False)]
    advice = subprocess.run([owner.skdemo, "byu"], env=owner.environment, capture_output=True,
                            text=True, check=False).stderr
    corrected = "buy" in advice.split("USAGE")[0]
    return (f"status --json {status:.1f} F; completions for {', '.join(shells)}; "
            f"{len(COMMANDS) - len(missing)} of {len(COMMANDS)} commands; "
            f"byu {'is corrected' if corrected else 'is not corrected'}",
            status <= 3 and len(shells) == 3 and not missing and corrected)


SCRIPT = """\
wait Head over to the shop
key s
wait Restore Purchases
key b
wait No money moves.
key p
wait Yours.
gone Buying
key enter
wait owned
gone Yours.
"""
FORMS = ["txt", "svg", "json", "cast"]


@row(38, "Scripts", "the same bytes on each run",
     tests=("each run saves the same bytes in each form",
            "a bad line is refused before anything starts"))
def scripts(bench):
    folder = os.path.join(bench.work, "script")
    customer = bench.new("script")
    steps = os.path.join(folder, "steps.script")
    with open(steps, "w", encoding="utf-8") as file:
        file.write(SCRIPT)
    digests = set()
    for _ in range(bench.script_runs):
        files = [os.path.join(folder, f"display.{form}") for form in FORMS]
        save = [word for file in files for word in ("--save-display", file)]
        environment = {name: value for name, value in customer.environment.items()
                       if name != "SKDEMO_DATA"}
        subprocess.run([bench.skdemo, "--script", steps, "--size", "80x24",
                        "--clock", "2027-01-27T12:00:00Z", *save], check=True, env=environment,
                       timeout=60, capture_output=True)
        digests.add(tuple(digest(file) for file in files))
    return (f"{bench.script_runs} runs, {len(digests)} different results in {', '.join(FORMS)}",
            len(digests) == 1)


def digest(name):
    with open(name, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


ALLOWED = (".config/", ".local/share/", ".local/state/", ".cache/")


@row(39, "Settings, files and logs", "only XDG folders, readable by their owner; no HOME is said",
     tests=("it prints each value and where it comes from",
            "a wrong setting is refused, with its file, before a store is made",
            "the folders and files are printed, and none is made",
            "the storefront's start is in the log, which only its owner can read",
            "an option comes before the environment, and that before the file"))
def files(bench):
    customer = bench.new("files")
    customer.environment.pop("SKDEMO_DATA")
    customer.run("buy", "nonconsumable.car", "--yes")
    customer.seen()
    home = customer.environment["HOME"]
    found = [os.path.join(folder, name) for folder, folders, names in os.walk(home)
             for name in folders + names]
    outside = [file for file in found
               if not any((os.path.relpath(file, home) + "/").startswith(part)
                          or part.startswith(os.path.relpath(file, home)) for part in ALLOWED)]
    open_ones = [file for file in found if "skdemo" in os.path.relpath(file, home)
                 and stat.S_IMODE(os.stat(file).st_mode) & 0o077]
    homeless = {name: value for name, value in customer.environment.items() if name != "HOME"}
    without = subprocess.run([bench.skdemo, "status"], env=homeless, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, check=False)
    said = without.returncode == 0 or "HOME" in without.stderr
    paths = customer.run("--print-paths", check=False).count("/")
    return (f"{len(found)} files and folders, {len(outside)} elsewhere, {len(open_ones)} readable "
            f"by others; without HOME exit {without.returncode}; --print-paths prints "
            f"{'them' if paths else 'nothing'}",
            not outside and not open_ones and said and paths > 0)

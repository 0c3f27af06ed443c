"""Starts: how long the first frames take, and what they draw."""
import os
import re
import statistics

import programs
from checks.table import by_tests, row


def ratio(bench, shop, mark):
    """The median times of a start and of the minimal C program's, in turn."""
    programs.build(bench.work)
    floor, ours = programs.floor(bench.work), []
    base = []
    for _ in range(bench.starts):
        base.append(floor.start_time(bench.work))
        ours.append(shop.start_time(bench.work, mark))
    return statistics.median(ours), statistics.median(base)


def check_start(bench, mark, bar):
    ours, base = ratio(bench, bench.owner().program("skdemo"), mark)
    return f"{ours / base:.1f} F ({ours:.1f} ms, F {base:.2f} ms)", ours / base <= bar


@row(1, "First frame", "at most 4 F",
     tests=("the very first frame of an owner is what was seen last",))
def first_frame(bench):
    return check_start(bench, "\x1b[?2026h", 4)


@row(2, "First personalised frame", "at most 15 F; no Buy before",
     tests=("no frame before the end of the launch has a Buy in it",))
def personalised_frame(bench):
    return check_start(bench, "· renews", 15)


@row(3, "No double paint at start", "at most 40 % of the first frame drawn again; nothing moves",
     tests=("nothing moves when what was seen last becomes true",
            "at most two fifths of what was seen last are drawn again"))
def double_paint(bench):
    with bench.owner().opened() as shop:
        shop.read(0.3)
        first, *others = [len(frame) for frame in shop.frames]
    again = sum(others) / first
    return f"{first} B, then {' + '.join(map(str, others))} B: {again:.0%}", again <= 0.4


@row(4, "Writes for a frame", "1, in one synchronised update",
     tests=("a frame is one write between the marks of one",))
def writes(bench):
    programs.install("strace")
    owner, trace = bench.owner(), os.path.join(bench.work, "writes")
    owner_arguments = ["/usr/bin/strace", "-f", "-qq", "-y", "-o", trace, "-s", "12",
                       "-e", "trace=write,writev", owner.skdemo]
    program = programs.Program("traced", owner_arguments, owner.environment)
    with programs.started(program) as shop:
        shop.wait_for("Shop", without=("checking",))
        for key in ("\x1bOB", "s", "\x1bOB", "a", "h", "m"):
            shop.press(key, 0.2)
        drawn = shop.frames
        shop.press("q")
        shop.end()
    with open(trace, encoding="utf-8", errors="replace") as file:
        terminal = [line for line in file if re.search(r"write\w*\(\d+</dev/(pts|tty)", line)]
    begun = [line for line in terminal if "\\33[?2026h" in line]
    # Modes at the start and at the end are no frames.
    return (f"{len(drawn)} frames in {len(begun)} writes, {len(terminal) - len(begun)} for modes",
            len(drawn) == len(begun))


by_tests(31, "The launch is honest", "steps only if it is slow; opens with what was seen last",
         "every screen looks as it was recorded",
         "the progress of a slow launch is on the rule, and its steps in the first line",
         "nothing moves when what was seen last becomes true",
         "looking back at what was seen sells nothing")

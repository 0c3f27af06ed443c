"""What is drawn: bytes, sizes, signs, and what happens while nobody does anything."""
import base64
import collections
import os
import re
import statistics
import time

import programs
from checks.table import by_tests, row
from measuring import DOWN, UP, Keys, key_times, moving, percentile, repaint
from screen import columns

SIZES = [(24, 80), (60, 200)]
PLACES = {"My Cars": "m", "Shop": "s", "Account": "a", "History": "h"}


def selection_bytes(customer, rows, columns):
    """The bytes that Down and Up draw in each place, and at the end of a list."""
    counts = {}
    with customer.opened(rows=rows, columns=columns) as shop:
        for place, key in PLACES.items():
            shop.press(key, 0.3)
            counts[place] = [
                count for direction in (DOWN, UP) for count in moving(shop, direction, 12)]
        at_the_end = len(shop.press(UP))
    return counts, at_the_end


def summary(counts):
    """The median, the 95th percentile, and the place with the most."""
    most, place = max((max(of_place, default=0), place) for place, of_place in counts.items())
    all_counts = [count for of_place in counts.values() for count in of_place]
    median, late = statistics.median(all_counts), percentile(all_counts, .95)
    return f"median {median:.0f}, 95 % {late}, most {most} ({place})", most


@row(5, "Bytes for a selection key",
     "at most 256 at 80x24, 400 at 200x60, 0 if nothing changes",
     tests=("if nothing has changed, nothing is shown",))
def key_bytes(bench):
    small, end = selection_bytes(bench.owner(), 24, 80)
    large, _ = selection_bytes(bench.owner(), 60, 200)
    (small_text, small_most), (large_text, large_most) = summary(small), summary(large)
    return (f"{small_text} B at 80x24; {large_text} B at 200x60; {end} B at the end of a list",
            small_most <= 256 and large_most <= 400 and end == 0)


@row(6, "Whole frame", "at most 2.5 KB at 80x24, 7 KB at 200x60, in every place")
def whole_frame(bench):
    most = {}
    for rows, columns in SIZES:
        with bench.subscriber().opened(rows=rows, columns=columns) as shop:
            for place, key in PLACES.items():
                shop.press(key, 0.3)
                most[rows] = max(
                    most.get(rows, (0, "")), (repaint(shop, rows, columns), place))
    return (f"{most[24][0]} B ({most[24][1]}); {most[60][0]} B ({most[60][1]})",
            most[24][0] <= 2560 and most[60][0] <= 7168)


@row(7, "Key to last byte", "median 0.5 ms, 95 % in 1 ms at 80x24")
def key_time(bench):
    shop = Keys(bench.owner().program("skdemo"), "s")
    menu = Keys(programs.menu(bench.work))
    if not key_times([shop, menu], 120):
        return "keys were not answered", False
    median, late = statistics.median(shop.times), percentile(shop.times, .95)
    return (f"{median:.2f} ms, {late:.2f} ms (a menu in C: {statistics.median(menu.times):.2f})",
            median <= 0.5 and late <= 1)


# A line of strace: the thread, the moment, the call and its arguments.
CALL = re.compile(r"(\d+) +([\d.]+) (\w+)\((.*)")
# The calls after libdispatch's manager has set its timer again. Then it sleeps until the next second.
AFTER_A_TICK = ("epoll_ctl", "epoll_wait", "epoll_wait")


class Calls:
    """The system calls of a program between two moments, without libdispatch's ticks.

    Once a global queue has run anything, such as a Swift task, libdispatch checks every second
    whether the threads of its pools are stuck. Nothing switches that off. These ticks are
    recognised by their deadlines, which are whole seconds apart. Any other timer counts as the
    program's own.
    """

    def __init__(self, file, begin, end):
        with open(file, encoding="utf-8", errors="replace") as lines:
            calls = [call.groups() for line in lines if (call := CALL.match(line))]
        self.names, self.ticks = collections.Counter(), 0
        phase, following = tick_phase(calls), {}
        for thread, moment, name, arguments in calls:
            if not begin <= float(moment) <= end:
                continue
            expected = following.pop(thread, ())
            if phase is not None and name == "timerfd_settime" and deadline(arguments) == phase:
                self.ticks += 1
                following[thread] = AFTER_A_TICK
            elif expected[:1] == (name,):
                following[thread] = expected[1:]
            else:
                self.names[name] += 1

    @property
    def timers(self):
        return self.names["timerfd_settime"]

    def __str__(self):
        return ", ".join(f"{name} {count}" for name, count in self.names.most_common(4)) or "none"


def deadline(arguments):
    """The nanoseconds of a second at which a timer is due."""
    found = re.search(r"it_value={tv_sec=\d+, tv_nsec=(\d+)}", arguments)
    return found and found[1]


def tick_phase(calls):
    """The deadline that recurs every second; None if there is none."""
    deadlines = collections.Counter(
        deadline(arguments) for _, _, name, arguments in calls if name == "timerfd_settime")
    return next((phase for phase, count in deadlines.most_common(1) if count > 3), None)


class Traced:
    """skdemo under strace, and the system calls that it makes in a part of its life."""

    def __init__(self, bench, *options):
        programs.install("strace")
        owner, self.file = bench.owner(), os.path.join(bench.work, "calls")
        self.session = programs.started(programs.Program(
            "traced", ["/usr/bin/strace", "-f", "-qq", "-ttt", "-o", self.file, owner.skdemo,
                       *options], owner.environment))
        self.session.wait_for("Shop", without=("checking",))
        # The threads of a pool end five seconds after their last work.
        self.session.read(7)

    def calls(self, seconds, keys=""):
        """The calls, and the bytes that were drawn."""
        begin = time.time()
        drawn = self.session.press(keys, 0.1) if keys else b""
        while time.time() < begin + seconds:
            drawn += self.session.read(0.1)[0]
        end = time.time()
        self.session.press("q")
        self.session.end()
        self.session.__exit__()
        return Calls(self.file, begin, end), drawn


@row(8, "Idle", "0 system calls and 0 bytes in 10 s, except for libdispatch's ticks")
def idle(bench):
    calls, drawn = Traced(bench).calls(10)
    total = calls.names.total()
    return (f"{total} calls ({calls}), {len(drawn)} B; libdispatch ticks {calls.ticks} times",
            total == 0 and not drawn and calls.ticks <= 11)


@row(40, "Motion", "12 steps in 1.2 s; no timer and no step with --reduce-motion, nor in CI",
     tests=("nothing moves in CI, nor over a slow line to another machine",))
def motion(bench):
    moving, reduced = drive(bench), drive(bench, "--reduce-motion")
    calls, _ = Traced(bench, "--reduce-motion").calls(2, keys="1")
    return (f"{moving[0]} frames in {moving[1]:.1f} s; {reduced[0]} with --reduce-motion, "
            f"{calls.timers} timers in 2 s; libdispatch ticks {calls.ticks} times",
            moving[0] >= 12 and reduced[0] <= 1 and calls.timers == 0)


def drive(bench, *options):
    """The frames of a drive, and the seconds that it takes."""
    with bench.owner("drivers").opened(*options) as shop:
        shop.read(0.5)
        before, begin = len(shop.frames), time.perf_counter()
        shop.send("1")
        _, end = shop.read(0.5, first=1)
        # A frame for the fuel that is used, and no others, is there without motion.
        return len(shop.frames) - before, (end or begin) - begin


@row(13, "Resize storm", "50 sizes in a second, then as a fresh screen")
def resize_storm(bench):
    sizes = [(1 + 7 * step % 60, 1 + 37 * step % 200) for step in range(48)] + [(1, 1), (24, 80)]
    with bench.owner().opened() as shop, bench.owner().opened() as fresh:
        begin = time.perf_counter()
        for number, size in enumerate(sizes):
            shop.resize(*size)
            shop.read(max(0, begin + number / 50 - time.perf_counter()))
        shop.read(0.5)
        fresh.read(0.3)
        same = shop.screen.lines == fresh.screen.lines
        alive = not shop.has_ended
    return f"{'alive' if alive else 'ended'}, {'the same' if same else 'another'} screen", same


@row(14, "Small windows", "all functions at 40x12, a summary at 20x6, a message below",
     tests=("on 20×6 one element is shown at a time, with fuel and plan",
            "a smaller screen says what it needs", "no size breaks a screen"))
def small(bench):
    shown = {}
    for size in ((12, 40), (6, 20), (4, 16)):
        with bench.owner().open(rows=size[0], columns=size[1]) as shop:
            shop.read(0.5, first=2)
            shown[size] = [line for line in shop.screen.lines if line]
    summary = any("Car" in line for line in shown[6, 20])
    message = " ".join(shown[4, 16])
    return (f"20x6: {' / '.join(shown[6, 20])}; 16x4: {message}".replace("|", "¦"),
            summary and "20" in message and len(shown[12, 40]) > 5)


by_tests(15, "Large windows",
         "list and detail beside each other from 120 columns; one left and one right edge",
         "a screen of 119 columns has one pane, and one of 120 has two",
         "everything keeps to one left and one right edge",
         "on a high screen the content is nearer to the middle",
         "the page at the right is that of the selected product")


@row(22, "Widths", "no row out of line; emoji only after a probe that agrees",
     tests=("no row runs into the screen's edge, and no card loses its border",
            "names begin in one column, whatever the width of their emoji"))
def widths(bench):
    shown = {name: emoji(bench, reply) for name, reply in
             (("agrees", cursor_report), ("is silent", None), ("disagrees", wrong_report))}
    agrees, probes = shown["agrees"]
    others = sum(shown[name][0] for name in ("is silent", "disagrees"))
    return (f"{probes} probes; {agrees} emoji if the terminal agrees, {others} if it does not or "
            "is silent", agrees > 0 and others == 0)


def emoji(bench, reply):
    """The emoji on My Cars and in the shop, and how often the terminal was asked."""
    with bench.owner().opened("--emoji", replies=reply) as shop:
        shop.read(0.3)
        found = sum(ord(sign) >= 0x1F300 for sign in shop.screen.text)
        shop.press("s", 0.3)
        return (found + sum(ord(sign) >= 0x1F300 for sign in shop.screen.text),
                shop.output.count(b"\x1b[6n"))


def cursor_report(drawn, more=0):
    """What a terminal answers that draws each probe as wide as it is counted."""
    probes = re.findall(rb"\x1b\[H([^\x1b]*)\x1b\[6n", drawn)
    return b"".join(
        b"\x1b[1;%dR" % (1 + more + sum(columns(sign) for sign in probe.decode()))
        for probe in probes)


def wrong_report(drawn):
    return cursor_report(drawn, more=1)


@row(34, "History", "at most 256 B a key with 1 000 rows; filter; copy of an ID",
     tests=("typed text filters the rows, and escape shows all again",
            "y copies the ID of the selected transaction",
            "each of a thousand rows can be reached, and no key goes past them"))
def history(bench):
    with bench.subscriber().opened() as shop:
        shop.press("h", 0.3)
        shop.wait_for("1000000")
        # While more transactions are read, an answer may take a moment.
        counts = [len(shop.press(DOWN, first=2)) for _ in range(100)]
        shop.press("y", 0.1, first=2)
        copied = [base64.b64decode(text.split(";")[2]).decode() for text in shop.screen.clipboard]
        shown = bool(copied) and copied[0] in shop.screen.text
    late = percentile(counts, .95)
    return (f"median {statistics.median(counts):.0f}, 95 % {late}, most {max(counts)} B; "
            f"{'copies the ID' if shown else 'no copy'}", late <= 256 and min(counts) > 0 and shown)

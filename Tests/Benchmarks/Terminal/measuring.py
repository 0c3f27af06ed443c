"""What is measured of a program on a terminal: the times of keys, and the bytes of frames."""
import os
import time

import programs
from session import frames

UP, DOWN, LEFT, RIGHT = "\x1bOA", "\x1bOB", "\x1bOD", "\x1bOC"


class Keys:
    """A running program, and what it does with keys."""

    def __init__(self, program, opening=""):
        self.program = program
        self.session = programs.started(program)
        self.session.read(0.3, first=5)
        for key in opening:
            self.session.press(key, 0.3)
        self.times, self.counts = [], []

    def press(self, key):
        """Milliseconds until the last byte, and the bytes, if the key draws anything."""
        begin = time.perf_counter()
        self.session.send(key)
        drawn, end = self.session.read(0.004, first=0.3)
        if end:
            self.times.append((end - begin) * 1e3)
            self.counts.append(len(drawn))

    def close(self):
        with self.session as session:
            session.press(self.program.quit, 0.1)


def key_times(running, count):
    """Presses keys that walk down and up, in each program in turn.

    Returns whether each has answered at least a third of them; otherwise the measurement is void.
    """
    for number in range(count):
        for program in running:
            program.press(DOWN if number % 6 < 3 else UP)
    for program in running:
        program.close()
    return all(len(program.counts) >= count / 3 for program in running)


def moving(session, direction, limit):
    """The bytes of each key in a direction, until nothing moves any more."""
    counts = []
    while len(counts) < limit and (drawn := session.press(direction)):
        counts.append(len(drawn))
    return counts


def repaint(session, rows, columns):
    """The bytes of a whole frame, which a program draws when its terminal gets another size."""
    session.resize(rows, columns - 1)
    session.read(0.2, first=0.5)
    session.resize(rows, columns)
    drawn, _ = session.read(0.2, first=0.5)
    return max(map(len, frames(drawn)), default=len(drawn))


def percentile(counts, part):
    ordered = sorted(counts)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def processor_time(program, arguments, environment):
    """Milliseconds that the processors spend on a command, in the program and the system."""
    process = os.posix_spawn(
        program, [program, *arguments], environment,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(process, 0)
    if status:
        raise RuntimeError(f"{program} {' '.join(arguments)} failed: the measurement is void")
    return (usage.ru_utime + usage.ru_stime) * 1e3

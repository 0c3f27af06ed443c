"""Prints the terminal's rows of the performance table: skdemo against minimal C programs, and
against an earlier skdemo if one is named.

Each pair is measured in turn, so that a busy minute of the machine hits both; the medians
themselves go to standard error, because they hold on one machine and in one minute only.
"""
import os
import re
import statistics
import subprocess
import sys
import time

import keylat

WORK, SKDEMO = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
EARLIER = sys.argv[3] if len(sys.argv) > 3 else None
DATA = os.path.join(WORK, "customer")
EARLIER_DATA = os.path.join(WORK, "earlier-customer")
ENVIRONMENT = {
    "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": WORK, "PATH": os.environ["PATH"],
    "SKDEMO_DATA": DATA,
}
SHOP = [SKDEMO]
STARTS, KEYS = 40, 200


def work(name):
    return os.path.join(WORK, name)


def prepare(program, data):
    """A customer with a car and a plan, on a device that has been used."""
    subprocess.run(["rm", "-rf", data], check=True)
    for product in ("nonconsumable.car", "subscription.pro"):
        subprocess.run(
            [program, "buy", product, "--yes", "--data", data], check=True, env=ENVIRONMENT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start(program, mark=None):
    """Milliseconds from the start to the first byte, and to `mark` or the last byte."""
    environment = dict(ENVIRONMENT, **({"MARK": mark} if mark else {}))
    said = subprocess.run(
        [work("ptyrun"), "1", "24", "80", *program], check=True, env=environment, timeout=30,
        capture_output=True, text=True).stdout
    times = dict(re.findall(r"(first byte|last byte)\s+median\s+([\d.]+)", said))
    return float(times["first byte"]), float(times["last byte"])


def row(what, against, measured, reference, aim=""):
    subject, other = statistics.median(measured), statistics.median(reference)
    print(f"| {what} | {against} | cost {subject / other:.2f} | {aim} |")
    print(f"{what}: {subject:.3f} ms, {against}: {other:.3f} ms (medians of {len(measured)})",
          file=sys.stderr)


def processor_time(program, data):
    """Milliseconds that the processors spend on `status`, of the program and the system for it."""
    process = subprocess.Popen(
        [program, "status", "--data", data], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{program} status ended with {process.returncode}: the measurement is void")
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measure_earlier():
    """Each with a folder of its own: an earlier program refuses the store of a later one."""
    prepare(EARLIER, EARLIER_DATA)
    now, earlier = [], []
    for _ in range(STARTS):
        earlier.append(processor_time(EARLIER, EARLIER_DATA))
        now.append(processor_time(SKDEMO, DATA))
    row("processor time of `skdemo status` on a known device", "the earlier skdemo", now, earlier,
        "at most 0.65")


def measure_starts():
    floor, first, personalised = [], [], []
    for _ in range(STARTS):
        floor.append(start([work("floor")])[1])
        first.append(start(SHOP, "getting ready")[1])
        floor.append(start([work("floor")])[1])
        personalised.append(start(SHOP, "subscribed")[1])
    against = "the minimal C program's"
    row("start to first frame", against, first, floor)
    row("start to first personalised frame", against, personalised, floor, "at most 18.00")


class Running:
    """A program on a terminal of 80x24, and what it does with keys."""

    def __init__(self, argv, pages=b""):
        self.process, self.terminal = keylat.start(argv, 24, 80, ENVIRONMENT)
        keylat.drain(self.terminal, 0.5)
        for page in pages:
            os.write(self.terminal, bytes([page]))
            keylat.drain(self.terminal, 0.2)
        self.times, self.counts = [], []

    def press(self, key):
        begin = time.perf_counter()
        os.write(self.terminal, key)
        drawn, end = keylat.drain(self.terminal, 0.004, 0.5)
        if end:
            self.times.append((end - begin) * 1e3)
            self.counts.append(len(drawn))

    def quit(self):
        os.write(self.terminal, b"q")
        keylat.drain(self.terminal, 0.1)
        os.waitpid(self.process, 0)


def measure_keys():
    menu, shop = Running([work("menu")]), Running(SHOP, b"s")
    for press in range(KEYS):
        key = b"\x1bOB" if press % 6 < 3 else b"\x1bOA"
        shop.press(key)
        menu.press(key)
    menu.quit()
    shop.quit()
    if len(shop.times) < KEYS / 2:
        sys.exit(f"the shop answered {len(shop.times)} of {KEYS} keys: the measurement is void")
    row("key to paint at 80x24", "a menu in C", shop.times, menu.times)
    bytes_of_shop, bytes_of_menu = statistics.median(shop.counts), statistics.median(menu.counts)
    print(f"| bytes for each key at 80x24: {bytes_of_shop:.0f}, at most {max(shop.counts)} | "
          f"a menu in C: {bytes_of_menu:.0f} | cost {bytes_of_shop / bytes_of_menu:.2f} | "
          "at most 256 bytes |")


prepare(SKDEMO, DATA)
if EARLIER:
    measure_earlier()
measure_starts()
measure_keys()

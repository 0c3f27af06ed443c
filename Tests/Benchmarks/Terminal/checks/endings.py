"""How the program ends, is stopped and goes on."""
import os
import signal
import stat
import time

import sigtest
from checks.table import row
from session import Session

SIGNALS = ["INT", "TERM", "HUP", "QUIT", "SEGV", "ABRT", "ILL", "TRAP", "BUS", "FPE"]


@row(9, "Restores the terminal", "10 of 10 fatal signals, and a trap",
     tests=("a fatal signal leaves the terminal as it was and is what ends the process",
            "a trap leaves the terminal as it was and says why"))
def signals(bench):
    os.environ.setdefault("WAIT", "1")
    owner, broken = bench.owner(), []
    for name in SIGNALS:
        number = getattr(signal, "SIG" + name)
        end = sigtest.one([owner.skdemo], number, env=owner.environment)
        restored = all(end[part] for part in ("rmcup", "cnorm", "mouse_off", "echo_icanon"))
        if not restored or end["end"] != f"signal {int(number)}":
            broken.append(f"{name} ({end['end']})")
    good = len(SIGNALS) - len(broken)
    return f"{good} of 10{': not ' + ', '.join(broken) if broken else ''}", not broken


@row(10, "Crash report", "a file for its owner only, and a line that says where; no 30 s prompt",
     tests=("a crash leaves a report that only its owner can read, and says where it is",
            "a program that is ended from outside leaves no report"))
def crash_report(bench):
    owner = bench.new("crash")
    report = os.path.join(owner.environment["HOME"], ".local/state/skdemo/crash-report.txt")
    with owner.opened() as shop:
        for key in "sam":
            shop.press(key, 0.1)
        begin = time.perf_counter()
        os.kill(shop.process, signal.SIGSEGV)
        end, seconds = shop.end(), time.perf_counter() - begin
        told = report.encode() in shop.output.split(b"\x1b[?1049l")[-1]
    if not os.path.exists(report):
        return f"no report, {end} after {seconds:.2f} s", False
    mode = stat.S_IMODE(os.stat(report).st_mode)
    with open(report, encoding="utf-8") as file:
        lines = file.read().splitlines()
    events = sum(line.startswith("  ") for line in lines)
    return (f"{end} after {seconds * 1e3:.0f} ms; {events} events, mode {mode:o}, "
            f"{'said where' if told else 'not said where'}",
            told and mode == 0o600 and 0 < events <= 50 and seconds < 2)


@row(11, "Hang-up", "gone in 100 ms; an open sheet charges nothing",
     tests=("hanging up while the storefront's sheet asks charges nothing",))
def hang_up(bench):
    times = []
    for _ in range(5):
        with bench.owner().opened() as shop:
            times.append(shop.hang_up())
    if None in times:
        return "still alive after 5 s", False
    return f"{sorted(times)[2]:.0f} ms, at most {max(times):.0f}", max(times) <= 100


@row(12, "Ctrl-Z, fg, another size meanwhile",
     "the shell's screen and modes; repainted at the new size",
     tests=("a stopped program says what is unfinished, and nothing if all is done",))
def stop_and_go_on(bench):
    owner = bench.owner()
    environment = {**owner.environment, "PS1": "READY> "}
    with Session(["/bin/bash", "--norc", "--noprofile", "-i"], environment) as shell:
        shell.wait_for("READY>")
        shell.send(f"{owner.skdemo}\n")
        shell.wait_for("Shop", without=("checking",))
        shell.send("\x1a")
        shell.wait_for("Stopped", "READY>")
        # The shell has pastes marked itself.
        given_back = not shell.screen.modes & {1049, 1000, 1006} and 25 in shell.screen.modes
        shell.resize(20, 60)
        shell.send("fg\n")
        shell.wait_for("Shop", "help", without=("READY>",))
        shell.read(0.3)
        with owner.opened(rows=20, columns=60) as fresh:
            fresh.read(0.3)
            same = fresh.screen.lines == shell.screen.lines
        shell.press("q", 0.2)
        shell.send("exit\n")
        shell.end()
    return (f"{'modes given back' if given_back else 'modes kept'}, "
            f"{'repainted' if same else 'another screen'}", given_back and same)

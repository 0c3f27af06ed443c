"""The programs that skdemo is measured against: two in C, and three of Debian."""
import dataclasses
import os
import re
import subprocess
import sys

from session import Session

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
RELEASE = os.path.join(ROOT, ".build", "release", "skdemo")
# A folder for stores and the programs in C.
WORK = os.path.join(ROOT, ".build", "terminal")
LIBRARIES = {"floor": ["-lncursesw", "-ltinfo"], "menu": ["-lncursesw", "-ltinfo"],
             "ptyrun": ["-lutil"]}


@dataclasses.dataclass(frozen=True)
class Program:
    """A program on a terminal: how it is started, recognised and ended."""
    name: str
    arguments: list
    environment: dict
    # What is on the stream when its first frame is there; None if that is all it draws.
    mark: str | None = None
    quit: str = "q"
    folder: str = ROOT

    def start_time(self, work, mark=None):
        """Milliseconds from its start until the mark has been read."""
        variables = {"QUIT": self.quit}
        if mark or self.mark:
            variables["MARK"] = mark or self.mark
        said = subprocess.run(
            [os.path.join(work, "ptyrun"), "1", "24", "80", *self.arguments], check=True,
            env={**self.environment, **variables}, timeout=60, capture_output=True,
            cwd=self.folder).stdout.decode(errors="replace")
        return float(re.search(r"last byte\s+median\s+([\d.]+)", said).group(1))


def build(work):
    """Compiles the programs in C into the folder."""
    os.makedirs(work, exist_ok=True)
    for name, libraries in LIBRARIES.items():
        subprocess.run(["cc", "-O2", os.path.join(HERE, name + ".c"), "-o",
                        os.path.join(work, name), *libraries], check=True)


def install(*packages):
    subprocess.run([os.path.join(ROOT, ".ci", "packages"), *packages], check=True,
                   stdout=sys.stderr)


def environment(home, **variables):
    """A terminal of 256 colours in UTF-8, and no settings of the person who measures."""
    return {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home,
            "PATH": os.environ["PATH"], **variables}


def floor(work):
    return Program("minimal C program", [os.path.join(work, "floor")], environment(work))


def menu(work):
    return Program("menu in C", [os.path.join(work, "menu")], environment(work), mark="a row")


def debian(work):
    """tig on a history, htop, and nano on a file; installed if they are missing."""
    install("tig", "htop", "nano", "git")
    variables = environment(work)
    history = os.path.join(work, "history")
    subprocess.run(["rm", "-rf", history], check=True)
    subprocess.run(["git", "init", "--quiet", history], check=True, env=variables)
    for number in range(60):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet",
             "--allow-empty", "--message", f"change {number}"],
            check=True, cwd=history, env=variables)
    text = os.path.join(work, "text")
    with open(text, "w", encoding="utf-8") as file:
        file.write("a line of a text file\n" * 200)
    return [
        Program("tig", ["/usr/bin/tig"], variables, mark="[main]", folder=history),
        # It would draw anew by itself each second and a half.
        Program("htop", ["/usr/bin/htop", "--delay=100"], variables, mark="F10"),
        Program("nano", ["/usr/bin/nano", "--ignorercfiles", text], variables, mark="Exit",
                quit="\x18"),
    ]


def started(program, rows=24, columns=80):
    """The program on a terminal of its own."""
    return Session(program.arguments, program.environment, rows, columns, folder=program.folder)

"""A program on a terminal of its own: what it draws, when, and how it ends."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from screen import Screen

FRAME_BEGIN, FRAME_END = b"\x1b[?2026h", b"\x1b[?2026l"


class Session:
    """Starts the program; use it in a `with`, which kills what is left of it."""

    def __init__(self, program, environment, rows=24, columns=80, replies=None, folder=None):
        self.screen = Screen(rows, columns)
        self.output = b""
        self.reads = []
        self.replies = replies
        self.begin = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            try:
                os.chdir(folder or ".")
                os.execve(program[0], program, environment)
            finally:
                os._exit(127)
        self.status = None
        self.is_open = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_open:
            os.close(self.terminal)
            self.is_open = False
        if self.status is None and self._end(0.5) is None:
            os.kill(self.process, signal.SIGKILL)
            self._end(10)

    # MARK: What is drawn

    def read(self, pause, first=0):
        """Reads until nothing has come for `pause` seconds, and waits `first` ones for a beginning.

        Returns what came, and the moment of its last byte.
        """
        drawn, moment = b"", None
        while select.select([self.terminal], [], [], pause if drawn else max(first, pause))[0]:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                break
            if not data:
                break
            moment = time.perf_counter()
            self.reads.append((moment, data))
            drawn += data
            if self.replies:
                os.write(self.terminal, self.replies(data))
        self.output += drawn
        self.screen.feed(drawn)
        return drawn, moment

    def wait_for(self, *texts, without=(), limit=20):
        """Reads until the screen has every text, or one of a tuple, and nothing of `without`."""
        end = time.perf_counter() + limit
        while not self.shows(*texts, without=without):
            if time.perf_counter() > end or self.has_ended:
                raise AssertionError(f"the screen never showed {texts}:\n{self.screen.text}")
            self.read(0.02)
        self.read(0.03)
        return self

    def shows(self, *texts, without=()):
        shown = self.screen.text
        return all(text in shown for text in texts) and not any(text in shown for text in without)

    def wait_for_output(self, text, limit=20):
        """Reads until the program has written the text: for a program without a screen."""
        end = time.perf_counter() + limit
        while text.encode() not in self.output:
            if time.perf_counter() > end or self.has_ended:
                printed = self.output.decode(errors="replace")
                raise AssertionError(f"'{text}' never came:\n{printed}")
            self.read(0.02)

    @property
    def frames(self):
        """The frames that were drawn, between the marks of a synchronised update."""
        return frames(self.output)

    # MARK: What is done

    def send(self, keys):
        os.write(self.terminal, keys.encode() if isinstance(keys, str) else keys)

    def press(self, keys, pause=0.03, first=0.3):
        """Sends keys and returns what is drawn until the pause; a key may do nothing."""
        self.send(keys)
        return self.read(pause, first)[0]

    def click(self, text):
        """Presses the mouse's first button on a text."""
        place = self.screen.find(text)
        if place is None:
            raise AssertionError(f"'{text}' is not on the screen:\n{self.screen.text}")
        row, column = place
        return self.press(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m", 0.1)

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # MARK: The end

    @property
    def has_ended(self):
        return self.status is not None or self._end(0) is not None

    def _end(self, limit):
        """Waits for the end for so many seconds; returns how the program ended."""
        end = time.perf_counter() + limit
        while self.status is None:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.status = status
            elif time.perf_counter() >= end:
                break
            else:
                time.sleep(0.0005)
        return self.status

    def end(self, limit=10):
        """Reads until the program has ended; how it ended."""
        end = time.perf_counter() + limit
        while self.status is None and time.perf_counter() < end:
            self.read(0.005)
            self._end(0.002)
        self.read(0.02)
        return describe(self.status)

    def hang_up(self, limit=5):
        """Closes the terminal; milliseconds until the program has gone."""
        begin = time.perf_counter()
        os.close(self.terminal)
        self.is_open = False
        if self._end(limit) is None:
            return None
        return (time.perf_counter() - begin) * 1e3


def frames(output):
    return [part.split(FRAME_END)[0] for part in output.split(FRAME_BEGIN)[1:]]


def describe(status):
    """How a process ended, in words."""
    if status is None:
        return "alive"
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit {os.WEXITSTATUS(status)}"

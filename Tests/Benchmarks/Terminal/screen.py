"""A terminal's screen in memory: as much of xterm as the measured programs use."""
import codecs
import re
import unicodedata

# An escape sequence; an unfinished one at the end waits for its rest.
SEQUENCE = re.compile(
    "\x1b(?:\\[(?P<private>[?>=<]?)(?P<numbers>[0-9;:]*)[ -/]*(?P<final>[@-~])"
    "|\\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\\\)|[()][A-Z0-9]|(?P<single>[ -'*-Z\\\\^-~]))")
UNFINISHED = re.compile("\x1b(?:\\[[0-9;:?>=< -/]*|\\][^\x07\x1b]*\x1b?|[()])?$")


def columns(character):
    """How many columns a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """What a terminal shows, which modes are on, and which colours were used."""

    def __init__(self, rows, columns):
        self.modes = set()
        self.colors = set()
        self.clipboard = []
        self.unknown = set()
        self.resize(rows, columns)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = ""

    def resize(self, rows, columns):
        """An empty screen of this size: a program is expected to draw itself anew."""
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self._saved = (0, 0)
        self._last = " "

    @property
    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self):
        return "\n".join(self.lines)

    def find(self, text):
        """The row and the column of a text, counted from 1; None if it is not shown."""
        for number, cells in enumerate(self.cells):
            # A character of two columns is followed by an empty cell.
            before = "".join(cells).find(text)
            if before >= 0:
                taken = 0
                for column, cell in enumerate(cells):
                    if taken >= before:
                        return number + 1, column + 1
                    taken += len(cell)
        return None

    def feed(self, data):
        text = self._rest + self._decode(data)
        unfinished = UNFINISHED.search(text)
        self._rest = unfinished.group() if unfinished else ""
        text = text[:len(text) - len(self._rest)]
        place = 0
        while place < len(text):
            sequence = SEQUENCE.match(text, place) if text[place] == "\x1b" else None
            if sequence:
                self._obey(sequence)
                place = sequence.end()
            else:
                self._put(text[place])
                place += 1

    def _put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._line_feed()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif character >= " ":
            self._print(character)

    def _print(self, character):
        width = columns(character)
        if width == 0:
            return
        if self.column + width > self.columns:
            self.column = 0
            self._line_feed()
        row = self.cells[self.row]
        row[self.column] = character
        if width == 2 and self.column + 1 < self.columns:
            row[self.column + 1] = ""
        self.column += width
        self._last = character

    def _line_feed(self):
        if self.row == self.bottom:
            self._scroll(1)
        else:
            self.row = min(self.rows - 1, self.row + 1)

    def _scroll(self, count, top=None):
        top = self.top if top is None else top
        part = self.cells[top:self.bottom + 1]
        blank = [[" "] * self.columns for _ in range(min(abs(count), len(part)))]
        part = part[count:] + blank if count > 0 else blank + part[:len(part) + count]
        self.cells[top:self.bottom + 1] = part[:self.bottom + 1 - top]

    def _obey(self, sequence):
        if sequence["command"]:
            if sequence["command"].startswith("52;"):
                self.clipboard.append(sequence["command"])
        elif sequence["single"]:
            self._obey_single(sequence["single"])
        elif sequence["final"]:
            numbers = [int(number or 0) for number in re.split("[;:]", sequence["numbers"])]
            self._obey_control(sequence["private"], sequence["final"], numbers)

    def _obey_single(self, letter):
        if letter == "7":
            self._saved = (self.row, self.column)
        elif letter == "8":
            self.row, self.column = self._saved
        elif letter == "M":
            if self.row == self.top:
                self._scroll(-1)
            else:
                self.row -= 1
        elif letter not in "=>":
            self.unknown.add(letter)

    def _obey_control(self, private, final, numbers):
        if private:
            for mode in numbers if final in "hl" else []:
                (self.modes.add if final == "h" else self.modes.discard)(mode)
            return
        if final == "m":
            return self._color(numbers)
        count = max(1, numbers[0])
        moves = {"A": (-count, 0), "B": (count, 0), "C": (0, count), "D": (0, -count)}
        if final in moves:
            self._move(self.row + moves[final][0], self.column + moves[final][1])
        elif final in "Hf":
            self._move(count - 1, max(1, (numbers + [1])[1]) - 1)
        elif final in "G`":
            self._move(self.row, count - 1)
        elif final == "d":
            self._move(count - 1, self.column)
        elif final == "r":
            last = numbers[1] if len(numbers) > 1 and numbers[1] else self.rows
            self.top, self.bottom = count - 1, min(self.rows, last) - 1
            self._move(0, 0)
        elif final in "JKX":
            self._erase(final, numbers[0])
        elif final in "@PLMSTb":
            self._edit(final, count)
        elif final not in "hlnct":
            self.unknown.add(final)

    def _move(self, row, column):
        self.row = min(self.rows - 1, max(0, row))
        self.column = min(self.columns - 1, max(0, column))

    def _erase(self, final, kind):
        row = self.cells[self.row]
        if final == "X":
            self._blank(row, self.column, self.column + max(1, kind))
            return
        first, last = (self.column, self.columns) if kind == 0 else (0, self.column + 1)
        self._blank(row, *((0, self.columns) if kind == 2 else (first, last)))
        if final == "J":
            others = {0: self.cells[self.row + 1:], 1: self.cells[:self.row]}
            for other in others.get(kind, self.cells):
                self._blank(other, 0, self.columns)

    def _blank(self, row, first, last):
        for column in range(first, min(last, self.columns)):
            row[column] = " "

    def _edit(self, final, count):
        row = self.cells[self.row]
        if final == "@":
            row[self.column:] = ([" "] * count + row[self.column:])[:self.columns - self.column]
        elif final == "P":
            row[self.column:] = (row[self.column + count:] + [" "] * count)[
                :self.columns - self.column]
        elif final == "b":
            for _ in range(count):
                self._print(self._last)
        else:
            self._scroll(count if final in "MS" else -count, self.row if final in "LM" else None)

    def _color(self, numbers):
        """Remembers colours: 3 for the numbers 30 to 37, "background" for any background."""
        codes = list(numbers)
        while codes:
            code = codes.pop(0)
            if code in (38, 48):
                self.colors.add(f"{'background ' if code == 48 else ''}{codes[1:2]}")
                codes = codes[2:] if codes[:1] == [5] else codes[4:]
            elif 30 <= code < 38 or 90 <= code < 98:
                self.colors.add(str(code))
            elif 40 <= code < 48 or 100 <= code < 108:
                self.colors.add(f"background {code}")

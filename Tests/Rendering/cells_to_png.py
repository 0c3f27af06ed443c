#!/usr/bin/env python3
"""Renders a screen to PNG: dark, light or without colour.

    python3 -m venv .build/pillow && .build/pillow/bin/pip install pillow
    skdemo --script FILE --save-display home.json
    .build/pillow/bin/python Tests/Rendering/cells_to_png.py home.json --theme light

The input is the JSON of --save-display, or the text with control sequences of
`tmux capture-pane -e -p`. It needs DejaVu Sans Mono, or a font that --font names.
"""

import argparse
import json
import pathlib
import re
import sys
import unicodedata

from PIL import Image, ImageDraw, ImageFont

THEMES = {"dark": ("#16191d", "#d8dee4"), "light": ("#ffffff", "#24292f")}
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"
NAMED = {
    "dark": ["#000000", "#cd0000", "#00cd00", "#cdcd00", "#5c5cff", "#cd00cd", "#00cdcd", "#e5e5e5",
             "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"],
}


def xterm(number):
    """A colour of xterm's 256."""
    if number < 16:
        return NAMED["dark"][number]
    if number < 232:
        steps = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
        return "#" + "".join(f"{0 if step == 0 else 55 + 40 * step:02x}" for step in steps)
    return "#" + f"{8 + 10 * (number - 232):02x}" * 3


def columns(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def from_cells(document):
    """The runs of a document of --save-display."""
    size = document["columns"], document["rows"]
    return size, document["runs"]


def from_ansi(text):
    """The runs of lines with SGR sequences; other sequences are left out."""
    runs, look, width = [], {}, 0
    lines = text.rstrip("\n").split("\n")
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;:]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b\(B)", line):
            if part.startswith("\x1b"):
                if part.endswith("m"):
                    look = sgr(look, part[2:-1])
                continue
            taken = sum(columns(character) for character in part)
            if part:
                runs.append(dict(look, row=row, column=column, columns=taken, text=part))
            column += taken
        width = max(width, column)
    return (width, len(lines)), runs


def sgr(look, parameters):
    """The look after one SGR sequence."""
    look = dict(look)
    codes = [int(code or 0) for code in re.split("[;:]", parameters)]
    names = {1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}
    while codes:
        code = codes.pop(0)
        if code == 0:
            look = {}
        elif code in names:
            look[names[code]] = True
        elif code == 22:
            look.pop("bold", None)
            look.pop("dim", None)
        elif code in (24, 27):
            look.pop({24: "underlined", 27: "reversed"}[code], None)
        elif 30 <= code < 38 or 90 <= code < 98:
            look["dark"] = look["light"] = xterm(code - 30 if code < 38 else code - 82)
        elif code in (38, 48) and codes[:1] == [5]:
            if code == 38:
                look["dark"] = look["light"] = xterm(codes[1])
            codes = codes[2:]
        elif code == 39:
            look.pop("dark", None)
            look.pop("light", None)
    return look


def mixed(color, background, part):
    """A colour that lets the background through."""
    values = [int(text[at:at + 2], 16) for text in (color, background) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in zip(values, values[3:]))


class Canvas:
    """A grid of cells that are drawn on an image."""

    def __init__(self, size, theme, font, points):
        self.background, self.foreground = THEMES["dark" if theme == "plain" else theme]
        self.theme = theme
        self.fonts = {bold: ImageFont.truetype(font.format("-Bold" if bold else ""), points)
                      for bold in (False, True)}
        self.width = round(self.fonts[False].getlength("M"))
        ascent, descent = self.fonts[False].getmetrics()
        self.height = ascent + descent
        self.image = Image.new(
            "RGB", (size[0] * self.width + 16, size[1] * self.height + 16), self.background)
        self.draw = ImageDraw.Draw(self.image)

    def run(self, run):
        """Each character in its own cell, whatever its width in the font."""
        color = run.get(self.theme) or self.foreground
        if run.get("dim"):
            color = mixed(color, self.background, 0.65)
        back = self.background
        if run.get("reversed"):
            color, back = back, color
        x, y = 8 + run["column"] * self.width, 8 + run["row"] * self.height
        right = x + run["columns"] * self.width
        self.draw.rectangle((x, y, right - 1, y + self.height - 1), fill=back)
        for character in run["text"]:
            self.draw.text((x, y), character, fill=color, font=self.fonts[bool(run.get("bold"))])
            x += columns(character) * self.width
        if run.get("underlined"):
            bottom = y + self.height - 2
            self.draw.line((8 + run["column"] * self.width, bottom, right, bottom), fill=color)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("input", type=pathlib.Path, help="cells in JSON, or captured text; - is the input")
    parser.add_argument("output", type=pathlib.Path, nargs="?", help="the PNG; by default beside the input")
    parser.add_argument("--theme", choices=["dark", "light", "plain"], default="dark")
    parser.add_argument("--font", default=FONTS, help="with {} where -Bold stands")
    parser.add_argument("--points", type=int, default=16)
    options = parser.parse_args()
    is_input = str(options.input) == "-"
    text = sys.stdin.read() if is_input else options.input.read_text(encoding="utf-8")
    size, runs = from_cells(json.loads(text)) if text.lstrip().startswith("{") else from_ansi(text)
    canvas = Canvas(size, options.theme, options.font, options.points)
    for run in runs:
        canvas.run(run)
    output = options.output or pathlib.Path("screen.png" if is_input else options.input.with_suffix(".png"))
    canvas.image.save(output)
    print(output)


if __name__ == "__main__":
    main()

"""Colours, sets of characters and terminals."""
import re

from checks.table import row

PLACES = "sahm"


def colors(bench, *options, **variables):
    """The colours of all places."""
    with bench.owner().opened(*options, environment=variables) as shop:
        for key in PLACES:
            shop.press(key, 0.15)
        return shop.screen.colors


@row(16, "Colour can be switched off", "no code with NO_COLOR, CLICOLOR=0, --color never",
     tests=("the user's choice comes before the environment's",
            "no colour means no code for one"))
def no_color(bench):
    off = {"NO_COLOR=1": colors(bench, NO_COLOR="1"), "CLICOLOR=0": colors(bench, CLICOLOR="0"),
           "--color never": colors(bench, "--color", "never"),
           "--no-color": colors(bench, "--no-color")}
    on = {"NO_COLOR=": colors(bench, NO_COLOR=""),
          "--color always": colors(bench, "--color", "always", NO_COLOR="1")}
    counts = ", ".join(f"{name}: {len(found)}" for name, found in {**off, **on}.items())
    return (counts + " colours", not any(off.values()) and all(on.values()))


@row(17, "Dark, light, 256 and 16 colours", "no background; contrast at least 4.5",
     tests=("every colour can be read on every background that it is for",
            "without colour no role has one, and sixteen colours are enough for the others"))
def themes(bench):
    used = {}
    for name, variables in (("unknown", {}), ("dark", {"COLORFGBG": "15;0"}),
                            ("light", {"COLORFGBG": "0;15"}), ("linux", {"TERM": "linux"})):
        used[name] = colors(bench, **variables)
    backgrounds = {color for found in used.values() for color in found if "background" in color}
    return (", ".join(f"{name}: {len(found)} colours" for name, found in used.items())
            + f", {len(backgrounds)} backgrounds", not backgrounds and bool(used["linux"]))


@row(20, "ASCII", "no byte above 0x7F, and no word lost",
     tests=("every sign that a screen can show has one of ASCII",))
def ascii_only(bench):
    unicode, _ = texts(bench)
    results = {}
    for name, options, variables in (
            ("LC_ALL=C", (), {"LC_ALL": "C"}), ("--ascii", ("--ascii",), {})):
        folded, output = texts(bench, *options, **variables)
        results[name] = sum(byte > 0x7F for byte in output), words(unicode) - words(folded)
    return ("; ".join(f"{name}: {high} such bytes, {len(lost)} words lost"
                      for name, (high, lost) in results.items()),
            not any(high or lost for high, lost in results.values()))


def texts(bench, *options, **variables):
    """The text of all places, and the bytes that drew it."""
    with bench.owner().opened(*options, environment=variables) as shop:
        shown = [shop.screen.text]
        for key in PLACES:
            shop.press(key, 0.3)
            shown.append(shop.screen.text)
        return "\n".join(shown), shop.output


def words(text):
    return set(re.findall("[A-Za-z]{2,}", text))


MODERN = ["xterm-ghostty", "xterm-kitty", "foot", "alacritty", "wezterm", "nonsense"]
OTHERS = ["xterm", "xterm-256color", "tmux-256color", "screen-256color", "rxvt-unicode", "vt100"]
CONSOLES = ["linux", "cygwin"]


@row(21, "Terminals without a description, and consoles",
     "all start; linux and cygwin in colour; without TERM the plain menu",
     tests=("a terminal without a description here is used like a known one",
            "a console has its colours, although its description has no size"))
def terminals(bench):
    failed = [term for term in MODERN + OTHERS if not starts(bench, term)]
    gray = [term for term in CONSOLES if not starts(bench, term)]
    with bench.owner().open(environment={"TERM": ""}) as plain:
        plain.wait_for_output("Shop")
        codes = plain.output.count(b"\x1b")
    total = len(MODERN + OTHERS + CONSOLES)
    return (f"{total - len(failed) - len(gray)} of {total}"
            f"{': not ' + ', '.join(failed + gray) if failed or gray else ''}; "
            f"without TERM {codes} control sequences", not failed and not gray and codes == 0)


def starts(bench, term):
    """Whether the storefront comes up; on a console, whether in colour."""
    try:
        with bench.owner().opened(environment={"TERM": term}) as shop:
            return bool(shop.screen.colors) or term not in CONSOLES
    except AssertionError:
        return False

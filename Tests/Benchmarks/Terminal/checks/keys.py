"""Keys, the mouse, and pastes."""
from checks.table import by_tests, row

DOWN = "\x1bOB"
PASTE = "\x1b[200~b\np\nq\n\x1b[201~"


@row(23, "Keyboard only, and mouse only", "a purchase each way",
     tests=("each place can be reached with the mouse",
            "the first press of the mouse marks Pay, and the second one pays"))
def both_ways(bench):
    bought = {}
    for name, buy in (("keyboard", buy_by_keys), ("mouse", buy_by_mouse)):
        customer = bench.new(name)
        with customer.opened() as shop:
            buy(shop)
            shop.wait_for("Yours.")
        bought[name] = customer.transactions()
    return (", ".join(f"{name}: {count} bought" for name, count in bought.items()),
            set(bought.values()) == {1})


def buy_by_keys(shop):
    shop.press("s")
    shop.wait_for("Restore Purchases")
    shop.press("b")
    shop.wait_for("No money moves.")
    shop.press("p")


def buy_by_mouse(shop):
    shop.click("Shop")
    shop.wait_for("Restore Purchases")
    shop.click("Race Car")
    shop.click(" buy")
    shop.wait_for("No money moves.")
    # The first press marks the button, and the second one pays.
    shop.click("Pay $")
    shop.click("Pay $")


@row(24, "The mouse is polite", "press and wheel, never motion; M gives it back; --no-mouse",
     tests=("the mouse is the program's from the beginning, unless it is not wanted",))
def polite_mouse(bench):
    with bench.owner().opened() as shop:
        begin = set(shop.screen.modes)
        shop.press("M")
        given = 1000 not in shop.screen.modes and shop.shows("The mouse selects text now")
        shop.press("M")
        back = 1000 in shop.screen.modes
        shop.press("q", 0.2)
        shop.end()
        left = shop.screen.modes & {1000, 1002, 1003, 1006}
    with bench.owner().opened("--no-mouse") as shop:
        without = shop.screen.modes & {1000, 1002, 1003, 1006}
    motion = begin & {1002, 1003}
    toggled = "given and taken back" if given and back else "nothing"
    return (f"motion {'on' if motion else 'never on'}; M: {toggled}; "
            f"on after the end: {len(left)}; with --no-mouse: {len(without)}",
            {1000, 1006} <= begin and not motion and given and back and not left and not without)


MOVEMENTS = {"j": "j", "k": "k", "Ctrl-N": "\x0e", "Ctrl-P": "\x10", "G": "G", "g": "g",
             "End": "\x1bOF", "Home": "\x1bOH", "PgDn": "\x1b[6~", "PgUp": "\x1b[5~",
             "Tab": "\t", "Shift-Tab": "\x1b[Z"}


@row(25, "Keys that every terminal has", "all movements of vi, Emacs and paging; conflicts refused",
     tests=("every key is on every terminal, stands once, and says why if it is off",
            "a key that two commands would have is refused, and both are named",
            "a key that not every terminal has is refused"))
def movements(bench):
    with bench.owner().opened() as shop:
        shop.press("s", 0.3)
        silent = [name for name, key in MOVEMENTS.items() if not shop.press(key)]
    return (f"{len(MOVEMENTS) - len(silent)} of {len(MOVEMENTS)} move"
            f"{': not ' + ', '.join(silent) if silent else ''}", not silent)


@row(26, "A paste is data", "buys nothing and quits nothing, on any screen",
     tests=("pasted text is never an answer", "pasted text buys nothing and quits nothing"))
def paste(bench):
    customer = bench.owner("paste")
    before, ended = customer.transactions(), []
    screens = {"My Cars": "m", "Shop": "s", "Account": "a", "History": "h", "page": "s\r",
               "fuel store": "f", "help": "?", "palette": ":", "sheet": ("s", DOWN, "b"), "TM": "T"}
    for name, keys in screens.items():
        with customer.opened() as shop:
            for key in keys:
                shop.press(key, 0.2)
            shop.press(PASTE, 0.3)
            if shop.has_ended:
                ended.append(name)
    bought = customer.transactions() - before
    return (f"{len(screens)} screens: {bought} bought, {len(ended)} ended",
            not bought and not ended)


@row(27, "No purchase twice or typed ahead", "20 Enters and 20 b at once buy nothing",
     tests=("twenty Enters and twenty b never pay", "p pays once, however often it is pressed",
            "keys typed ahead, Enter and pasted text never confirm a purchase"))
def burst(bench):
    customer = bench.new("burst")
    with customer.opened() as shop:
        shop.press("s", 0.3)
        shop.press("\r" * 20 + "b" * 20, 0.5)
        alive = not shop.has_ended
    bought = customer.transactions()
    return f"{bought} bought, {'alive' if alive else 'ended'}", bought == 0 and alive


# What the palette must have first, by the keys that lead to the place.
WANTED = {("m",): ("restore purchases", "change or cancel", "quit"),
          ("s", DOWN): ("buy", "restore purchases", "quit"),
          ("h",): ("ask for a refund", "restore purchases", "quit")}

by_tests(28, "A key that does nothing says why", "a reason for each, in every state",
         "a key that is disabled answers with its reason",
         "what is owned, scheduled, waiting or not needed is not sold, and says why",
         "every key is on every terminal, stands once, and says why if it is off")


@row(29, "Help, footer and palette from the keys",
     "`?` filters; `:` has every command and named thing",
     tests=("what customers want is in the footer or the help of every screen",
            "typed text filters the keys, and escape shows all again before it closes",
            "the command line offers every control, and none while one works"))
def help_and_palette(bench):
    with bench.owner().opened() as shop:
        shop.press("?", 0.2)
        shop.press("refund", 0.2)
        missing, filtered = [], shop.shows("refund", without=("restore purchases",))
        shop.press("\x1b", 0.3)
        shop.press("\x1b", 0.3)
        for keys, names in WANTED.items():
            for key in keys:
                shop.press(key, 0.3)
            shop.press(":", 0.2)
            missing += [name for name in names if name not in shop.screen.text.lower()]
            shop.press("\x1b", 0.3)
        shop.press(":", 0.2)
        shop.press("racecar", 0.2)
        named = shop.shows("Race Car")
    return (f"? {'filters' if filtered else 'does not filter'}; : "
            f"begins {'without ' + ', '.join(missing) if missing else 'with what is wanted'} "
            f"and {'finds' if named else 'does not find'} a product",
            filtered and not missing and named)

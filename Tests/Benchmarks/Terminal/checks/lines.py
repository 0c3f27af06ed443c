"""The storefront as lines: a numbered menu, and for a screen reader."""
from checks.table import row


def purchase(customer, *options, **variables):
    """A customer buys what the shop has first; what was printed."""
    with customer.open(*options, environment=variables) as shop:
        for text, line in (("Head over to the shop", "s"), ("Restore Purchases", "b"),
                           ("No money moves.", "p"), ("is yours", "q")):
            try:
                shop.wait_for_output(text)
            except AssertionError:
                if text != "is yours":
                    raise
                # The spoken event has other words, which the caller looks for.
                shop.read(0.5)
            shop.send(line + "\n")
        shop.end()
        return shop.output.decode(errors="replace")


@row(18, "--plain, and TERM=dumb", "a numbered menu of the same commands; no control sequence",
     tests=("a car is bought without a control sequence",))
def plain(bench):
    results = []
    for name, options, variables in (
            ("--plain", ("--plain",), {}), ("TERM=dumb", (), {"TERM": "dumb"})):
        customer = bench.new("plain")
        codes = purchase(customer, *options, **variables).count("\x1b")
        results.append((name, codes, customer.transactions()))
    return ("; ".join(f"{name}: {bought} bought, {codes} control sequences"
                      for name, codes, bought in results),
            all(codes == 0 and bought == 1 for _, codes, bought in results))


@row(19, "--accessible", "no second screen, no borders, a line for each event",
     tests=("a screen reader gets what was bought, with its price in words",
            "a screen reader gets the event in words and stays on the selected row"))
def accessible(bench):
    customer = bench.new("accessible")
    output = purchase(customer, "--accessible")
    borders = sum(0x2500 <= ord(sign) < 0x25A0 for sign in output)
    event = next((line.strip() for line in output.splitlines() if "US dollars" in line
                  and line.strip().startswith("Purchased")), "no event")
    return (f"{output.count(chr(27))} control sequences, {borders} borders, “{event}”",
            "\x1b" not in output and borders == 0 and event != "no event")

"""Prints the terminal's rows of the performance table: skdemo against minimal C programs, and
against an earlier skdemo if one is named.

    measure.py WORK SKDEMO [EARLIER]

Each pair is measured in turn, so that a busy minute of the machine hits both; the medians
themselves go to standard error, because they hold on one machine and in one minute only.
"""
import os
import statistics
import sys

import programs
from customers import Customer
from measuring import Keys, key_times, processor_time

STARTS, KEYS = 40, 200


def print_row(what, against, measured, reference, aim=""):
    subject, other = statistics.median(measured), statistics.median(reference)
    print(f"| {what} | {against} | cost {subject / other:.2f} | {aim} |")
    print(f"{what}: {subject:.3f} ms, {against}: {other:.3f} ms (medians of {len(measured)})",
          file=sys.stderr)


def measure_earlier(owner, earlier):
    """Each with a folder of its own: an earlier program refuses the store of a later one."""
    times = {customer: [] for customer in (earlier, owner)}
    for _ in range(STARTS):
        for customer, found in times.items():
            found.append(processor_time(customer.skdemo, ["status"], customer.environment))
    print_row("processor time of `skdemo status` on a known device", "the earlier skdemo",
              times[owner], times[earlier], "at most 0.65")


def measure_starts(work, shop):
    floor, base, first, personalised = programs.floor(work), [], [], []
    for _ in range(STARTS):
        base.append(floor.start_time(work))
        first.append(shop.start_time(work))
        base.append(floor.start_time(work))
        personalised.append(shop.start_time(work, mark="· renews"))
    against = "the minimal C program's"
    print_row("start to first frame", against, first, base, "at most 4.00")
    print_row("start to first personalised frame", against, personalised, base, "at most 15.00")


def measure_keys(work, program):
    menu, shop = Keys(programs.menu(work)), Keys(program, "s")
    if not key_times([shop, menu], KEYS):
        sys.exit(f"of {KEYS} keys the shop answered {len(shop.counts)}: the measurement is void")
    print_row("key to paint at 80x24", "a menu in C", shop.times, menu.times)
    ours, base = statistics.median(shop.counts), statistics.median(menu.counts)
    print(f"| bytes for each key at 80x24: {ours:.0f}, at most {max(shop.counts)} | "
          f"a menu in C: {base:.0f} | cost {ours / base:.2f} | at most 256 bytes |")


def main():
    work, skdemo, *earlier = map(os.path.abspath, sys.argv[1:])
    programs.build(work)
    owner = Customer.owner(skdemo, os.path.join(work, "customer"))
    if earlier:
        measure_earlier(owner, Customer.owner(earlier[0], os.path.join(work, "earlier-customer")))
    shop = owner.program("skdemo")
    measure_starts(work, shop)
    measure_keys(work, shop)


if __name__ == "__main__":
    main()

"""What the screens say about purchases."""
import re
import time

from checks.table import by_tests, row

by_tests(30, "The slot at the top right",
         "plan, sign and word in every state, also where it is narrow",
         "each situation has its words", "every situation has a wording for the narrowest screen",
         "the first line names the plan on a screen of 60 columns")

by_tests(32, "Prices", "minor units exact, in the storefront's currency; what an offer costs after",
         "a storefront that the operator sets arrives in an open shop",
         "the offer for a new customer is a badge, and the regular price follows",
         "half a refund in the history is half the price")

by_tests(33, "Timeline", "from dates alone; months of 28 to 31 days; years and strokes",
         "each kind of time has a stroke of its own, in ASCII too",
         "the year stands where it changes",
         "in a grace period today stands after the end that was not paid")

by_tests(35, "Restore and refund", "a sentence for each outcome",
         "Restore Purchases says what it did", "defect 4: a restore that fails says why",
         "a row says what became of the request for its refund, on a narrow screen too",
         "refunds that are declined one after the other are shown together")


@row(36, "What happens elsewhere", "shown while the shop is open; the focus stays; (updated)",
     tests=("a car that was refunded says so before it leaves", "nothing moves when a mark comes",
            "a burst of keys is shown in one frame"))
def elsewhere(bench):
    """Another terminal sells a car to the customer, and refunds it."""
    customer = bench.owner("elsewhere")
    with customer.opened() as shop:
        shop.wait_for("▌ Car")
        sold = customer.run("store", "buy", "nonconsumable.utilityvehicle")
        begin = time.perf_counter()
        shop.wait_for("(updated)", "Sport Utility Vehicle")
        seconds = time.perf_counter() - begin
        stays = shop.shows("▌ Car")
        customer.run("store", "refund", re.search(r"transaction (\d+)", sold)[1])
        shop.wait_for("refunded")
        stays = stays and shop.shows("▌ Car")
    return (f"shown {seconds:.2f} s after the other command's end, then its refund; the focus "
            f"{'stays' if stays else 'moves'}", stays and seconds < 2)

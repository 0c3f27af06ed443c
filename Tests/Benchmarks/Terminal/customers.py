"""Customers of stores in a folder, as skdemo's own commands make them."""
import json
import os
import subprocess

import programs
from session import Session


class Customer:
    """A store with one customer, on a device that has been used."""

    def __init__(self, skdemo, folder):
        self.skdemo, self.folder = skdemo, folder
        subprocess.run(["rm", "-rf", folder], check=True)
        os.makedirs(folder)
        self.environment = programs.environment(
            os.path.join(folder, "home"), SKDEMO_DATA=os.path.join(folder, "data"))

    @classmethod
    def owner(cls, skdemo, folder):
        """With two cars, fuel and a plan."""
        customer = cls(skdemo, folder)
        for product in ("nonconsumable.car", "nonconsumable.racecar", "consumable.fuel.octane87",
                        "subscription.pro"):
            customer.run("buy", product, "--yes")
        return customer.seen()

    @classmethod
    def subscriber(cls, skdemo, folder, years=80):
        """With a history of a renewal each month."""
        customer = cls.owner(skdemo, folder)
        customer.run("store", "advance", f"P{years}Y")
        return customer.seen()

    def run(self, *arguments, check=True):
        """What a command prints."""
        return subprocess.run(
            [self.skdemo, *arguments], check=check, env=self.environment, timeout=120,
            stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout

    def seen(self):
        """The same after one start, which leaves behind what was seen last."""
        with self.open() as shop:
            shop.wait_for("Car")
            shop.press("q")
            shop.end()
        return self

    def open(self, *arguments, rows=24, columns=80, environment=None, replies=None):
        return Session([self.skdemo, *arguments], {**self.environment, **(environment or {})},
                       rows, columns, replies)

    def opened(self, *arguments, **keywords):
        """The storefront once it is personalised."""
        return self.open(*arguments, **keywords).wait_for("Shop", without=LAUNCHING)

    def transactions(self):
        """How many transactions the store has."""
        return len(self.listed_transactions())

    def listed_transactions(self):
        """The store's transactions, newest first."""
        return json.loads(self.run("store", "transactions", "--json"))["transactions"]

    def program(self, name):
        """The storefront as a program that is measured; its first frame is its first one of all."""
        return programs.Program(name, [self.skdemo], self.environment, mark="\x1b[?2026h")


# What the first line says before the launch has ended, now and in earlier versions.
LAUNCHING = ("checking", "getting ready")

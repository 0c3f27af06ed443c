"""Verifies receipts of a served store, with inapppy and with plain requests.

Usage: verify_receipts.py RECEIPTS.json [CHECK ...]

The store's address, its shared secret and its customers' receipts come from a JSON file that the Swift
tests write; see ServedShop+receipts.swift.
"""

import json
import sys

import requests
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from inapppy import AppStoreValidator, InAppPyValidationError

from checks import check, run


class Shop:
    def __init__(self, file):
        with open(file) as text:
            values = json.load(text)
        self.base_url = values["baseURL"]
        self.secret = values["secret"]
        self.receipts = values["receipts"]

    def validator(self, sandbox=True, **options):
        """inapppy sets its address before each call, so the method that does it is replaced."""
        base_url = self.base_url

        class Validator(AppStoreValidator):
            def _change_url_by_sandbox(self):
                path = "/verifyReceipt" if self.sandbox else "/production/verifyReceipt"
                self.url = base_url + path

        return Validator(sandbox=sandbox, http_timeout=60, **options)

    def validate(self, account, **options):
        return self.validator().validate(self.receipts[account], self.secret, **options)

    def refused(self, account, secret):
        """The response to a receipt that inapppy does not accept."""
        try:
            answer = self.validator().validate(self.receipts[account], secret)
        except InAppPyValidationError as error:
            return error.message, error.raw_response
        raise AssertionError(f"no error, but {answer}")

    def send(self, method="POST", path="/verifyReceipt", body=None):
        response = requests.request(method, self.base_url + path, data=body, timeout=60)
        assert response.status_code == 200, response.status_code
        return response.json()


def strings(values):
    """Whether every value of every object is a string."""
    return all(isinstance(value, str) for one in values for value in one.values())


@check("a customer with everything has every product, each with its dates")
def everything(shop):
    answer = shop.validate("ann")
    assert answer["status"] == 0 and answer["environment"] == "Sandbox"
    receipt = answer["receipt"]
    assert receipt["receipt_type"] == "ProductionSandbox" and receipt["adam_id"] == 0
    assert receipt["bundle_id"] == "com.example.skdemo"
    products = {one["product_id"] for one in receipt["in_app"]}
    assert products >= {
        "nonconsumable.car", "nonconsumable.utilityvehicle", "nonRenewing.standard",
        "subscription.standard", "subscription.pro", "consumable.fuel.octane89",
    }, products
    for one in receipt["in_app"] + answer["latest_receipt_info"]:
        assert one["purchase_date"].endswith(" Etc/GMT"), one
        assert one["purchase_date_pst"].endswith(" America/Los_Angeles"), one
        assert int(one["purchase_date_ms"]) > 1_700_000_000_000, one
        assert ("expires_date" in one) == one["product_id"].startswith("subscription."), one
    for name in ("adam_id", "app_item_id", "download_id", "version_external_identifier"):
        assert type(receipt[name]) is int, name
    assert strings(receipt["in_app"])
    assert strings(answer["latest_receipt_info"]) and strings(answer["pending_renewal_info"])


@check("a refund is cancelled, an upgraded period too, and an offer code has its name")
def refund_upgrade_and_offer(shop):
    latest = shop.validate("ann")["latest_receipt_info"]
    car = next(one for one in latest if one["product_id"] == "nonconsumable.car")
    assert car["cancellation_reason"] in ("0", "1") and car["cancellation_date_ms"]
    upgraded = [one for one in latest if one.get("is_upgraded") == "true"]
    assert [one["product_id"] for one in upgraded] == ["subscription.standard"]
    assert all("cancellation_date" in one for one in upgraded)
    assert any(one.get("offer_code_ref_name") == "pro.free.month" for one in latest)


@check("the latest receipt is one that can be verified, and that Apple's library reads")
def latest_receipt(shop):
    answer = shop.validate("ann")
    again = shop.validator().validate(answer["latest_receipt"], shop.secret)
    assert again["latest_receipt_info"] == answer["latest_receipt_info"]
    found = ReceiptUtility().extract_transaction_id_from_app_receipt(answer["latest_receipt"])
    assert found in {one["transaction_id"] for one in answer["latest_receipt_info"]}


@check("without old transactions only the latest period of a plan is left")
def without_old_transactions(shop):
    answer = shop.validate("ann")
    short = shop.validate("ann", exclude_old_transactions=True)
    assert len(answer["latest_receipt_info"]) > 1
    assert [one["product_id"] for one in short["latest_receipt_info"]] == ["subscription.pro"]
    assert short["receipt"]["in_app"] == answer["receipt"]["in_app"]


@check("a family member has the purchaser's plan")
def family(shop):
    shared = shop.validate("bob")["latest_receipt_info"]
    assert {one["in_app_ownership_type"] for one in shared} == {"FAMILY_SHARED"}


@check("a plan in billing retry, one that renews, and their next renewals")
def renewals(shop):
    retrying = shop.validate("cleo")["pending_renewal_info"][0]
    assert retrying["is_in_billing_retry_period"] == "1" and retrying["expiration_intent"] == "2"
    assert retrying["auto_renew_status"] == "1"
    active = shop.validate("dan")["pending_renewal_info"][0]
    assert active["auto_renew_product_id"] == active["product_id"] == "subscription.standard"
    assert "is_in_billing_retry_period" not in active and "expiration_intent" not in active


@check("a plan in its grace period has the end of it", alone=True)
def grace_period(shop):
    answer = shop.validate("dan")
    renewal = answer["pending_renewal_info"][0]
    expired = max(int(one["expires_date_ms"]) for one in answer["latest_receipt_info"])
    assert int(renewal["grace_period_expires_date_ms"]) == expired + 16 * 86_400_000, renewal
    assert renewal["is_in_billing_retry_period"] == "1" and renewal["expiration_intent"] == "2"
    assert strings(answer["pending_renewal_info"])


@check("a receipt with a plan needs the shared secret")
def shared_secret(shop):
    for secret in (None, "0" * 32, shop.secret + "0"):
        message, response = shop.refused("dan", secret)
        assert message == "Shared secret mismatch", message
        assert response == {"status": 21004, "environment": "Sandbox"}, response


@check("production refuses a sandbox receipt, and inapppy then asks the sandbox")
def environments(shop):
    retrying = shop.validator(sandbox=False, auto_retry_wrong_env_request=True)
    assert retrying.validate(shop.receipts["dan"], shop.secret)["status"] == 0
    assert retrying.sandbox
    body = json.dumps({"receipt-data": shop.receipts["dan"], "password": shop.secret})
    assert shop.send(path="/production/verifyReceipt", body=body) == {"status": 21007}


@check("a request that is wrong has a status, and the Content-Type does not matter")
def wrong_requests(shop):
    assert shop.send("GET") == {"status": 21000}
    assert shop.send(body="receipt-data=AAAA") == {"status": 21002}
    assert shop.send(body=json.dumps({"receipt-data": "cmVjZWlwdA=="})) == {"status": 21002}
    body = json.dumps({"receipt-data": shop.receipts["dan"], "password": shop.secret})
    assert shop.send(body=body)["status"] == 0


if __name__ == "__main__":
    sys.exit(run(Shop(sys.argv[1]), sys.argv[2:]))

"""A store that is served, as Apple's library for Python sees it.

The store's address, keys and transactions come from a JSON file that the Swift tests write; see
ServedShop.swift.
"""

import json
import time

import requests
from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


class RecordingClient(AppStoreServerAPIClient):
    """Apple's client, which sends to another address and records which of its methods were called."""

    called = set()

    def __init__(self, shop, key_id, key, bundle_id=None):
        super().__init__(
            key, key_id, shop.issuer_id, bundle_id or shop.bundle_id, Environment.SANDBOX)
        self._base_url = shop.base_url

    def __getattribute__(self, name):
        if not name.startswith("_"):
            RecordingClient.called.add(name)
        return super().__getattribute__(name)


def verifier(root_file, bundle_id):
    with open(root_file, "rb") as file:
        return SignedDataVerifier([file.read()], False, Environment.SANDBOX, bundle_id)


class Shop:
    def __init__(self, file):
        with open(file) as text:
            values = json.load(text)
        self.base_url = values["baseURL"]
        self.bundle_id = values["bundleID"]
        self.issuer_id = values["issuerID"]
        self.key_id = values["keyID"]
        self.key = values["privateKey"].encode()
        self.revoked_key_id = values["revokedKeyID"]
        self.revoked_key = values["revokedPrivateKey"].encode()
        self.ids = values["transactions"]
        self.car_order = values["carOrder"]
        self.verifier = verifier(values["rootFile"], self.bundle_id)
        self.client = RecordingClient(self, self.key_id, self.key)

    def client_of_other_app(self):
        return RecordingClient(self, self.key_id, self.key, "com.example.other")

    def transaction(self, signed):
        return self.verifier.verify_and_decode_signed_transaction(signed)

    def transactions(self, signed):
        return [self.transaction(one) for one in signed]

    def info(self, transaction_id):
        """The transaction, verified."""
        return self.transaction(
            self.client.get_transaction_info(transaction_id).signedTransactionInfo)

    def now(self):
        """The store's time, in milliseconds."""
        return self.info(self.ids["car"]).signedDate

    def send(self, method, path, body=None, token=None):
        """Sends a request that the client cannot make; by default with the client's token."""
        headers = self.client._get_headers()
        if token is not None:
            headers["Authorization"] = token
        return requests.request(
            method, self.base_url + path, headers=headers, data=body, timeout=30)

    def error(self, method, path, body=None):
        """The error number in the response to a request that the client cannot make."""
        if body is not None and not isinstance(body, str):
            body = json.dumps(body)
        response = self.send(method, path, body)
        assert response.headers["Content-Type"] == "application/json", response.headers
        document = response.json()
        assert set(document) == {"errorCode", "errorMessage"}, document
        assert document["errorCode"] // 10_000 == response.status_code, document
        return document["errorCode"]


def error_of(call):
    """The error number that a call of the client raises."""
    try:
        answer = call()
    except APIException as error:
        assert error.raw_api_error is not None, f"{error.http_status_code} without a number"
        assert error.raw_api_error // 10_000 == error.http_status_code
        return error.raw_api_error
    raise AssertionError(f"no error, but {answer}")


def wait_for(expected, condition, seconds=60, pause=0.5):
    """Waits until the condition has a value, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(pause)
    raise AssertionError(f"{expected} did not come true")

"""Requests that the store refuses, with the error number of each."""

import copy

from shop import error_of

UNKNOWN = "999999999999"

CONSUMPTION = {
    "customerConsented": True, "sampleContentProvided": False, "deliveryStatus": "DELIVERED",
}
CONSUMPTION_V1 = {
    "customerConsented": True, "consumptionStatus": 1, "platform": 1,
    "sampleContentProvided": False, "deliveryStatus": 0, "appAccountToken": "",
    "accountTenure": 1, "playTime": 1, "lifetimeDollarsRefunded": 1,
    "lifetimeDollarsPurchased": 1, "userStatus": 1, "refundPreference": 1,
}
EXTENSION = {"extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "wrong"}
MASS_EXTENSION = {**EXTENSION, "productId": "subscription.standard"}


def changed(body, **fields):
    """The body with other values; a field whose value is `...` is removed."""
    body = copy.deepcopy(body)
    for name, value in fields.items():
        if value is ...:
            del body[name]
        else:
            body[name] = value
    return body


def queries(shop):
    plan = shop.ids["plan"]
    history = f"/inApps/v2/history/{plan}?"
    yield 4000005, "GET", history + "revision=none", None
    yield 4000005, "GET", f"/inApps/v2/refund/lookup/{plan}?revision=none", None
    yield 4000013, "GET", history + "startDate=2&endDate=2", None
    yield 4000015, "GET", history + "startDate=yesterday", None
    yield 4000016, "GET", history + "endDate=-1", None
    yield 4000021, "GET", history + "sort=RANDOM", None
    yield 4000022, "GET", history + "productType=CAR", None
    yield 4000023, "GET", history + "productId=", None
    yield 4000024, "GET", history + "subscriptionGroupIdentifier=", None
    yield 4000025, "GET", history + "excludeRevoked=maybe", None
    yield 4000026, "GET", history + "inAppOwnershipType=RENTED", None
    yield 4000030, "GET", history + "revoked=maybe", None
    yield 4000031, "GET", f"/inApps/v1/subscriptions/{plan}?status=6", None


def extensions(shop):
    one = f"/inApps/v1/subscriptions/extend/{shop.ids['plan']}"
    every = "/inApps/v1/subscriptions/extend/mass"
    yield 4000000, "PUT", one, "{"
    yield 4000008, "PUT", "/inApps/v1/subscriptions/extend/abc", EXTENSION
    yield 4000009, "PUT", one, changed(EXTENSION, extendByDays=91)
    yield 4000010, "PUT", one, changed(EXTENSION, extendReasonCode=4)
    yield 4000011, "PUT", one, changed(EXTENSION, requestIdentifier="")
    yield 4040005, "PUT", f"/inApps/v1/subscriptions/extend/{UNKNOWN}", EXTENSION
    yield 4000009, "POST", every, changed(MASS_EXTENSION, extendByDays=0)
    yield 4000023, "POST", every, changed(MASS_EXTENSION, productId="nothing")
    yield 4000027, "POST", every, changed(MASS_EXTENSION, storefrontCountryCodes=[])
    yield 4000028, "POST", every, changed(MASS_EXTENSION, storefrontCountryCodes=["us"])
    yield 4040009, "GET", every + "/subscription.standard/unknown", None


def consumption(shop):
    fuel = f"/inApps/v2/transactions/consumption/{shop.ids['fuel']}"
    plan = f"/inApps/v2/transactions/consumption/{shop.ids['plan']}"
    yield 4000035, "PUT", fuel, changed(CONSUMPTION, customerConsented=False)
    yield 4000036, "PUT", fuel, changed(CONSUMPTION, deliveryStatus="LOST")
    yield 4000041, "PUT", fuel, changed(CONSUMPTION, sampleContentProvided=...)
    yield 4000044, "PUT", fuel, changed(CONSUMPTION, refundPreference="GRANT")
    yield 4000207, "PUT", fuel, changed(CONSUMPTION, consumptionPercentage=100_001)
    yield 4000208, "PUT", fuel, changed(
        CONSUMPTION, deliveryStatus="UNDELIVERED_OTHER", consumptionPercentage=1)
    yield 4000209, "PUT", plan, changed(
        CONSUMPTION, refundPreference="GRANT_PRORATED", consumptionPercentage=1)
    yield 4000185, "PUT", (
        f"/inApps/v2/transactions/consumption/{shop.ids['sharedPlan']}"), CONSUMPTION


def consumption_v1(shop):
    fuel = f"/inApps/v1/transactions/consumption/{shop.ids['fuel']}"
    for number, field, value in (
        (4000032, "accountTenure", 8), (4000033, "appAccountToken", "ann"),
        (4000034, "consumptionStatus", 4), (4000035, "customerConsented", ...),
        (4000036, "deliveryStatus", 6), (4000037, "lifetimeDollarsPurchased", -1),
        (4000038, "lifetimeDollarsRefunded", 8), (4000039, "platform", 3),
        (4000040, "playTime", 8), (4000041, "sampleContentProvided", "no"),
        (4000042, "userStatus", 5), (4000044, "refundPreference", 4),
    ):
        yield number, "PUT", fuel, changed(CONSUMPTION_V1, **{field: value})
    yield 4000047, "PUT", (
        f"/inApps/v1/transactions/consumption/{shop.ids['car']}"), CONSUMPTION_V1


def tokens(shop):
    def path(name):
        return f"/inApps/v1/transactions/{shop.ids[name]}/appAccountToken"

    body = {"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}
    yield 4000183, "PUT", path("plan"), {"appAccountToken": "ann"}
    yield 4000185, "PUT", path("sharedPlan"), body
    yield 4000187, "PUT", path("renewal"), body
    yield 4040005, "PUT", f"/inApps/v1/transactions/{UNKNOWN}/appAccountToken", body


def notifications(shop):
    path, now = "/inApps/v1/notifications/history", shop.now()
    dates = {"startDate": now - 1000, "endDate": now}
    yield 4000012, "POST", path, changed(dates, startDate=now - 31 * 86_400_000)
    yield 4000013, "POST", path, changed(dates, startDate=now)
    yield 4000014, "POST", path + "?paginationToken=none", dates
    yield 4000015, "POST", path, changed(dates, startDate=...)
    yield 4000016, "POST", path, changed(dates, endDate="now")
    yield 4000018, "POST", path, changed(dates, notificationSubtype="VOLUNTARY")
    yield 4000019, "POST", path, changed(
        dates, notificationType="TEST", transactionId=shop.ids["plan"])
    yield 4000020, "GET", "/inApps/v1/notifications/test/none", None
    yield 4040008, "GET", (
        "/inApps/v1/notifications/test/7e3fb20b-4cdb-47cc-936d-99d65f608138_1"), None
    yield 4040010, "POST", path, changed(dates, transactionId=UNKNOWN)


def provoke_all(shop):
    """Sends each request and compares the number in its response."""
    app = shop.info(shop.ids["plan"]).appTransactionId
    wrong = []
    for requests in (queries, extensions, consumption, consumption_v1, tokens, notifications):
        for expected, method, path, body in requests(shop):
            number = shop.error(method, path, body)
            if number != expected:
                wrong.append(f"{method} {path} {body}: {number}, not {expected}")
    for expected, call in (
        (4000006, lambda: shop.client.get_transaction_info("abc")),
        (4000048, lambda: shop.client.get_transaction_info(app)),
        (4040010, lambda: shop.client.get_transaction_info(UNKNOWN)),
        (4040010, lambda: shop.client.get_refund_history(UNKNOWN, None)),
        (4000048, lambda: shop.client.finish_transaction(app)),
    ):
        number = error_of(call)
        if number != expected:
            wrong.append(f"{number}, not {expected}")
    assert not wrong, "\n".join(wrong)

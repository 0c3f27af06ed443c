"""Drives every method of Apple's client against a served store.

Usage: drive_client.py SHOP.json [CHECK ...]
"""

import sys
import time
import uuid

from appstoreserverlibrary.api_client import AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import (
    Order,
    ProductType,
    TransactionHistoryRequest,
)
from appstoreserverlibrary.models.TransactionReason import TransactionReason
from appstoreserverlibrary.models.Type import Type
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus

import wrong_requests
import wrong_tokens
from checks import check, run
from shop import RecordingClient, Shop, error_of, wait_for

DAY = 86_400_000


def history(shop, transaction_id, version=GetTransactionHistoryVersion.V2, **filters):
    """All pages of a customer's history, verified."""
    request = TransactionHistoryRequest(**filters)
    found, revision = [], None
    while True:
        page = shop.client.get_transaction_history(transaction_id, revision, request, version)
        assert page.bundleId == shop.bundle_id and page.revision
        found += shop.transactions(page.signedTransactions)
        revision = page.revision
        if not page.hasMore:
            return found


@check("a transaction has the values of its purchase")
def transaction_info(shop):
    fuel = shop.info(shop.ids["fuel"])
    assert fuel.type == Type.CONSUMABLE and fuel.quantity == 3
    assert fuel.price == 2970 and fuel.currency == "USD" and fuel.storefront == "USA"
    assert fuel.transactionReason == TransactionReason.PURCHASE
    car = shop.info(shop.ids["car"])
    assert car.type == Type.NON_CONSUMABLE and car.revocationDate is not None


@check("the history has every product type, a renewal, an upgrade, an offer and a refund")
def full_history(shop):
    found = history(shop, shop.ids["fuel"])
    assert {one.type for one in found} == {
        Type.CONSUMABLE, Type.NON_CONSUMABLE, Type.NON_RENEWING_SUBSCRIPTION,
        Type.AUTO_RENEWABLE_SUBSCRIPTION,
    }
    assert any(one.transactionReason == TransactionReason.RENEWAL for one in found)
    assert any(one.isUpgraded for one in found)
    assert any(one.offerType for one in found)
    assert any(one.revocationDate for one in found)
    assert len({one.transactionId for one in found}) == len(found)
    assert {one.appTransactionId for one in found} == {found[0].appTransactionId}


@check("the history has the filters of Apple's documentation")
def filtered_history(shop):
    named = shop.ids["fuel"]
    everything = history(shop, named)

    def expect(matches, **filters):
        found = {one.transactionId for one in history(shop, named, **filters)}
        assert found == {one.transactionId for one in everything if matches(one)}, filters

    plans = Type.AUTO_RENEWABLE_SUBSCRIPTION
    expect(lambda one: one.type == plans, productTypes=[ProductType.AUTO_RENEWABLE])
    expect(
        lambda one: one.productId in ("nonconsumable.car", "subscription.pro"),
        productIds=["nonconsumable.car", "subscription.pro"])
    group = next(one.subscriptionGroupIdentifier for one in everything if one.type == plans)
    expect(lambda one: one.type == plans, subscriptionGroupIdentifiers=[group])
    expect(lambda one: one.revocationDate, revoked=True)
    expect(lambda one: not one.revocationDate, revoked=False)
    expect(lambda one: True, inAppOwnershipType=InAppOwnershipType.PURCHASED)
    expect(lambda one: False, inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED)
    middle = sorted(one.purchaseDate for one in everything)[len(everything) // 2]
    expect(lambda one: one.purchaseDate >= middle, startDate=middle)
    expect(lambda one: one.purchaseDate < middle, endDate=middle)
    newest_first = history(shop, named, sort=Order.DESCENDING)
    assert [one.transactionId for one in newest_first] == [
        one.transactionId for one in reversed(everything)]


@check("the history of a family member has only what is shared with them")
def shared_history(shop):
    found = history(shop, shop.ids["sharedPlan"])
    assert found
    assert {one.inAppOwnershipType for one in found} == {InAppOwnershipType.FAMILY_SHARED}
    named = history(shop, found[0].appTransactionId)
    assert [one.transactionId for one in named] == [one.transactionId for one in found]


@check("every subscription has its status and its renewal")
def statuses(shop):
    def read(transaction_id, *filters):
        answer = shop.client.get_all_subscription_statuses(transaction_id, list(filters) or None)
        assert answer.bundleId == shop.bundle_id
        items = [item for group in answer.data for item in group.lastTransactions]
        for item in items:
            last = shop.transaction(item.signedTransactionInfo)
            renewal = shop.verifier.verify_and_decode_renewal_info(item.signedRenewalInfo)
            assert last.originalTransactionId == item.originalTransactionId
            assert renewal.originalTransactionId == item.originalTransactionId
            assert renewal.productId == last.productId
        return [item.status for item in items]

    assert read(shop.ids["plan"]) == [Status.ACTIVE]
    assert read(shop.ids["sharedPlan"]) == [Status.ACTIVE]
    assert read(shop.ids["retryingPlan"]) == [Status.BILLING_RETRY]
    assert read(shop.ids["plan"], Status.EXPIRED, Status.REVOKED) == []
    assert read(shop.ids["plan"], Status.EXPIRED, Status.ACTIVE) == [Status.ACTIVE]


@check("the refund history has the refunds of a customer")
def refunds(shop):
    answer = shop.client.get_refund_history(shop.ids["fuel"], None)
    assert not answer.hasMore
    found = {one.transactionId for one in shop.transactions(answer.signedTransactions)}
    assert shop.ids["car"] in found
    later = shop.client.get_refund_history(shop.ids["fuel"], answer.revision)
    assert later.signedTransactions == [] and not later.hasMore


@check("an order ID finds its purchase, and an unknown one is invalid")
def orders(shop):
    known = shop.client.look_up_order_id(shop.car_order)
    assert known.status == OrderLookupStatus.VALID
    assert [one.transactionId for one in shop.transactions(known.signedTransactions)] == [
        shop.ids["car"]]
    assert shop.client.look_up_order_id("M000000").status == OrderLookupStatus.INVALID


@check("an app transaction is found by every ID of its customer")
def app_transaction(shop):
    named = shop.info(shop.ids["fuel"]).appTransactionId
    for transaction_id in (shop.ids["fuel"], shop.ids["plan"], named):
        answer = shop.client.get_app_transaction_info(transaction_id)
        app = shop.verifier.verify_and_decode_app_transaction(answer.signedAppTransactionInfo)
        assert app.appTransactionId == named and app.bundleId == shop.bundle_id


@check("a finished consumable is only in version 2 of the history")
def finish(shop):
    fuel = shop.ids["fuel"]

    def found(version):
        return fuel in [one.transactionId for one in history(shop, fuel, version)]

    assert found(GetTransactionHistoryVersion.V1)
    shop.client.finish_transaction(fuel)
    shop.client.finish_transaction(fuel)
    assert not found(GetTransactionHistoryVersion.V1) and found(GetTransactionHistoryVersion.V2)


@check("an app account token is set for a subscription")
def app_account_token(shop):
    token = str(uuid.uuid4())
    shop.client.set_app_account_token(
        shop.ids["plan"], UpdateAppAccountTokenRequest(appAccountToken=token))
    assert shop.info(shop.ids["plan"]).appAccountToken == token


@check("consumption information of both versions is accepted")
def consumption(shop):
    shop.client.send_consumption_information(
        shop.ids["fuel"],
        ConsumptionRequest(
            customerConsented=True, sampleContentProvided=False,
            deliveryStatus=DeliveryStatus.DELIVERED, consumptionPercentage=50_000,
            refundPreference=RefundPreference.GRANT_PRORATED))
    shop.client.send_consumption_data(
        shop.ids["fuel"],
        ConsumptionRequestV1(
            customerConsented=True, consumptionStatus=ConsumptionStatus.PARTIALLY_CONSUMED,
            platform=Platform.NON_APPLE, sampleContentProvided=False,
            deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY, appAccountToken="",
            accountTenure=AccountTenure.THIRTY_DAYS_TO_NINETY_DAYS,
            playTime=PlayTime.ONE_DAY_TO_FOUR_DAYS,
            lifetimeDollarsRefunded=LifetimeDollarsRefunded.ZERO_DOLLARS,
            lifetimeDollarsPurchased=LifetimeDollarsPurchased.ONE_CENT_TO_FORTY_NINE_DOLLARS_AND_NINETY_NINE_CENTS,
            userStatus=UserStatus.ACTIVE,
            refundPreference=RefundPreferenceV1.PREFER_DECLINE))


def extension(identifier, days=5):
    return ExtendRenewalDateRequest(
        extendByDays=days, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION,
        requestIdentifier=identifier)


def mass_extension(identifier, **values):
    values.setdefault("productId", "subscription.standard")
    return MassExtendRenewalDateRequest(
        extendByDays=3, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE,
        requestIdentifier=identifier, **values)


@check("one subscription is extended, once for each request identifier")
def extend(shop):
    plan = shop.ids["extendedPlan"]
    before = shop.info(plan).expiresDate
    first = shop.client.extend_subscription_renewal_date(plan, extension("one"))
    again = shop.client.extend_subscription_renewal_date(plan, extension("one", days=9))
    assert first.success and first.originalTransactionId == plan
    assert first.effectiveDate == before + 5 * DAY and again == first
    assert shop.info(plan).expiresDate == first.effectiveDate


@check("all active subscribers are extended, and the status counts them")
def extend_all(shop):
    def status(identifier):
        answer = shop.client.get_status_of_subscription_renewal_date_extensions(
            identifier, "subscription.standard")
        assert answer.requestIdentifier == identifier
        return answer if answer.complete else None

    def extend(identifier):
        request = mass_extension(identifier)
        answer = shop.client.extend_renewal_date_for_all_active_subscribers(request)
        assert answer.requestIdentifier == identifier
        return wait_for("the mass extension", lambda: status(identifier))

    first = extend("all")
    assert (first.succeededCount, first.failedCount) == (1, 0) and first.completeDate
    # The subscriber has had two extensions in a year.
    second = extend("all again")
    assert (second.succeededCount, second.failedCount) == (0, 1)


@check("a subscription that may not be extended is refused")
def refused_extensions(shop):
    def error(plan):
        return error_of(
            lambda: shop.client.extend_subscription_renewal_date(plan, extension("two")))

    assert error(shop.ids["extendedPlan"]) == 4030005
    assert error(shop.ids["retryingPlan"]) == 4030004
    assert error(shop.ids["sharedPlan"]) == 4030007
    assert error(shop.ids["renewal"]) == 4040005
    assert error(shop.ids["car"]) == 4040005


@check("a test notification arrives, and its status has the attempt")
def test_notification(shop):
    token = shop.client.request_test_notification().testNotificationToken

    def status():
        try:
            return shop.client.get_test_notification_status(token)
        except Exception as error:
            assert getattr(error, "raw_api_error", None) == 4040008, error
            return None

    answer = wait_for("the test notification", status)
    payload = shop.verifier.verify_and_decode_notification(answer.signedPayload)
    assert payload.notificationType == NotificationTypeV2.TEST
    assert [one.sendAttemptResult for one in answer.sendAttempts] == [SendAttemptResult.SUCCESS]


@check("the notification history has the extension and its attempt")
def notification_history(shop):
    def read(**filters):
        request = NotificationHistoryRequest(
            startDate=shop.now() - DAY, endDate=shop.now() + DAY, **filters)
        found, token = [], None
        while True:
            page = shop.client.get_notification_history(token, request)
            found += page.notificationHistory
            token = page.paginationToken
            if not page.hasMore:
                return found

    def types(items):
        payloads = [shop.verifier.verify_and_decode_notification(one.signedPayload) for one in items]
        return [one.notificationType for one in payloads]

    wait_for("every attempt", lambda: all(one.sendAttempts for one in read()))
    extended = read(notificationType=NotificationTypeV2.RENEWAL_EXTENDED)
    assert types(extended) == [NotificationTypeV2.RENEWAL_EXTENDED] * 2
    assert all(one.sendAttempts[0].sendAttemptResult == SendAttemptResult.SUCCESS
               for one in extended)
    assert NotificationTypeV2.TEST in types(read())
    about = types(read(transactionId=shop.ids["extendedPlan"]))
    assert about.count(NotificationTypeV2.RENEWAL_EXTENDED) == 2
    assert read(onlyFailures=True) == []
    assert read(
        notificationType=NotificationTypeV2.EXPIRED, notificationSubtype=Subtype.VOLUNTARY) == []


@check("without a notification URL there is no test notification", alone=True)
def no_notification_url(shop):
    assert error_of(shop.client.request_test_notification) == 4040007


@check("another app's server owns nothing")
def other_app(shop):
    other = shop.client_of_other_app()
    plan = shop.ids["plan"]
    empty = TransactionHistoryRequest()
    for call in (
        lambda: other.get_transaction_info(plan),
        lambda: other.get_transaction_history(plan, None, empty, GetTransactionHistoryVersion.V2),
        lambda: other.get_all_subscription_statuses(plan),
        lambda: other.get_refund_history(plan, None),
        lambda: other.get_app_transaction_info(plan),
        lambda: other.finish_transaction(plan),
    ):
        assert error_of(call) == 4040010
    assert error_of(
        lambda: other.extend_subscription_renewal_date(plan, extension("other"))) == 4040005
    assert other.look_up_order_id(shop.car_order).status == OrderLookupStatus.INVALID


@check("every error number that a request can provoke is provoked")
def error_numbers(shop):
    wrong_requests.provoke_all(shop)


@check("a request with a wrong token gets 401 and no error number")
def tokens(shop):
    wrong_tokens.refuse_all(shop)


@check("too many requests get 429, and the time of the next one in milliseconds")
def rate_limit(shop):
    for _ in range(10_000):
        number = error_of(lambda: shop.client.get_test_notification_status("none"))
        if number != 4000020:
            break
    assert number == 4290000
    response = shop.send("GET", "/inApps/v1/notifications/test/none")
    assert response.status_code == 429
    # A time in seconds would be in 1970.
    assert int(response.headers["Retry-After"]) > time.time() * 1000 - DAY


@check("every method of the client was called, except those of retention messaging")
def every_method(_):
    messaging = {
        "upload_image", "delete_image", "get_image_list", "upload_message", "delete_message",
        "get_message_list", "configure_default_message", "delete_default_message",
        "get_default_message", "configure_realtime_url", "delete_realtime_url", "get_realtime_url",
        "initiate_performance_test", "get_performance_test_results",
    }
    methods = {name for name in vars(AppStoreServerAPIClient) if not name.startswith("_")}
    assert methods - messaging - RecordingClient.called == set()


if __name__ == "__main__":
    sys.exit(run(Shop(sys.argv[1]), sys.argv[2:]))

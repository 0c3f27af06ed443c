import AppStorePayloads
import Foundation
package import StoreAPI

extension OperatorCommand {
  /// Every command at least once, with the JSON of its documentation.
  package static let samples: [(OperatorCommand, String)] = [
    (.clock, #"{"clock":{}}"#),
    (.setClock(frozen: true), #"{"setClock":{"frozen":true}}"#),
    (.acceptClock, #"{"acceptClock":{}}"#),
    (.setClockBack(date: march), #"{"setClockBack":{"date":1772323200000}}"#),
    (.advance(move: .to(march)), #"{"advance":{"move":{"to":1772323200000}}}"#),
    (.setPace(pace: .oneRenewalEveryMinute), #"{"setPace":{"pace":1002}}"#),
    (.setStorefront(storefront: "DEU"), #"{"setStorefront":{"storefront":"DEU"}}"#),
    (.setLocale(locale: "de_DE"), #"{"setLocale":{"locale":"de_DE"}}"#),
    (.transactions(account: nil), #"{"transactions":{}}"#),
    (.transactions(account: "ann"), #"{"transactions":{"account":"ann"}}"#),
    (
      .transactions(account: nil, revision: "MS43"), #"{"transactions":{"revision":"MS43"}}"#
    ),
    (
      .refund(transactionID: TransactionID(rawValue: 7)), #"{"refund":{"transactionID":"7"}}"#
    ),
    (
      .declineRefund(transactionID: TransactionID(rawValue: 7)),
      #"{"declineRefund":{"transactionID":"7"}}"#
    ),
    (
      .reverseRefund(transactionID: TransactionID(rawValue: 7)),
      #"{"reverseRefund":{"transactionID":"7"}}"#
    ),
    (
      .buy(
        purchase: OperatorPurchase(
          order: Order(
            key: OrderKey(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7))),
            productID: "pro"), account: "ann", purchaseDate: march,
          renewalBehavior: .cancelImmediately)),
      #"{"buy":{"purchase":{"account":"ann","order":{"key":"00000000-0000-0000-0000-000000000007","productID":"pro","quantity":1},"purchaseDate":1772323200000,"renewalBehavior":"cancelImmediately"}}}"#
    ),
    (
      .delete(transactionID: TransactionID(rawValue: 7)), #"{"delete":{"transactionID":"7"}}"#
    ),
    (
      .expire(subscription: .product("pro", account: nil)),
      #"{"expire":{"subscription":{"productID":"pro"}}}"#
    ),
    (
      .expire(subscription: .product("pro", account: "ann")),
      #"{"expire":{"subscription":{"account":"ann","productID":"pro"}}}"#
    ),
    (
      .expire(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"expire":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .disableAutoRenew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"disableAutoRenew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .enableAutoRenew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"enableAutoRenew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (.setRenewalLimit(isOn: false), #"{"setRenewalLimit":{"isOn":false}}"#),
    (.setGracePeriod(gracePeriod: .days16), #"{"setGracePeriod":{"gracePeriod":16}}"#),
    (
      .setGracePeriod(gracePeriod: .days3, renewalType: .paidToPaidOnly),
      #"{"setGracePeriod":{"gracePeriod":3,"renewalType":"PAID_TO_PAID_ONLY"}}"#
    ),
    (.setRenewalsFail(isOn: true), #"{"setRenewalsFail":{"isOn":true}}"#),
    (.setAskToBuy(isOn: true), #"{"setAskToBuy":{"isOn":true}}"#),
    (.setInterruptedPurchases(isOn: true), #"{"setInterruptedPurchases":{"isOn":true}}"#),
    (.subscriptions(), #"{"subscriptions":{}}"#),
    (.subscriptions(revision: "MS43"), #"{"subscriptions":{"revision":"MS43"}}"#),
    (.orders, #"{"orders":{}}"#),
    (.approve(orderID: TransactionID(rawValue: 7)), #"{"approve":{"orderID":"7"}}"#),
    (.decline(orderID: TransactionID(rawValue: 7)), #"{"decline":{"orderID":"7"}}"#),
    (.resolve(orderID: TransactionID(rawValue: 7)), #"{"resolve":{"orderID":"7"}}"#),
    (
      .setSimulatedError(
        api: .loadProducts, error: SimulatedError(.networkError, urlErrorCode: -1001)),
      #"{"setSimulatedError":{"api":"loadProducts","error":{"name":"networkError","urlErrorCode":-1001}}}"#
    ),
    (
      .setSimulatedError(api: .purchase, error: nil),
      #"{"setSimulatedError":{"api":"purchase"}}"#
    ),
    (.clearSimulatedErrors, #"{"clearSimulatedErrors":{}}"#),
    (.settings, #"{"settings":{}}"#),
    (
      .subscription(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"subscription":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .renew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"renew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .failBilling(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"failBilling":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .recoverBilling(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"recoverBilling":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .extend(subscription: .transaction(TransactionID(rawValue: 7)), days: 30),
      #"{"extend":{"days":30,"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .requestPriceIncreaseConsent(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"requestPriceIncreaseConsent":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .answerPriceIncrease(
        subscription: .transaction(TransactionID(rawValue: 7)), isAccepted: true),
      #"{"answerPriceIncrease":{"isAccepted":true,"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .setPrice(productID: "pro", price: Decimal(1299) / 100, policy: .askConsent),
      #"{"setPrice":{"policy":"askConsent","price":12.99,"productID":"pro"}}"#
    ),
    (.withdraw(productID: "pro"), #"{"withdraw":{"productID":"pro"}}"#),
    (.undoWithdraw(productID: "pro"), #"{"undoWithdraw":{"productID":"pro"}}"#),
    (.importCatalogue(configuration: "{}"), #"{"importCatalogue":{"configuration":"{}"}}"#),
    (.createOfferKey, #"{"createOfferKey":{}}"#),
    (
      .createOfferCodes(
        request: OfferCodeRequest(reference: "spring", custom: "SPRING", number: 5)),
      #"{"createOfferCodes":{"request":{"custom":"SPRING","number":5,"reference":"spring"}}}"#
    ),
    (.offerCodes, #"{"offerCodes":{}}"#),
    (.families, #"{"families":{}}"#),
    (
      .addFamilyMember(account: "bert", organizer: "ann"),
      #"{"addFamilyMember":{"account":"bert","organizer":"ann"}}"#
    ),
    (
      .removeFamilyMember(account: "bert"), #"{"removeFamilyMember":{"account":"bert"}}"#
    ),
    (
      .setFamilySharing(isOn: false, account: nil), #"{"setFamilySharing":{"isOn":false}}"#
    ),
    (.accounts, #"{"accounts":{}}"#),
    (
      .addAccount(credentials: bert),
      #"{"addAccount":{"credentials":{"account":"bert","password":"battery staple"}}}"#
    ),
    (
      .setPassword(credentials: bert, signsOutDevices: true),
      #"""
      {"setPassword":{"credentials":{"account":"bert","password":"battery staple"},\#
      "signsOutDevices":true}}
      """#
    ),
    (.signOut(account: "ann"), #"{"signOut":{"account":"ann"}}"#),
    (
      .removeDevice(device: "phone", account: "ann"),
      #"{"removeDevice":{"account":"ann","device":"phone"}}"#
    ),
    (.reset, #"{"reset":{}}"#),
  ]
}

private let bert = Credentials(account: "bert", password: "battery staple")
private let march = Date(millisecondsSince1970: 1_772_323_200_000)

import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// The fields of everything that the store signs for an app's server: their names, and the types that they
/// have in the JSON itself, which a lenient reader would not notice.
///
/// Source: "JWSTransactionDecodedPayload", "JWSRenewalInfoDecodedPayload" and
/// "JWSAppTransactionDecodedPayload" in the documentation of the App Store Server API.
@Suite(.hangLimit) struct PayloadFieldsTests {
  /// The JSON type of a field.
  enum FieldType {
    /// A string of decimal digits.
    case digits
    case text
    /// One of these strings.
    case choice(Set<String>)
    /// A UUID in lower case.
    case uuid
    /// A period of ISO 8601.
    case period
    /// A whole number without a fraction or an exponent.
    case integer(ClosedRange<Int64>)
    /// Milliseconds since 1970, a whole number of this century.
    case date
    case boolean
    /// Only `true` is written.
    case yes
    case textList
  }

  private static let transaction: [String: FieldType] = [
    "transactionId": .digits, "originalTransactionId": .digits, "webOrderLineItemId": .digits,
    "bundleId": .text, "productId": .text, "subscriptionGroupIdentifier": .text,
    "purchaseDate": .date, "originalPurchaseDate": .date, "expiresDate": .date,
    "quantity": .integer(1...10),
    "type": .choice([
      "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
    ]),
    "appAccountToken": .uuid, "inAppOwnershipType": .choice(["PURCHASED", "FAMILY_SHARED"]),
    "signedDate": .date, "revocationReason": .integer(0...1), "revocationDate": .date,
    "revocationType": .choice(["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"]),
    "revocationPercentage": .integer(0...100_000), "isUpgraded": .yes,
    "offerType": .integer(1...4), "offerIdentifier": .text,
    "offerDiscountType": .choice(["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME"]),
    "offerPeriod": .period, "environment": .choice(["Sandbox"]), "storefront": .choice(["USA"]),
    "storefrontId": .digits, "transactionReason": .choice(["PURCHASE", "RENEWAL"]),
    "currency": .choice(["USD"]), "price": .integer(0...Int64(1 << 40)),
    "appTransactionId": .digits,
  ]

  /// The fields of every transaction.
  private static let ofEachTransaction: Set<String> = [
    "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate",
    "originalPurchaseDate", "quantity", "type", "inAppOwnershipType", "signedDate", "environment",
    "storefront", "storefrontId", "transactionReason", "currency", "price", "appTransactionId",
  ]

  private static let renewal: [String: FieldType] = [
    "originalTransactionId": .digits, "productId": .text, "autoRenewProductId": .text,
    "autoRenewStatus": .integer(0...1), "isInBillingRetryPeriod": .boolean,
    "gracePeriodExpiresDate": .date, "expirationIntent": .integer(1...5),
    "priceIncreaseStatus": .integer(0...1), "offerType": .integer(1...4),
    "offerIdentifier": .text,
    "offerDiscountType": .choice(["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"]),
    "offerPeriod": .period, "signedDate": .date, "environment": .choice(["Sandbox"]),
    "recentSubscriptionStartDate": .date, "renewalDate": .date,
    "renewalPrice": .integer(0...Int64(1 << 40)), "currency": .choice(["USD"]),
    "eligibleWinBackOfferIds": .textList, "appAccountToken": .uuid, "appTransactionId": .digits,
  ]

  private static let ofEachRenewal: Set<String> = [
    "originalTransactionId", "productId", "autoRenewProductId", "autoRenewStatus", "signedDate",
    "environment", "recentSubscriptionStartDate", "renewalDate", "appTransactionId",
  ]

  private static let appTransaction: [String: FieldType] = [
    "receiptType": .choice(["Sandbox"]), "bundleId": .text, "originalApplicationVersion": .text,
    "originalPurchaseDate": .date, "receiptCreationDate": .date, "appTransactionId": .digits,
    "originalPlatform": .choice(["iOS", "macOS", "tvOS", "visionOS"]),
  ]

  @Test func `every field of every payload has its name and its type in JSON`() async throws {
    let signed = try await signedInAllLives()

    let transactions = try signed.transactions.map(fields)
    let renewals = try signed.renewals.map(fields)
    let appTransactions = try signed.appTransactions.map(fields)

    expect(transactions, Self.transaction, always: Self.ofEachTransaction)
    expect(renewals, Self.renewal, always: Self.ofEachRenewal)
    expect(appTransactions, Self.appTransaction, always: Set(Self.appTransaction.keys))
  }

  /// Expects that the payloads have each field of a table at least once, with its type, and no other.
  private func expect(
    _ payloads: [[String: ParsedJSON]], _ table: [String: FieldType], always: Set<String>
  ) {
    for payload in payloads {
      #expect(always.subtracting(payload.keys) == [])
      for (name, value) in payload {
        #expect(table[name]?.describes(value) == true, "\(name): \(value)")
      }
    }
    #expect(Set(table.keys).subtracting(payloads.flatMap(\.keys)) == [], "these were never seen")
  }

  private typealias Tokens = (
    transactions: [String], renewals: [String], appTransactions: [String]
  )

  /// The tokens that the store signs for a customer in each lifecycle scenario, and in a long one.
  private func signedInAllLives() async throws -> Tokens {
    var all = try await signedInLongLife()
    for scenario in LifecycleScenario.all {
      let shop = try await ServerShop()
      for step in scenario.steps {
        try await shop.fixture.perform(step, as: shop.backend)
        let signed = try await self.signed(shop)
        all.transactions += signed.transactions
        all.renewals += signed.renewals
        all.appTransactions += signed.appTransactions
      }
    }
    return all
  }

  /// A customer with an account in the app leaves after a year and may be won back.
  private func signedInLongLife() async throws -> Tokens {
    let shop = try await ServerShop()
    let order = Order(
      key: OrderKey(UUID()), productID: "subscription.pro",
      appAccountToken: LowercaseUUID(UUID()))
    _ = try await shop.backend.purchase(order)
    try await shop.fixture.advance("P1Y")
    _ = try await shop.store.perform(
      .disableAutoRenew(subscription: .product("subscription.pro", account: nil)))
    try await shop.fixture.advance("P6M")
    return try await signed(shop)
  }

  private func signed(_ shop: ServerShop) async throws -> Tokens {
    let customer = try AnyTransactionID(CustomerNumber(rawValue: 1).appTransactionID)
    let history = try await shop.pages(customer.rawValue, TransactionHistoryRequest())
    let statuses = try await shop.store.subscriptionStatuses(
      customer, statuses: [], for: shop.caller)
    let app = try await shop.store.appTransactionInfo(customer, for: shop.caller)
    let items = statuses.data.flatMap(\.lastTransactions)
    return (
      history.flatMap(\.signedTransactions) + items.map(\.signedTransactionInfo),
      items.map(\.signedRenewalInfo), [app.signedAppTransactionInfo]
    )
  }

  /// The fields of a token's payload, as the token has them.
  private func fields(of token: String) throws -> [String: ParsedJSON] {
    let parts = token.split(separator: ".")
    let body = try #require(parts.count == 3 ? Data(base64URLEncoded: parts[1].utf8) : nil)
    guard case .object(let fields) = try ParsedJSON(body) else {
      throw FixtureError(text: "no object: \(token)")
    }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.name.string, $0.value) })
  }
}

extension PayloadFieldsTests.FieldType {
  /// Whether a value has this type; `null` never has.
  fileprivate func describes(_ value: ParsedJSON) -> Bool {
    switch (self, value) {
    case (.digits, .string(let text)): isWhole(text.string) && !text.string.hasPrefix("-")
    case (.text, .string(let text)): !text.string.isEmpty
    case (.choice(let choices), .string(let text)): choices.contains(text.string)
    case (.uuid, .string(let text)):
      UUID(uuidString: text.string)?.uuidString.lowercased() == text.string
    case (.period, .string(let text)): text.string.wholeMatch(of: /P[1-9][0-9]*[DWMY]/) != nil
    case (.integer(let range), .number(let text)):
      isWhole(text.string) && Int64(text.string).map(range.contains) == true
    case (.date, .number(let text)):
      isWhole(text.string) && Int64(text.string).map { $0 > 1_000_000_000_000 } == true
    case (.boolean, .boolean): true
    case (.yes, .boolean(let isTrue)): isTrue
    case (.textList, .array(let elements)):
      !elements.isEmpty && elements.allSatisfy { Self.text.describes($0) }
    default: false
    }
  }

  /// Whether a text is a whole number as JSON has it, without a fraction or an exponent.
  private func isWhole(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)/) != nil
  }
}

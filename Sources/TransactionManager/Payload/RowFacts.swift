import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// A name and its value, as the details show them.
struct RowFact: Equatable, Sendable {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}

extension [RowFact] {
  /// The facts that have a value.
  static func known(_ facts: KeyValuePairs<String, String?>) -> Self {
    facts.compactMap { name, text in text.map { RowFact(name, $0) } }
  }
}

/// Facts that belong together.
struct RowFacts: Equatable, Sendable {
  /// A title, such as Apple's name of the payload; `nil` for what the store adds.
  let title: String?
  let facts: [RowFact]

  static func transaction(_ payload: TransactionPayload) -> RowFacts {
    RowFacts(title: "JWSTransactionDecodedPayload", facts: payload.facts)
  }

  static func renewalInfo(_ payload: RenewalInfoPayload) -> RowFacts {
    RowFacts(title: "JWSRenewalInfoDecodedPayload", facts: payload.facts)
  }
}

extension ManagedRow {
  /// Returns the facts about the row; `subscription` is the subscription of a transaction.
  func facts(with subscription: OperatorSubscription?) -> [RowFacts] {
    switch self {
    case .order(let order): [RowFacts(title: nil, facts: order.facts)]
    case .transaction(let listed):
      [
        RowFacts(
          title: nil, facts: listed.facts(status: subscription?.status ?? listed.status)),
        .transaction(listed.transaction),
      ] + (subscription.map { [.renewalInfo($0.renewalInfo)] } ?? [])
    case .subscription(let subscription):
      [
        RowFacts(
          title: nil, facts: subscription.transaction.facts(status: subscription.status)),
        .renewalInfo(subscription.renewalInfo),
        .transaction(subscription.transaction.transaction),
      ]
    }
  }
}

extension RowFacts {
  /// The notifications about the row's transaction; `nil` if there are none.
  static func notifications(_ notifications: [TransactionNotification]) -> RowFacts? {
    guard !notifications.isEmpty else { return nil }
    return RowFacts(
      title: "App Store Server Notifications", facts: notifications.flatMap(\.facts))
  }
}

extension TransactionNotification {
  fileprivate var facts: [RowFact] {
    let name = [type, subtype].compactMap(\.self).joined(separator: " ")
    return [RowFact(date.second, name), RowFact("  UUID", "\(id)")]
      + (attempts.isEmpty ? [RowFact("  attempt", "not sent yet")] : attempts.map(\.fact))
  }
}

extension NotificationAttempt {
  fileprivate var fact: RowFact { RowFact("  attempt", "\(date.second) · \(result)") }
}

extension OperatorOrder {
  fileprivate var facts: [RowFact] {
    [
      RowFact("product", (quantity > 1 ? "\(quantity) × " : "") + productID),
      RowFact("account", account), RowFact("waits for", cause.need),
      RowFact("since", date.second),
    ] + .known(["would cost": cost, "family": isShared == true ? "shares it" : nil])
  }

  /// The price if it were sold now.
  private var cost: String? {
    guard let charge, let currency else { return nil }
    return "\(charge) \(currency)"
  }
}

extension OperatorTransaction {
  /// The store's facts that are in no payload.
  fileprivate func facts(status: SubscriptionStatusCode?) -> [RowFact] {
    let status = status.map { "\($0.rawValue) · \(RowState($0).text)" }
    return .known([
      "account": account, "order ID": orderID?.description, "status": status,
      "refund request": refundRequest?.words,
      "developer reports": refundRequest?.consumption?.description,
      "finished": isFinished ? "yes" : "not yet",
    ])
  }

  /// `nil` for a family member's copy.
  private var orderID: OrderID? {
    transaction.inAppOwnershipType == .purchased ? OrderID(of: transaction.transactionId) : nil
  }
}

extension RefundRequest {
  fileprivate var words: String {
    ([state.rawValue.lowercased(), reason.rawValue, date.second] + [text].compactMap(\.self))
      .joined(separator: " · ")
  }
}

import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// The JSON output of a command about one subscription.
struct SubscriptionReport: Encodable {
  private let code: SubscriptionStatusCode
  var account: String
  /// StoreKit's name of the state.
  var status: String
  /// Of the next renewal.
  var renewalInfo: RenewalInfoPayload
  /// Of the current or last period.
  var transaction: TransactionPayload

  private enum CodingKeys: String, CodingKey {
    case account, status, renewalInfo, transaction
  }

  init(
    _ current: OperatorTransaction, _ renewalInfo: RenewalInfoPayload,
    _ status: SubscriptionStatusCode
  ) {
    code = status
    account = current.account
    self.status = status.name
    self.renewalInfo = renewalInfo
    transaction = current.transaction
  }

  /// A sentence, including an effect of the command that the payloads do not show.
  func text(after command: OperatorCommand) -> String {
    var note = ""
    if command.control is OperatorCommand.FailBilling, code == .active {
      note = ", but that payment will fail"
    }
    return "\(transaction.productId) of \(account) \(state)\(note), transaction "
      + "\(transaction.transactionId)"
  }

  private var state: String {
    switch code {
    case .active: next
    case .billingGracePeriod:
      "could not be renewed and is in its grace period until "
        + text(renewalInfo.gracePeriodExpiresDate)
    case .billingRetry: "could not be renewed and gives no access until it is paid"
    case .revoked: "was refunded"
    case .expired: "ended at \(text(transaction.expiresDate))"
    }
  }

  /// The renewal or the end of the subscription after the period.
  private var next: String {
    let end = text(transaction.expiresDate)
    guard renewalInfo.autoRenewStatus == .on else { return "ends at \(end) and does not renew" }
    let plan = renewalInfo.autoRenewProductId.flatMap {
      $0 == transaction.productId ? nil : " as \($0)"
    }
    let price = renewalInfo.renewalPrice.map {
      " for \(Decimal(milliunits: $0)) \(renewalInfo.currency ?? "")"
    }
    let consent = renewalInfo.priceIncreaseStatus == .pending ? " if the customer agrees" : ""
    return "renews at \(end)\(plan ?? "")\(price ?? "")\(consent)"
  }

  private func text(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "now" }
}

extension SubscriptionStatusCode {
  /// StoreKit's name of the state.
  var name: String {
    switch self {
    case .active: "subscribed"
    case .expired: "expired"
    case .billingRetry: "inBillingRetryPeriod"
    case .billingGracePeriod: "inGracePeriod"
    case .revoked: "revoked"
    }
  }
}

import AppStorePayloads
import Foundation
import StoreOperatorAPI

/// `skdemo store notifications resend --json`, and a line of `listen --json`.
struct SentNotificationReport: Encodable {
  /// The number of the attempt; absent after `resend`.
  var number: Int64?
  var uuid: String
  var type: String
  var subtype: String?
  /// The date of the event on the store's clock.
  var date: Date
  var account: String?
  var transactionID: TransactionID?
  var productID: String?
  /// The number of attempts to send the notification so far.
  var attempt: Int
  var attemptDate: Date
  /// The server's answer, by Apple's name.
  var result: String
  /// The answer to the copy that `listen --forward-to` sent; absent without one.
  var forwardResult: String?
  var signedPayload: String

  init(_ sent: SentNotification, forwardResult: String? = nil) {
    number = sent.number
    uuid = sent.uuid.description
    type = sent.type
    subtype = sent.subtype
    date = sent.date
    account = sent.account
    transactionID = sent.transactionID
    productID = sent.productID
    attempt = sent.attempt
    attemptDate = sent.attemptDate
    result = sent.result
    self.forwardResult = forwardResult
    signedPayload = sent.signedPayload
  }

  /// Such as `2026-01-21T12:00:00Z  DID_RENEW  subscription.pro of ann  SUCCESS  99b16628-…`.
  var text: String {
    let subject = [productID, account].compactMap(\.self).joined(separator: " of ")
    let parts = [
      attemptDate.formatted(.iso8601),
      [type, subtype].compactMap(\.self).joined(separator: "."),
      subject, answer, forwardResult.map { "forwarded: \($0)" } ?? "", uuid,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private var answer: String { attempt == 1 ? result : "\(result) at attempt \(attempt)" }
}

/// `skdemo store notifications trigger --json`.
struct TriggerReport: Encodable {
  /// The type, or the type and the subtype with a dot between them.
  var notification: String
  /// The new account whose life led to it; absent if it is about no account.
  ///
  /// `REVOKE` is about another member of this account's family.
  var account: String?

  var text: String {
    account.map { "\(notification): triggered for the new account '\($0)'" }
      ?? "\(notification): triggered for no account"
  }
}

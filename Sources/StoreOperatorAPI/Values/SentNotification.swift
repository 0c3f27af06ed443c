package import AppStorePayloads
package import Foundation

/// One attempt to send a notification, and the notification.
package struct SentNotification: Codable, Hashable, Sendable {
  /// The number of the attempt in the order of all attempts of the store; `nil` in the answer to
  /// ``OperatorCommand/ResendNotification``.
  package var number: Int64?
  /// Never changes, however often the notification is sent.
  package var uuid: LowercaseUUID
  /// Apple's `notificationType`.
  package var type: String
  /// Apple's `subtype`.
  package var subtype: String?
  /// The date of the event on the store's clock.
  package var date: Date
  /// The customer's account; `nil` if the notification is not about one customer.
  package var account: String?
  package var transactionID: TransactionID?
  package var productID: String?
  /// The number of attempts to send the notification so far, this one included.
  package var attempt: Int
  /// On the store's clock.
  package var attemptDate: Date
  /// The server's answer: Apple's `sendAttemptResult`.
  package var result: String
  /// A compact JWS, as it was sent.
  package var signedPayload: String

  package init(
    number: Int64?, uuid: LowercaseUUID, type: String, subtype: String?, date: Date,
    account: String?, transactionID: TransactionID?, productID: String?, attempt: Int,
    attemptDate: Date, result: String, signedPayload: String
  ) {
    self.number = number
    self.uuid = uuid
    self.type = type
    self.subtype = subtype
    self.date = date
    self.account = account
    self.transactionID = transactionID
    self.productID = productID
    self.attempt = attempt
    self.attemptDate = attemptDate
    self.result = result
    self.signedPayload = signedPayload
  }

  /// The maximum number of attempts in a list.
  package static let listLimit = 20
}

import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine

// Translates the store's values into those of observations.
extension Receipt {
  init(_ payload: TransactionPayload) throws {
    guard let currency = NaiveCurrency(rawValue: payload.currency) else {
      throw UnexpectedValue(text: "an unknown currency: \(payload)")
    }
    self.init(
      count: payload.transactionId.number, original: payload.originalTransactionId.number,
      product: payload.productId, quantity: payload.quantity,
      date: try NaiveTime(payload.purchaseDate), cents: currency.units(milliunits: payload.price),
      currency: currency,
      expires: try payload.expiresDate.map { try NaiveTime($0) },
      isRenewal: payload.transactionReason == .renewal, isUpgraded: payload.isUpgraded == true,
      isIntroductory: payload.offerType == .introductory,
      offer: payload.offerIdentifier, offerLength: try payload.offerPeriod.map(NaiveLength.init),
      revoked: try Revocation(payload))
  }
}

extension Receipt.Revocation {
  /// Returns `nil` unless the transaction is revoked.
  fileprivate init?(_ payload: TransactionPayload) throws {
    guard let date = payload.revocationDate else { return nil }
    guard let percentage = payload.revocationPercentage, let reason = payload.revocationReason
    else {
      throw UnexpectedValue(text: "an incomplete revocation: \(payload)")
    }
    self.init(
      date: try NaiveTime(date), isFull: payload.revocationType == .refundFull,
      thousandthsOfPercent: Int(percentage), isIssue: reason == .developerIssue)
  }
}

extension ObservedError {
  /// Returns `nil` for an error that has no code or that no history can lead to.
  init?(_ error: StoreError) {
    guard let code = error.code, let refusal = ObservedError(rawValue: code.rawValue) else {
      return nil
    }
    self = refusal
  }
}

/// A value that no history can lead to.
struct UnexpectedValue: Error {
  let text: String
}

extension TransactionID {
  /// The ID of the only customer's transaction with this count.
  init(count: Int) {
    self.init(rawValue: CustomerNumber(rawValue: 1).number(UInt64(count)))
  }

  /// The count of the only customer's transaction.
  var number: Int { Int(rawValue % CustomerNumber.span) }
}

extension NaiveTime {
  init(_ date: Date?) throws {
    guard let date else { throw UnexpectedValue(text: "no date") }
    let milliseconds = (date.timeIntervalSince1970 - 1_704_067_200) * 1000
    guard abs(milliseconds - milliseconds.rounded()) < 0.001 else {
      throw UnexpectedValue(text: "\(date) has a fraction of a millisecond")
    }
    self.init(milliseconds: Int(milliseconds.rounded()))
  }
}

extension UUID {
  /// A UUID whose last byte is `number`.
  init(number: Int) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}

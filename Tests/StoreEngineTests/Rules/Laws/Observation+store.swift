import Foundation
import StoreAPI
import StoreEngine

// Translates the store's values into those of observations.
extension Receipt {
  init(_ payload: TransactionPayload) throws {
    self.init(
      count: payload.transactionId.number, original: payload.originalTransactionId.number,
      product: payload.productId, quantity: payload.quantity,
      date: try NaiveTime(payload.purchaseDate), cents: Int(payload.price / 10),
      expires: try payload.expiresDate.map { try NaiveTime($0) },
      isRenewal: payload.transactionReason == .renewal, isUpgraded: payload.isUpgraded == true,
      isIntroductory: payload.offerType == .introductory, revoked: try Revocation(payload))
  }
}

extension Receipt.Revocation {
  /// Returns `nil` unless the transaction is revoked.
  fileprivate init?(_ payload: TransactionPayload) throws {
    guard let date = payload.revocationDate else { return nil }
    guard let percentage = payload.revocationPercentage, payload.revocationReason == .other else {
      throw UnexpectedValue(text: "an incomplete revocation: \(payload)")
    }
    self.init(
      date: try NaiveTime(date), isFull: payload.revocationType == .refundFull,
      thousandthsOfPercent: Int(percentage))
  }
}

extension Observation.End {
  init(_ intent: ExpirationIntent) throws {
    switch intent {
    case .autoRenewDisabled: self = .turnedOff
    case .productUnavailable: self = .withdrawn
    default: throw UnexpectedValue(text: "\(intent)")
    }
  }
}

/// A value that no history can lead to.
private struct UnexpectedValue: Error {
  let text: String
}

/// Milliunits are tenths of a cent.
func cents(_ amount: Decimal) -> Int { Int(amount.milliunits / 10) }

extension TransactionID {
  /// The ID of the only customer's transaction with this count.
  init(count: Int) {
    self.init(rawValue: CustomerNumber(rawValue: 1).number(UInt64(count)))
  }

  var number: Int { Int(count) }
}

extension NaiveTime {
  init(_ date: Date?) throws {
    guard let date else { throw UnexpectedValue(text: "no date") }
    let seconds = date.timeIntervalSince1970 - 1_704_067_200
    guard seconds == seconds.rounded() else {
      throw UnexpectedValue(text: "\(date) has a fraction")
    }
    self.init(seconds: Int(seconds))
  }
}

extension UUID {
  /// A UUID whose last byte is `number`.
  init(number: Int) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}

/// The ID of a transaction, unique in its store and never used again.
///
/// In JSON it is a string of decimal digits, as in App Store signed data.
package struct TransactionID: Hashable, Sendable, Comparable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension TransactionID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads decimal digits; `nil` for anything else.
  package init?(_ description: String) {
    guard description.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let rawValue = UInt64(description)
    else { return nil }
    self.init(rawValue: rawValue)
  }

  package var description: String { String(rawValue) }
}

extension TransactionID: StringCodable {
  package static func mismatch(_ string: String) -> String {
    "a transaction ID is a string of digits, not '\(string)'"
  }
}

/// The order ID of a purchase, as a customer finds it on their receipt.
///
/// Every transaction that a customer pays for is an order of its own. The order ID encodes the
/// transaction ID: the letter M, at least eight base-32 digits, and a Luhn check digit, which
/// detects one wrong digit. The digits leave out I, L, O and U, because they look like other
/// characters. Source: "orderId" in the documentation of the App Store Server API.
package struct OrderID: Hashable, Sendable {
  /// The transaction of the purchase.
  package let transactionID: TransactionID

  package init(of transactionID: TransactionID) { self.transactionID = transactionID }
}

extension OrderID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads an order ID as it is written; `nil` for any other text.
  package init?(_ description: String) {
    guard description.utf8.first == Self.first, description.utf8.count <= 16,
      let digits = Self.values(of: description.utf8.dropFirst().dropLast()),
      let number = Self.number(digits)
    else { return nil }
    self.init(of: TransactionID(rawValue: number))
    // Each order has only one ID: a wrong check digit or an extra zero is refused.
    guard self.description == description else { return nil }
  }

  package var description: String {
    let digits = digits
    let text = [Self.first] + (digits + [Self.checkDigit(of: digits)]).map { Self.alphabet[$0] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension OrderID {
  private static let first = UInt8(ascii: "M")
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let leastCount = 8

  /// The digits, the most significant first.
  private var digits: [Int] {
    var (digits, rest): ([Int], UInt64) = ([], transactionID.rawValue)
    while rest > 0 || digits.count < Self.leastCount {
      digits.append(Int(rest % 32))
      rest /= 32
    }
    return digits.reversed()
  }

  private static func values(of text: some Sequence<UInt8>) -> [Int]? {
    let values = text.map { alphabet.firstIndex(of: $0) }
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }

  /// Returns the number with these digits; `nil` if it is too large.
  private static func number(_ digits: [Int]) -> UInt64? {
    digits.reduce(UInt64?(0)) { number, digit in
      guard let number, number <= UInt64.max / 32 else { return nil }
      return number * 32 + UInt64(digit)
    }
  }

  /// The check digit of the Luhn algorithm in base 32.
  private static func checkDigit(of digits: [Int]) -> Int {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.element * (digit.offset.isMultiple(of: 2) ? 2 : 1)
      return sum + value / 32 + value % 32
    }
    return (32 - sum % 32) % 32
  }
}

package import Foundation

extension Date {
  /// The date as a receipt has it: without a fraction of a second.
  package var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }

  /// The date in the form of receipts: RFC 3339 in UTC, "2026-11-21T11:31:31Z"; fractions of a second
  /// are left out.
  var receiptText: String { wholeSeconds.formatted(.iso8601) }

  /// Reads a date in the form of receipts; `nil` for any other text.
  init?(receiptText text: String) {
    // Foundation reads other forms too. Only the form of receipts is accepted.
    guard text.utf8.count == 20, let date = try? Date.ISO8601FormatStyle().parse(text),
      date.receiptText == text
    else { return nil }
    self = date
  }
}

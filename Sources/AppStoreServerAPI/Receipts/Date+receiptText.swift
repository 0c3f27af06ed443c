import AppStorePayloads
import Foundation

extension Date {
  /// The date as verifyReceipt writes it in a time zone, such as `2026-11-21 11:31:31 Etc/GMT`;
  /// fractions of a second are left out.
  ///
  /// The suffix `_pst` of a field means the Pacific time zone, with daylight saving time.
  func receiptText(in zone: ReceiptTimeZone) -> String {
    let parts = zone.calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)))
    let day = "\(parts.year.digits(4))-\(parts.month.digits(2))-\(parts.day.digits(2))"
    let time = "\(parts.hour.digits(2)):\(parts.minute.digits(2)):\(parts.second.digits(2))"
    return "\(day) \(time) \(zone.name)"
  }
}

/// A time zone in which receipts have dates.
struct ReceiptTimeZone: Sendable {
  let name: String
  let calendar: Calendar

  static let receiptGMT = ReceiptTimeZone("Etc/GMT", .gmt)
  static let receiptPacific = ReceiptTimeZone(
    "America/Los_Angeles", TimeZone(identifier: "America/Los_Angeles") ?? .gmt)

  private init(_ name: String, _ zone: TimeZone) {
    self.name = name
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }
}

extension Int? {
  /// At least `count` digits.
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self ?? 0)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}

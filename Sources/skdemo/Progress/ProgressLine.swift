import Foundation
import StoreAPI
import StoreOperatorAPI

/// The progress of an advance of the store's clock, in one line.
struct ProgressLine: Hashable {
  let progress: OperatorProgress

  /// The bar with the date and the number of events, in fewer than `columns` columns.
  ///
  /// A line that fills the terminal would wrap. The number is left out if there is no room for it,
  /// and the bar below 20 columns.
  func bar(columns: Int) -> String {
    let width = columns - 1
    let texts = ["\(day)  \(events)", day].filter { width - $0.count >= Self.narrowestBar }
    guard let text = texts.first else { return String(day.prefix(max(0, width))) }
    return "\(bar(width: width - text.count - 1)) \(text)"
  }

  /// The same in words.
  var text: String { "the clock is at \(day), moving to \(progress.target.day): \(events)" }

  /// With the space behind it.
  private static let narrowestBar = 8

  private var day: String { progress.reached.day }

  private var events: String {
    progress.events == 1 ? "1 event" : "\(progress.events) events"
  }

  private func bar(width: Int) -> String {
    let inside = min(width, Self.widestBar) - 2
    let filled = Int(Double(inside) * fraction)
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: inside - filled) + "]"
  }

  private static let widestBar = 60

  private var fraction: Double {
    let whole = progress.target.timeIntervalSince(progress.from)
    guard whole > 0 else { return 1 }
    return min(1, max(0, progress.reached.timeIntervalSince(progress.from) / whole))
  }
}

extension Date {
  /// "3 Mar 2031", in UTC.
  var day: String {
    formatted(
      VerbatimFormatStyle(
        format: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
  }
}

import ArgumentParser
import Foundation
import StoreAPI

/// Whose subscription to which plan.
struct SubscriptionArguments: ParsableArguments {
  @Argument(
    help: "The plan, as skdemo products lists it, or one of the subscription's transactions.")
  var id: String

  @Option(
    help: ArgumentHelp("Whose subscription to the plan, if several have one.", valueName: "name"))
  var account: String?

  /// Digits are a transaction's ID, unless an account says that they are a product's.
  var reference: SubscriptionReference {
    if account == nil, let id = TransactionID(id) { return .transaction(id) }
    return .product(id, account: account)
  }
}

/// A date of ISO 8601; without a time it is midnight, UTC.
struct DateArgument: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    let dates = [.iso8601, Self.milliseconds, day].compactMap { try? Date(argument, strategy: $0) }
    guard let date = dates.first else { return nil }
    self.date = date
  }

  init(_ date: Date) { self.date = date }

  private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension DateArgument: CustomStringConvertible {
  /// The argument, with fractions of a second only if it has some.
  var description: String {
    let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}

extension CalendarDuration: ExpressibleByArgument {}

extension TransactionID: ExpressibleByArgument {}

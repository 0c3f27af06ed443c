import ArgumentParser
import Foundation
import StoreAPI

/// Whose subscription to which plan.
struct SubscriptionArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The plan, as skdemo products lists it.", valueName: "product-id"))
  var id: String

  @Option(
    help: ArgumentHelp("Whose subscription, where several accounts have one.", valueName: "name"))
  var account: String?

  var reference: SubscriptionReference { .product(id, account: account) }
}

/// A date of ISO 8601; without a time it is midnight, UTC.
struct DateArgument: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    let dates = [.iso8601, day].compactMap { try? Date(argument, strategy: $0) }
    guard let date = dates.first else { return nil }
    self.date = date
  }
}

extension CalendarDuration: ExpressibleByArgument {}

extension TransactionID: ExpressibleByArgument {}

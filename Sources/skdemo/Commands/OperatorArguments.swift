import AppStorePayloads
import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

/// A subscription: its plan and its subscriber.
struct SubscriptionArguments: ParsableArguments {
  @Argument(
    help: "The plan, as listed by skdemo products, or a transaction of the subscription.",
    completion: .subscriptions)
  var id: String

  @Option(
    help: ArgumentHelp("The subscriber's account, if the plan has several.", valueName: "name"),
    completion: .accounts)
  var account: String?

  /// Digits are a transaction's ID, unless an account is given: then they are a product's.
  var reference: SubscriptionReference {
    if account == nil, let id = TransactionID(id) { return .transaction(id) }
    return .product(id, account: account)
  }
}

/// An ISO 8601 date; without a time it means midnight UTC.
struct DateArgument {
  let date: Date

  init(_ date: Date) { self.date = date }

  /// Reads a whole argument.
  ///
  /// - Throws: `ValidationError` with the accepted forms if the argument is not a date.
  static func read(_ argument: String) throws -> DateArgument {
    guard let date = Date(iso8601: argument) else { throw ValidationError(Date.iso8601Forms) }
    return DateArgument(date)
  }
}

extension DateArgument: CustomStringConvertible {
  /// The argument, with fractions of a second only if there are any.
  var description: String {
    let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}

extension CalendarDuration {
  /// Reads a whole argument.
  ///
  /// - Throws: `ValidationError` with the accepted forms if the argument is not a duration.
  static func read(_ argument: String) throws -> CalendarDuration {
    guard let duration = CalendarDuration(argument) else { throw ValidationError(forms) }
    return duration
  }
}

extension TransactionID: ExpressibleByArgument {}

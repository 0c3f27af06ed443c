package import Foundation

/// Why a store refused, in data; ``description`` says it in a sentence.
package enum StoreFault: Error, Hashable, Sendable {
  /// The store cannot be reached or cannot read its storage; nothing is known of a sent order.
  ///
  /// The reason may be read by a stranger: it names no folder of the store's machine.
  case unavailable(String)
  /// The token is unknown or has been revoked.
  case unauthorized
  /// There is no such account, or this is not its password: nobody is told which.
  case signInRefused
  /// Sign-ins or sign-ups came too fast; seconds until another is heard.
  case tooManyAttempts(retryAfter: Int)
  case accountExists(String)
  /// Passwords have 8 to 256 characters.
  case invalidPassword
  case unknownProduct(String)
  case invalidQuantity(Int, allowed: ClosedRange<Int>)
  /// The terms that the customer confirmed no longer hold; these do.
  case quoteChanged(Quote)
  /// Another order was sent under this key.
  case orderKeyReused(OrderKey)
  /// The key was closed before the order came.
  case orderKeyClosed(OrderKey)
  case unknownTransaction(TransactionID)
  /// It was refunded at this date.
  case alreadyRefunded(TransactionID, Date)
  /// It cost nothing, or an upgrade has given all of it back.
  case nothingToRefund(TransactionID)
  /// No subscription to this product gives service to this account, or to any where it is `nil`.
  case notSubscribed(String, account: String?)
  /// Several accounts subscribe to this product.
  case severalSubscribers(String, accounts: [String])
  case unknownAccount(String)
  case unknownDevice(String)
  case deviceExists(String)
  /// The account has as many devices as it may.
  case tooManyDevices(limit: Int)
  case invalidName(String)
  case clockMovedBackwards(from: Date, to: Date)
  /// Signatures could not be trusted after `last`.
  case clockBeyondCertificates(Date, last: Date)
  /// A fault of a newer store, which this version does not know: its code and its sentence.
  ///
  /// Nothing is known of an order that it answers.
  case unknown(code: String, message: String)
}

extension StoreFault: CustomStringConvertible {
  /// The sentence, with control characters escaped: names and reasons may be a stranger's.
  package var description: String { sentence.escapingControls }

  private var sentence: String {
    switch self {
    case .unavailable(let reason):
      "the store does not answer: \(reason)"
    case .unauthorized:
      "this device is no longer signed in: it was removed, or the store is another one now"
    case .signInRefused:
      "the account's name or its password is wrong: check both, or make an account with "
        + "skdemo sign-in --create"
    case .tooManyAttempts(let seconds):
      "too many attempts: the store listens again in \(seconds) s"
    case .accountExists(let name):
      "there is an account '\(name)' already: choose another name, or sign in without --create"
    case .invalidPassword:
      "this cannot be a password: use 8 to 256 characters"
    case .unknownProduct(let id):
      "there is no product '\(id)' for sale: skdemo products lists what is"
    case .invalidQuantity(let quantity, let allowed):
      "a quantity of \(quantity) cannot be bought: it must be \(Self.phrase(allowed))"
    case .quoteChanged(let quote):
      "the terms changed before the purchase was made: it would now cost "
        + "\(quote.charge) \(quote.currency). Nothing was charged; look again and confirm"
    case .orderKeyReused(let key):
      "the order key \(key) belongs to another order: nothing was charged"
    case .orderKeyClosed(let key):
      "the order \(key) came after it had been given up: nothing was charged"
    case .unknownTransaction(let id):
      "there is no transaction \(id): skdemo history lists yours, skdemo store transactions all"
    case .alreadyRefunded(let id, let date):
      "transaction \(id) was refunded on \(date.formatted(.iso8601)) already: nothing is left to "
        + "give back"
    case .nothingToRefund(let id):
      "transaction \(id) has nothing to give back: it was free, or an upgrade has refunded all of it"
    case .notSubscribed(let id, let account):
      "\(account.map { "account '\($0)' is not" } ?? "nobody is") subscribed to '\(id)' now: "
        + "skdemo store transactions lists what was sold"
    case .severalSubscribers(let id, let accounts):
      "\(accounts.count) accounts are subscribed to '\(id)', \(Self.phrase(accounts)): "
        + "choose one with --account"
    case .unknownAccount(let name):
      "there is no account '\(name)' in this store"
    case .unknownDevice(let name):
      "there is no device '\(name)': skdemo device list lists yours"
    case .deviceExists(let name):
      "there is a device '\(name)' already: choose another name"
    case .tooManyDevices(let limit):
      "the account has \(limit) devices already, as many as it may: skdemo device list lists them, "
        + "and skdemo device remove NAME makes room"
    case .invalidName(let name):
      "'\(name)' cannot be a name: use 1 to 64 letters, digits, '-', '_', '.' or '@'"
    case .clockMovedBackwards(let from, let to):
      "the store's clock cannot go back from \(from.formatted(.iso8601)) to "
        + "\(to.formatted(.iso8601)): choose a later date"
    case .clockBeyondCertificates(let date, let last):
      "the store's clock cannot go to \(date.formatted(.iso8601)): its certificates end on "
        + "\(last.formatted(.iso8601))"
    case .unknown(_, let message):
      message
    }
  }

  private static func phrase(_ names: [String]) -> String {
    let first = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? first + " …" : first
  }

  private static func phrase(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}

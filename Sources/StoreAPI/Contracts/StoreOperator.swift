package import Foundation

/// One line of the operator's list of transactions.
package struct OperatorTransaction: Codable, Hashable, Sendable, Identifiable {
  package var id: TransactionID { transaction.transactionId }
  package var account: String
  package var transaction: TransactionPayload
  package var isFinished: Bool

  package init(account: String, transaction: TransactionPayload, isFinished: Bool) {
    self.account = account
    self.transaction = transaction
    self.isFinished = isFinished
  }
}

/// An account as the operator sees it.
package struct OperatorAccount: Codable, Hashable, Sendable {
  package var name: String
  /// Whether it can be signed in to over HTTP.
  package var hasPassword: Bool
  /// How many machines are signed in to it.
  package var signIns: Int
  /// Its devices, oldest first.
  package var devices: [StoreDevice]

  package init(name: String, hasPassword: Bool, signIns: Int, devices: [StoreDevice]) {
    self.name = name
    self.hasPassword = hasPassword
    self.signIns = signIns
    self.devices = devices
  }
}

/// What a refund gave back, and for what.
package struct Refund: Codable, Hashable, Sendable {
  /// The transaction as it is now: with its revocation.
  package var transaction: OperatorTransaction
  /// In the transaction's currency: its price, less what an upgrade had given back before.
  package var amount: Decimal

  package init(transaction: OperatorTransaction, amount: Decimal) {
    self.transaction = transaction
    self.amount = amount
  }
}

/// What moving the clock led to.
package struct ClockAdvance: Codable, Hashable, Sendable {
  package var from: Date
  package var to: Date
  /// How many renewals and expirations fell due in between.
  package var events: Int

  package init(from: Date, to: Date, events: Int) {
    self.from = from
    self.to = to
    self.events = events
  }
}

/// How far the operator moves the clock.
package enum ClockMove: Codable, Hashable, Sendable {
  /// A calendar duration from the store's now, years first: `P1Y2M3DT4H5M6S`.
  case by(CalendarDuration)
  case to(Date)

  /// In JSON `{"by": "P1M"}` or `{"to": 1782864000000}`.
  private enum CodingKeys: CodingKey {
    case by
    case to
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      if let duration = try container.decodeIfPresent(CalendarDuration.self, forKey: .by) {
        .by(duration)
      } else {
        .to(try container.decode(Date.self, forKey: .to))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .by(let duration): try container.encode(duration, forKey: .by)
    case .to(let date): try container.encode(date, forKey: .to)
    }
  }
}

/// What whoever runs a store may do with it.
///
/// Every method throws ``StoreFault/unavailable(_:)`` when the store cannot be reached.
package protocol StoreOperator: Sendable {
  /// The store's time.
  func clock() async throws(StoreFault) -> StoreTime

  /// Stops the clock where it is, or lets it run on from there.
  func setClock(frozen: Bool) async throws(StoreFault) -> StoreTime

  /// Moves the clock forward; everything due in between happens one by one, each at its own time.
  ///
  /// - Throws: ``StoreFault/clockMovedBackwards(from:to:)`` and
  ///   ``StoreFault/clockBeyondCertificates(_:last:)``.
  func advance(_ move: ClockMove) async throws(StoreFault) -> Answer<ClockAdvance>

  /// Every transaction of the store, or of one account, newest first.
  ///
  /// - Throws: ``StoreFault/unknownAccount(_:)``.
  func transactions(
    account: String?
  ) async throws(StoreFault) -> Answer<[OperatorTransaction]>

  /// Gives back what is left of a transaction's price, and takes away what it paid for; every
  /// device of the customer hears of it.
  ///
  /// Of the latest period of a subscription: the subscription is revoked, access ends, and nothing
  /// renews. Of an earlier or upgraded period: that transaction alone is revoked. A car can be
  /// bought again; an introductory offer stays used.
  ///
  /// - Throws: ``StoreFault/unknownTransaction(_:)``, ``StoreFault/alreadyRefunded(_:_:)``, and
  ///   ``StoreFault/nothingToRefund(_:)`` for what was free or what an upgrade refunded wholly.
  func refund(_ id: TransactionID) async throws(StoreFault) -> Answer<Refund>

  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled; nothing is given back.
  ///
  /// `account` may be `nil` where one account alone is subscribed to the product.
  ///
  /// - Throws: ``StoreFault/unknownAccount(_:)``, ``StoreFault/severalSubscribers(_:accounts:)``,
  ///   and ``StoreFault/notSubscribed(_:account:)`` where no such subscription gives service; one
  ///   whose next period will have this product is not meant.
  /// - Returns: The transaction of the period that has ended.
  func expire(
    _ productID: String, account: String?
  ) async throws(StoreFault) -> Answer<OperatorTransaction>

  /// Every account of the store, in the order of their names.
  func accounts() async throws(StoreFault) -> Answer<[OperatorAccount]>

  /// Makes an account with a password, for a customer to sign in to.
  ///
  /// - Throws: ``StoreFault/invalidName(_:)``, ``StoreFault/invalidPassword`` and
  ///   ``StoreFault/accountExists(_:)`` as ``StoreAccounts/signUp(_:)`` does, and
  ///   ``StoreFault/tooManyAttempts(retryAfter:)`` while too many passwords wait to be worked out.
  func addAccount(_ credentials: Credentials) async throws(StoreFault) -> Answer<StoreAccount>

  /// Revokes every machine's sign-in to an account; its devices stay signed in.
  ///
  /// - Throws: ``StoreFault/unknownAccount(_:)``.
  /// - Returns: How many sign-ins there were.
  func signOut(account: String) async throws(StoreFault) -> Answer<Int>

  /// Signs a customer's device out for good; consumables that it has not delivered are from now on
  /// offered to the account's oldest device.
  ///
  /// - Throws: ``StoreFault/unknownAccount(_:)`` and ``StoreFault/unknownDevice(_:)``.
  func removeDevice(
    _ name: String, account: String
  ) async throws(StoreFault) -> Answer<StoreDevice>

  /// Forgets all purchases and begins a new epoch; accounts, devices, keys, catalogue and the
  /// clock stay.
  func reset() async throws(StoreFault) -> StoreTime
}

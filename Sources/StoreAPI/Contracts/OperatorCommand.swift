/// What the operator of a store tells it to do: the same value for the engine, over HTTP, on the
/// command line and in tests.
///
/// Printing or mirroring a command never shows a password: ``Credentials`` hides its own.
package enum OperatorCommand: Hashable, Sendable {
  /// Asks for the store's time. The result is ``OperatorResult/done``: every answer has the time.
  case clock
  /// Stops the clock, or lets it run on. The result is ``OperatorResult/done``.
  case setClock(frozen: Bool)
  /// Moves the clock forward. Everything due in between happens one by one, each at its own time.
  ///
  /// The result is ``OperatorResult/advanced(from:to:events:)``. Throws
  /// ``StoreFault/clockMovedBackwards(from:to:)`` and
  /// ``StoreFault/clockBeyondCertificates(_:last:)``.
  case advance(move: ClockMove)
  /// Lists every transaction of the store, or of one account, newest first.
  ///
  /// The result is ``OperatorResult/transactions(list:)``. Throws ``StoreFault/unknownAccount(_:)``.
  case transactions(account: String?)
  /// Gives back what is left of a transaction's price, and takes away what it paid for. Every
  /// device of the customer is told.
  ///
  /// The refund of a subscription's latest period revokes the subscription: access ends, and
  /// nothing renews. The refund of an earlier or upgraded period revokes that transaction alone. A
  /// refunded car can be bought again; an introductory offer stays used.
  ///
  /// The result is ``OperatorResult/refunded(transaction:amount:)``. Throws ``StoreFault/unknownTransaction(_:)``,
  /// ``StoreFault/alreadyRefunded(_:_:)``, and ``StoreFault/nothingToRefund(_:)`` if it was free or
  /// an upgrade has refunded all of it.
  case refund(transactionID: TransactionID)
  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled. Nothing is given back.
  ///
  /// A plan that is chosen for the next period does not count. The result is
  /// ``OperatorResult/expired(transaction:)``. Throws ``StoreFault/unknownAccount(_:)``,
  /// ``StoreFault/severalSubscribers(_:accounts:)``, ``StoreFault/notSubscribed(_:account:)`` and
  /// ``StoreFault/unknownTransaction(_:)``.
  case expire(subscription: SubscriptionReference)
  /// Lists every account of the store by name. The result is ``OperatorResult/accounts(list:)``.
  case accounts
  /// Makes an account with a password, for a customer to sign in to.
  ///
  /// The result is ``OperatorResult/accountAdded(account:)``. Throws as ``StoreAccounts/signUp(_:)`` does.
  case addAccount(credentials: Credentials)
  /// Revokes every sign-in of an account; its devices stay signed in.
  ///
  /// The result is ``OperatorResult/signedOut(account:signIns:)``. Throws ``StoreFault/unknownAccount(_:)``.
  case signOut(account: String)
  /// Signs a device out for good. The consumables that it has not delivered are offered to the
  /// account's oldest device from now on.
  ///
  /// The result is ``OperatorResult/deviceRemoved(device:account:)``. Throws ``StoreFault/unknownAccount(_:)``
  /// and ``StoreFault/unknownDevice(_:)``.
  case removeDevice(device: String, account: String)
  /// Forgets all purchases and begins a new epoch. Accounts, devices, keys, the catalogue and the
  /// clock stay. The result is ``OperatorResult/done``.
  case reset
}

extension OperatorCommand {
  /// Whether a command whose answer was lost may be sent again: doing it twice must leave the store
  /// as doing it once does, and give the same answer.
  package var isRepeatable: Bool {
    switch self {
    // They change nothing, or say what shall be so.
    case .clock, .setClock, .transactions, .accounts: true
    // The clock would move twice; a second reset would forget what was bought after the first.
    case .advance, .reset: false
    // The second is refused, although the first was done; or it meets what came after the first:
    // a new subscription, sign-in or device of the same name.
    case .refund, .expire, .addAccount, .signOut, .removeDevice: false
    }
  }
}

// In JSON the name is the only key, with the parameters below it, each under its label:
// `{"refund": {"transactionID": "1000000001"}}`, `{"clock": {}}`. Names and labels are never renamed.
extension OperatorCommand: Codable {
  /// What a command is called in JSON and in the log.
  package enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
    case clock
    case setClock
    case advance
    case transactions
    case refund
    case expire
    case accounts
    case addAccount
    case signOut
    case removeDevice
    case reset
  }

  package var name: CodingKeys {
    switch self {
    case .clock: .clock
    case .setClock: .setClock
    case .advance: .advance
    case .transactions: .transactions
    case .refund: .refund
    case .expire: .expire
    case .accounts: .accounts
    case .addAccount: .addAccount
    case .signOut: .signOut
    case .removeDevice: .removeDevice
    case .reset: .reset
    }
  }
}

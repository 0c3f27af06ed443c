import HTTPTypes
package import StoreAPI

/// What a holder of the operator key may do: `StoreOperator`.
package enum OperatorEndpoints {
  package static let clock = Endpoint<NoInput, StoreTime>(
    .get, "/v1/operator/clock", "clock", for: .operator, "The store's time.")

  package static let setClock = Endpoint<ClockSetting, StoreTime>(
    .post, "/v1/operator/clock", "setClock", for: .operator,
    "Stops the clock where it is, or lets it run on from there.")

  package static let advance = Endpoint<ClockMove, Answer<ClockAdvance>>(
    .post, "/v1/operator/advance", "advance", for: .operator,
    refusing: [.clockMovedBackwards, .clockBeyondCertificates],
    "Moves the clock forward; everything due in between happens at its own time.")

  package static let transactions = Endpoint<AccountFilter, Answer<[OperatorTransaction]>>(
    .get, "/v1/operator/transactions", "operatorTransactions", for: .operator,
    refusing: [.unknownAccount],
    "Every transaction of the store, or of one account, newest first.")

  package static let refund = Endpoint<TransactionInput, Answer<Refund>>(
    .post, "/v1/operator/refund", "refund", for: .operator,
    refusing: [.unknownTransaction, .alreadyRefunded, .nothingToRefund],
    "Gives back what is left of a transaction's price, and takes away what it paid for.")

  package static let expire = Endpoint<ExpireRequest, Answer<OperatorTransaction>>(
    .post, "/v1/operator/expire", "expire", for: .operator,
    refusing: [.unknownAccount, .severalSubscribers, .notSubscribed],
    "Ends the current period of a subscription now, with renewal off.")

  package static let accounts = Endpoint<NoInput, Answer<[OperatorAccount]>>(
    .get, "/v1/operator/accounts", "accounts", for: .operator, "Every account of the store.")

  package static let addAccount = Endpoint<Credentials, Answer<StoreAccount>>(
    .post, "/v1/operator/accounts", "addAccount", for: .operator,
    refusing: [.invalidName, .invalidPassword, .accountExists, .tooManyAttempts],
    "Makes an account with a password, for a customer to sign in to.")

  package static let signOutAccount = Endpoint<AccountInput, Answer<Int>>(
    .post, "/v1/operator/accounts/sign-out", "signOutAccount", for: .operator,
    refusing: [.unknownAccount],
    "Revokes every machine's sign-in to an account; answers how many there were.")

  package static let removeAccountDevice = Endpoint<AccountDevice, Answer<StoreDevice>>(
    .post, "/v1/operator/devices/remove", "removeAccountDevice", for: .operator,
    refusing: [.unknownAccount, .unknownDevice], "Signs a customer's device out for good.")

  package static let reset = Endpoint<NoInput, StoreTime>(
    .post, "/v1/operator/reset", "reset", for: .operator,
    "Forgets all purchases and begins a new epoch.")

  static let routes = [
    clock.route, setClock.route, advance.route, transactions.route, refund.route, expire.route,
    accounts.route, addAccount.route, signOutAccount.route, removeAccountDevice.route,
    reset.route,
  ]
}

package struct ClockSetting: SchemaCodable, Hashable {
  package var frozen: Bool

  package init(frozen: Bool) {
    self.frozen = frozen
  }

  package static let schema = Schema.object("ClockSetting", ["frozen": .boolean])
}

package struct AccountFilter: SchemaCodable, Hashable {
  package var account: String?

  package init(account: String?) {
    self.account = account
  }

  package static let schema = Schema.object("AccountFilter", optional: ["account": .name])
}

package struct AccountInput: SchemaCodable, Hashable {
  package var account: String

  package init(account: String) {
    self.account = account
  }

  package static let schema = Schema.object("AccountInput", ["account": .name])
}

package struct AccountDevice: SchemaCodable, Hashable {
  package var account: String
  package var device: String

  package init(account: String, device: String) {
    self.account = account
    self.device = device
  }

  package static let schema = Schema.object(
    "AccountDevice", ["account": .name, "device": .name])
}

package struct ExpireRequest: SchemaCodable, Hashable {
  package var productID: String
  /// May be absent where one account alone is subscribed to the product.
  package var account: String?

  package init(productID: String, account: String?) {
    self.productID = productID
    self.account = account
  }

  package static let schema = Schema.object(
    "ExpireRequest", ["productID": .string], optional: ["account": .name])
}

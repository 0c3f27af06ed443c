package import Foundation

/// What a command of the operator has led to, beside the time of the answer.
package enum OperatorResult: Hashable, Sendable {
  /// The time of the answer says all.
  case done
  /// How far the clock moved, and how many renewals and expirations fell due in between.
  case advanced(from: Date, to: Date, events: Int)
  /// Newest first.
  case transactions(list: [OperatorTransaction])
  /// The transaction with its revocation, and what was given back, in the transaction's currency:
  /// its price, less what an upgrade had given back before.
  case refunded(transaction: OperatorTransaction, amount: Decimal)
  /// The transaction of the period that has ended.
  case expired(transaction: OperatorTransaction)
  /// In the order of their names.
  case accounts(list: [OperatorAccount])
  case accountAdded(account: StoreAccount)
  /// How many sign-ins the account had.
  case signedOut(account: String, signIns: Int)
  case deviceRemoved(device: StoreDevice, account: String)
}

// In JSON the name is the only key, with the values below it, each under its label:
// `{"signedOut": {"account": "ann", "signIns": 2}}`, `{"done": {}}`. Names and labels are never
// renamed.
extension OperatorResult: Codable {
  /// What a result is called in JSON.
  package enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
    case done
    case advanced
    case transactions
    case refunded
    case expired
    case accounts
    case accountAdded
    case signedOut
    case deviceRemoved
  }
}

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

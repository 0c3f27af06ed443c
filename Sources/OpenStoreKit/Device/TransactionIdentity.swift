import AppStorePayloads
import Foundation

/// The identity of a transaction, which distinguishes it even from another one with the same ID.
///
/// A store can give an ID twice after an earlier copy of its files was put back.
struct TransactionIdentity: Hashable, Sendable {
  let id: TransactionID
  let productID: String
  let purchaseDate: Date
  /// The customer; a reset of the store makes another customer of an account.
  let appTransactionID: String
}

extension TransactionPayload {
  var identity: TransactionIdentity {
    TransactionIdentity(
      id: transactionId, productID: productId, purchaseDate: purchaseDate,
      appTransactionID: appTransactionId)
  }
}

extension KeptTransaction {
  /// `nil` if the token holds no transaction.
  var identity: TransactionIdentity? {
    (try? JWS(jws).payload(as: TransactionPayload.self))?.identity
  }
}

/// The identities of the last transactions that the store has sent in this run and epoch.
struct ReceivedIdentities: Sendable {
  private let limit: Int
  private var identities: [TransactionID: TransactionIdentity] = [:]
  /// From the oldest on.
  private var order: [TransactionID] = []

  init(limit: Int = 1_000) { self.limit = limit }

  subscript(id: TransactionID) -> TransactionIdentity? { identities[id] }

  mutating func insert(_ identity: TransactionIdentity) {
    guard identities.updateValue(identity, forKey: identity.id) == nil else { return }
    order.append(identity.id)
    // Half of them at once, so that each costs the same on average.
    guard order.count > limit else { return }
    for id in order.prefix(limit / 2) { identities[id] = nil }
    order.removeFirst(limit / 2)
  }

  /// Whether the store is known to mean another transaction by this ID.
  func conflicts(with identity: TransactionIdentity?) -> Bool {
    guard let identity, let received = identities[identity.id] else { return false }
    return received != identity
  }
}

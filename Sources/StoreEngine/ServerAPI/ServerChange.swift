import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

/// A request of a developer's server that changes what a customer has bought.
struct ServerChange: Sendable {
  let engine: StoreEngine
  let snapshot: StoreSnapshot
  /// The transaction that the request names.
  let named: StoredTransaction
  /// The error if the store does not have the transaction.
  let notFound: APIError
}

extension StoreEngine {
  /// Begins a request that names a transaction; everything that is due is settled.
  ///
  /// - Throws: `notFound` if the store has no such transaction, or if the caller's app is not the
  ///   store's; ``AppStoreServerAPI/APIError/appTransactionIdNotSupported`` for the ID of an app
  ///   transaction.
  func serverChange(
    of id: AnyTransactionID, by caller: APICaller, orThrow notFound: APIError
  ) async throws(APIError) -> ServerChange {
    let (snapshot, stored): (StoreSnapshot, StoredTransaction?)
    let isOfAppTransaction: Bool
    do throws(StoreError) {
      snapshot = try await settled()
      stored = try await ledgers.storedTransaction(id.transactionID)
      isOfAppTransaction =
        if stored == nil { try await customer(ofAppTransaction: id) != nil } else { false }
    } catch {
      throw APIError(error, orNotFound: notFound)
    }
    guard caller.bundleID == snapshot.settings.bundleID else { throw notFound }
    guard let stored else {
      throw isOfAppTransaction ? .appTransactionIdNotSupported : notFound
    }
    return ServerChange(engine: self, snapshot: snapshot, named: stored, notFound: notFound)
  }
}

extension ServerChange {
  /// Records what a rule decides about the customer's ledger, which has the named transaction.
  ///
  /// - Parameters:
  ///   - extensionRequest: The extension whose earlier result the ledger needs.
  ///   - checksClock: Whether the change is refused while the machine's clock has jumped.
  ///   - rule: Returns the events.
  /// - Returns: The ledger after the events.
  /// - Throws: The errors of `rule` and of the store, as ``AppStoreServerAPI/APIError``.
  @discardableResult
  func decide(
    extensionRequest: ExtensionRequest.Key? = nil, checksClock: Bool = true,
    _ rule:
      @escaping @Sendable (Ledger, Date, CatalogueSnapshot) throws(StoreError) -> [LedgerEvent]
  ) async throws(APIError) -> Ledger {
    do throws(StoreError) {
      return try await recorded(extensionRequest, checksClock: checksClock, rule)
    } catch {
      throw APIError(error, orNotFound: notFound)
    }
  }

  private func recorded(
    _ extensionRequest: ExtensionRequest.Key?, checksClock: Bool,
    _ rule:
      @escaping @Sendable (Ledger, Date, CatalogueSnapshot) throws(StoreError) -> [LedgerEvent]
  ) async throws(StoreError) -> Ledger {
    let terms = try await engine.catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await engine.catalogueSnapshots.snapshot(terms)
    let needs = LedgerNeeds(
      transactions: [named.transaction.id], extensionRequest: extensionRequest, terms: terms)
    return try await engine.decide(
      about: named.customer, needs: needs, in: catalogueSnapshot, checksClock: checksClock
    ) { draft, snapshot throws(StoreError) in
      let events = try rule(draft.ledger, snapshot.now, catalogueSnapshot)
      draft.record(events, at: snapshot.now, in: catalogueSnapshot)
      return draft.ledger
    }
  }
}

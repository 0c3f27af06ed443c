import Foundation
import OpenStoreKit

/// Delivers purchases to the customer, and then finishes their transactions together.
///
/// In StoreKit 2, no other code does this, whether a transaction comes from a purchase or from `updates`.
///
/// A transaction that is not verified unlocks nothing and stays unfinished. Fuel is in the tank, on
/// the disk, before its transaction is finished. After a crash in between, the transaction comes
/// again, and the tank does not take it twice.
struct Delivery: Sendable {
  /// The maximum number of transactions that are delivered together.
  static let batchLimit = 100

  let session: StoreSession
  let tank: FuelTank
  let reader: StoreReader

  /// The result of a delivery.
  enum Result: Equatable, Sendable {
    case delivered(ExternalTransaction)
    /// The fuel was in the tank already: another copy of the app was faster.
    case repeated
    case notVerified
    /// The reason, as the end of a sentence; the transaction stays unfinished and comes again.
    case failed(String)
  }

  func deliver(_ result: VerificationResult<Transaction>) async -> Result {
    await deliver([result])[0]
  }

  /// Delivers transactions: one write for all fuel, and then one request.
  ///
  /// - Returns: The result of each transaction, in the same order.
  func deliver(_ results: [VerificationResult<Transaction>]) async -> [Result] {
    let items = results.map(item)
    do {
      let new = try await credit(items.compactMap(\.?.credit))
      await finish(items.compactMap(\.self))
      return items.map { $0?.result(credited: new) ?? .notVerified }
    } catch {
      await finish(items.compactMap(\.self).filter { $0.credit == nil })
      let reason = Notice.reason(error)
      return items.map { $0?.result(notCredited: reason) ?? .notVerified }
    }
  }

  /// Fills the tank.
  ///
  /// - Returns: The transactions that had not been credited before.
  /// - Throws: `FileError` when the tank cannot be written, and StoreKit's errors when the store must be
  ///   asked and does not answer; then nothing changes.
  private func credit(_ fuel: [FuelTank.Credit]) async throws -> Set<UInt64> {
    var finished: Set<UInt64> = []
    for id in tank.doubtful(fuel) {
      let isUnfinished = try await session.isUnfinished(id)
      if !isUnfinished { finished.insert(id) }
    }
    let new = fuel.filter { !finished.contains($0.transactionID) }
    return new.isEmpty ? [] : try await tank.credit(new)
  }

  /// Finishes what an earlier run has credited and perhaps not finished.
  ///
  /// After an earlier copy of the store's files was put back, such an ID can belong to another
  /// purchase, which was not credited: that stays unfinished.
  func finishCredited() async {
    let left = tank.unsettled
    guard let last = left.max(),
      let unfinished = try? await session.unfinishedInStore(through: last)
    else { return }
    let items = unfinished.compactMap(item)
    let fuel = items.compactMap(\.credit)
    let credited = tank.credited(of: fuel).intersection(left)
    let open = items.filter { credited.contains($0.transaction.id) }
    let answered = await session.finishTransactions(open.map(\.transaction))
    // The store does not deliver finished transactions again, and the IDs of `others` are those of
    // different purchases. Unverified and revoked transactions are not settled: the store delivers
    // them again.
    let finished = left.subtracting(unfinished.map(\.unsafePayloadValue.id))
    let others = Set(fuel.map(\.transactionID)).subtracting(credited)
    try? await tank.settle(finished.union(others).union(answered))
  }

  private func finish(_ items: [Item]) async {
    let answered = await session.finishTransactions(items.map(\.transaction))
    let credited = items.compactMap(\.credit?.transactionID)
    // If it fails, the transactions are finished again at the next launch.
    try? await tank.settle(answered.intersection(credited))
  }

  /// `nil` for a transaction that is not verified.
  private func item(_ result: VerificationResult<Transaction>) -> Item? {
    guard case .verified(let transaction) = result, let owned = reader.owned(result) else {
      return nil
    }
    return Item(owned, transaction)
  }
}

extension Delivery {
  /// A transaction to deliver.
  private struct Item: Sendable {
    let transaction: Transaction
    let external: ExternalTransaction
    /// Only fuel is kept in the tank.
    let credit: FuelTank.Credit?

    init(_ owned: Owned, _ transaction: Transaction) {
      self.transaction = transaction
      external = ExternalTransaction(
        owned: owned, isRenewal: transaction.reason == .renewal,
        quantity: transaction.purchasedQuantity)
      credit =
        transaction.productType == .consumable && transaction.revocationDate == nil
        ? FuelTank.Credit(
          productID: transaction.productID, quantity: transaction.purchasedQuantity,
          transactionID: transaction.id, purchaseDate: transaction.purchaseDate) : nil
    }

    func result(credited: Set<UInt64>) -> Result {
      guard let credit, !credited.contains(credit.transactionID) else {
        return .delivered(external)
      }
      return .repeated
    }

    func result(notCredited reason: String) -> Result {
      credit == nil ? .delivered(external) : .failed(reason)
    }
  }
}

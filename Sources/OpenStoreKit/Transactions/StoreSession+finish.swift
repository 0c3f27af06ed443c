import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Reports to the store that a transaction is delivered; if that fails, it stays unfinished.
  ///
  /// - Returns: Whether the store has answered: then it does not deliver the transaction again.
  @discardableResult
  func finish(_ id: TransactionID) async -> Bool {
    await finishTogether([id]).contains(id)
  }

  /// Finishes transactions together: each is as after ``Transaction/finish()``.
  ///
  /// - Returns: The IDs of those about which the store has answered: it does not deliver them
  ///   again.
  package func finishTransactions(_ transactions: [Transaction]) async -> Set<Transaction.ID> {
    await finish(await idsToFinish(transactions.map(\.payload.identity)).map(\.rawValue))
  }

  /// Finishes the transactions that the store has by these IDs.
  ///
  /// - Returns: Those about which the store has answered: it does not deliver them again.
  func finish(_ ids: [Transaction.ID]) async -> Set<Transaction.ID> {
    let finished = await finishTogether(Set(ids.map(TransactionID.init(rawValue:))))
    return Set(finished.map(\.rawValue))
  }

  /// Returns the IDs by which the store means these transactions, as far as the device can know.
  ///
  /// After an earlier copy of its files was put back, the store can mean another transaction, which
  /// was not delivered.
  private func idsToFinish(_ identities: [TransactionIdentity]) async -> Set<TransactionID> {
    var ids: Set<TransactionID> = []
    for identity in identities {
      let (isOther, isUnconfirmed) = customer.withLock { state in
        (state.received.conflicts(with: identity), state.isUnconfirmed(identity))
      }
      guard !isOther else { continue }
      // Without an answer it stays unfinished too: finishing it could lose another purchase.
      if isUnconfirmed, await isSame(identity) != true { continue }
      ids.insert(identity.id)
    }
    return ids
  }

  private func finishTogether(_ ids: Set<TransactionID>) async -> Set<TransactionID> {
    await finishing.finish(ids) { [self] ids in await sendFinish(ids) }
  }

  /// Sends one request.
  private func sendFinish(_ ids: [TransactionID]) async -> Set<TransactionID> {
    do {
      let answer = try await ask { backend throws(StoreError) in try await backend.finish(ids) }
      for id in answer.value.unknown {
        report(StoreError.unknownTransaction(transactionID: id), finishing: [id])
      }
      await change { $0.finished(ids) }
      return Set(ids)
    } catch {
      report(error, finishing: ids)
      return []
    }
  }

  private func report(_ error: StoreError, finishing ids: [TransactionID]) {
    let transactions =
      ids.count == 1 ? "transaction \(ids[0])" : "\(ids.count) transactions from \(ids[0])"
    environment.diagnose(.failed(doing: "finishing \(transactions)", reason: "\(error)"))
  }
}

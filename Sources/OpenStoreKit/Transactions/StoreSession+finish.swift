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
  /// - Parameter ids: The IDs of transactions.
  /// - Returns: Those about which the store has answered: it does not deliver them again.
  package func finish(_ ids: [Transaction.ID]) async -> Set<Transaction.ID> {
    let finished = await finishTogether(Set(ids.map(TransactionID.init(rawValue:))))
    return Set(finished.map(\.rawValue))
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

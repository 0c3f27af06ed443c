import StoreAPI

extension StoreSession {
  /// Reports to the store that a transaction is delivered; if that fails, it stays unfinished.
  ///
  /// - Returns: Whether the store has answered: then it does not deliver the transaction again.
  @discardableResult
  func finish(_ id: TransactionID) async -> Bool {
    await finishing.finish(id) { [self] ids in await finish(ids) }
  }

  /// Finishes transactions together: each is as after ``Transaction/finish()``.
  ///
  /// - Parameter ids: The IDs of transactions.
  /// - Returns: Those about which the store has answered: it does not deliver them again.
  package func finish(_ ids: [Transaction.ID]) async -> Set<Transaction.ID> {
    await withTaskGroup(of: Transaction.ID?.self) { group in
      for id in Set(ids) {
        group.addTask { await self.finish(TransactionID(rawValue: id)) ? id : nil }
      }
      return await group.reduce(into: []) { finished, id in id.map { _ = finished.insert($0) } }
    }
  }

  /// Sends one request.
  private func finish(_ ids: [TransactionID]) async -> Set<TransactionID> {
    do {
      let answer = try await ask { backend throws(StoreFault) in try await backend.finish(ids) }
      for id in answer.value.unknown { report(StoreFault.unknownTransaction(id), finishing: [id]) }
      await change { $0.finished(ids) }
      return Set(ids)
    } catch {
      report(error, finishing: ids)
      return []
    }
  }

  private func report(_ fault: StoreFault, finishing ids: [TransactionID]) {
    let transactions =
      ids.count == 1 ? "transaction \(ids[0])" : "\(ids.count) transactions from \(ids[0]) on"
    environment.diagnose(.failed(doing: "finishing \(transactions)", reason: "\(fault)"))
  }
}

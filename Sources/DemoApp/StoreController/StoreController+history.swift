import OpenStoreKit
import TerminalUI

// The history and the periods of plans are read from the store once. Then arriving transactions are
// added to them, until a change happens that these transactions do not show.
extension StoreController {
  /// At most one reading runs; all requests during it share the next one.
  func showHistory(_ request: HistoryRequest, _ demo: LayerHandle<Demo>) async {
    historyRequest = historyRequest.map { $0.merged(with: request) } ?? request
    guard !isReadingHistory else { return }
    isReadingHistory = true
    defer { isReadingHistory = false }
    while let next = historyRequest {
      historyRequest = nil
      demo.send(.history(await read(next)))
    }
  }

  /// At most one reading runs; all requests during it share the next one.
  ///
  /// So the latest reading is shown last.
  func showPlans(_ demo: LayerHandle<Demo>) async {
    arePlansWanted = true
    guard !isReadingPlans else { return }
    isReadingPlans = true
    defer { isReadingPlans = false }
    while arePlansWanted {
      arePlansWanted = false
      demo.send(.plans(await readPlans()))
    }
  }

  /// Notes transactions that were bought or have arrived, for the lists that were read.
  func noteReceived(_ results: [VerificationResult<Transaction>]) {
    let entries = reader.entries(of: results)
    historyChanges?.add(entries)
    planChanges?.add(entries)
    // Only the store knows how many cannot be verified, and which consumables are finished.
    let isAll =
      session.includesFinishedConsumables
      || entries.allSatisfy { $0.owned.kind != .consumable }
    if entries.count < results.count || !isAll { markHistoriesOutdated() }
  }

  /// Makes the history and the periods be read again when they are next shown.
  func markHistoriesOutdated() {
    historyChanges?.markOutdated()
    planChanges?.markOutdated()
  }

  private func read(_ request: HistoryRequest) async -> History {
    var reading = historyReading ?? HistoryReading(reader)
    switch request {
    case .anew(let id):
      if let arrived = arrived(historyChanges), reading.reaches(id), reading.grow(by: arrived) {
        historyChanges?.added()
      } else {
        historyChanges = HistoryChanges()
        reading = HistoryReading(reader)
        await reading.read(through: id)
      }
    case .more: await reading.readPage()
    }
    historyReading = reading
    return reading.history
  }

  private func readPlans() async -> PlanHistory {
    if let arrived = arrived(planChanges),
      let grown = planHistory?.grown(by: arrived, of: reader.shownIDs)
    {
      planChanges?.added()
      planHistory = grown
      return grown
    }
    planChanges = HistoryChanges()
    let read = await reader.plans()
    planHistory = read
    return read
  }

  /// The transactions that have arrived since a list was read; `nil` if it must be read again.
  private func arrived(_ changes: HistoryChanges?) -> [HistoryEntry]? {
    guard let changes, !changes.isOutdated, session.isCurrent else { return nil }
    return changes.entries
  }
}

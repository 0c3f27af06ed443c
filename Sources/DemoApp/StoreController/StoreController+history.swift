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
      let held = await heldEntries()
      let received = received(historyChanges, held)
      begin(&historyChanges, grown: received != nil)
      guard reading.reaches(id), let received, reading.grow(by: received) else {
        reading = HistoryReading(reader)
        await reading.read(through: id)
        break
      }
    case .more: await reading.readPage()
    }
    historyReading = reading
    return reading.history
  }

  private func readPlans() async -> PlanHistory {
    let held = await heldEntries()
    let received = received(planChanges, held)
    begin(&planChanges, grown: received != nil)
    let grown = received.flatMap { planHistory?.grown(by: $0) }
    let read = if let grown { grown } else { await reader.plans() }
    planHistory = read
    return read
  }

  /// The transactions that the session holds, in their present state.
  private func heldEntries() async -> [HistoryEntry] {
    reader.entries(of: await session.snapshot().transactions)
  }

  /// The transactions that have arrived and those that are held; `nil` if the store must be asked.
  private func received(
    _ changes: HistoryChanges?, _ held: [HistoryEntry]
  ) -> [HistoryEntry]? {
    guard let changes, !changes.isOutdated, session.isCurrent else { return nil }
    return changes.entries + held
  }

  /// Collects the transactions from now on, for a list that grows or is read again.
  private func begin(_ changes: inout HistoryChanges?, grown: Bool) {
    if grown { changes?.added() } else { changes = HistoryChanges() }
  }
}

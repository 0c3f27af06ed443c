import OpenStoreKit
import TerminalUI

// The history and the periods of plans: read from the store once, and then grown from the transactions
// that come, until something happens that these do not say.
extension StoreController {
  /// At most one reading runs; all requests that come meanwhile share the next one.
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

  /// At most one reading runs, and one more after it for all requests that come meanwhile: so what was
  /// read last is shown last.
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

  /// Adds transactions that were bought or have come to what was read.
  func noteReceived(_ results: [VerificationResult<Transaction>]) {
    let entries = reader.entries(of: results)
    historyChanges?.add(entries)
    planChanges?.add(entries)
    // How many cannot be verified, and which consumables are finished, only the store says.
    let isAll =
      session.includesFinishedConsumables
      || entries.allSatisfy { $0.owned.kind != .consumable }
    if entries.count < results.count || !isAll { markHistoriesOutdated() }
  }

  /// Lets the history and the periods be read again when they are shown next.
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

  /// The transactions that have come and those that are held; `nil` if the store must be asked.
  private func received(
    _ changes: HistoryChanges?, _ held: [HistoryEntry]
  ) -> [HistoryEntry]? {
    guard let changes, !changes.isOutdated, session.isCurrent else { return nil }
    return changes.entries + held
  }

  /// Collects what comes from now on, for a list that grows or is read again.
  private func begin(_ changes: inout HistoryChanges?, grown: Bool) {
    if grown { changes?.added() } else { changes = HistoryChanges() }
  }
}

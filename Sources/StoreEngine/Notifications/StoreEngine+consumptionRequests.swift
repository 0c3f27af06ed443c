import Foundation
import StoreAPI

// Asking the developer's server again about refund requests that wait.
extension StoreEngine {
  /// The maximum number of requests that are repeated at once.
  private static let consumptionRequestLimit = 500

  /// Records the notifications that ask the developer's server again.
  ///
  /// It records nothing if the store sends no notifications, or while the machine's clock has jumped.
  ///
  /// A store that was closed in the meantime asks once when it is opened.
  ///
  /// - Returns: The error of the first request that could not be repeated, which does not stop the others;
  ///   `nil` if all were.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage cannot be read.
  func repeatConsumptionRequests() async throws(StoreError) -> StoreError? {
    let (settings, wall) = (try await settings(), machineTime)
    guard settings.sendsNotifications, settings.jump(wall: wall) == nil else { return nil }
    let snapshot = StoreSnapshot(settings, wall: wall)
    var (first, failure) = (DueConsumptionRequest?.none, StoreError?.none)
    while true {
      let due = try await ledgers.dueConsumptionRequests(
        at: snapshot.now, limit: Self.consumptionRequestLimit)
      for request in due {
        let error = await repeatConsumptionRequest(request, snapshot)
        failure = failure ?? error
      }
      // What is due again was not repeated.
      guard due.count == Self.consumptionRequestLimit, due.first != first else { return failure }
      first = due.first
    }
  }

  /// - Returns: The error; `nil` if the request was repeated.
  private func repeatConsumptionRequest(
    _ request: DueConsumptionRequest, _ snapshot: StoreSnapshot
  ) async -> StoreError? {
    do throws(StoreError) {
      try await recordConsumptionRequest(request, snapshot)
      return nil
    } catch {
      return error
    }
  }

  private func recordConsumptionRequest(
    _ request: DueConsumptionRequest, _ snapshot: StoreSnapshot
  ) async throws(StoreError) {
    let terms = try await catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await catalogueSnapshots.snapshot(terms)
    let needs = LedgerNeeds(transactions: [request.transactionID], terms: terms)
    try await decide(about: request.customer, needs: needs, in: catalogueSnapshot) {
      draft, snapshot throws(StoreError) in
      let events = draft.ledger.repeatConsumptionRequest(
        about: request.transactionID, at: snapshot.now)
      draft.record(events, at: snapshot.now, in: catalogueSnapshot)
    }
  }
}

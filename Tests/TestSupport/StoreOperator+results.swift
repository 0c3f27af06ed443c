package import AppStorePayloads
package import Foundation
package import StoreAPI
package import StoreOperatorAPI

/// The result of advancing the clock.
package struct ClockAdvance: Hashable, Sendable {
  package var from: Date
  package var to: Date
  /// The number of renewals, failures and expirations that became due.
  package var events: Int

  package init(from: Date, to: Date, events: Int) {
    (self.from, self.to, self.events) = (from, to, events)
  }
}

extension OperatorResult {
  /// The result of advancing the clock, without the list of what has happened.
  package var clockAdvance: ClockAdvance? {
    guard case .advanced(let from, let to, let events, _) = self else { return nil }
    return ClockAdvance(from: from, to: to, events: events)
  }

  /// What has happened by itself while the clock was advanced.
  package var settledEvents: [SettledEvent] {
    guard case .advanced(_, _, _, let settled) = self else { return [] }
    return settled ?? []
  }
}

/// The result of a refund.
package struct Refund: Hashable, Sendable {
  package var transaction: OperatorTransaction
  package var amount: Decimal
}

// The operator's commands with the results that tests look at.
extension StoreOperator {
  package func clock() async throws(StoreError) -> StoreTime { try await perform(.clock).time }

  package func setClock(frozen: Bool) async throws(StoreError) -> StoreTime {
    try await perform(.setClock(frozen: frozen)).time
  }

  package func reset() async throws(StoreError) -> StoreTime { try await perform(.reset).time }

  package func advance(_ move: ClockMove) async throws(StoreError) -> Answer<ClockAdvance> {
    try await result(.advance(move: move), \.clockAdvance)
  }

  package func transactions(
    account: String?
  ) async throws(StoreError) -> Answer<[OperatorTransaction]> {
    var all: [OperatorTransaction] = []
    var revision: String?
    while true {
      let page = try await result(.transactions(account: account, revision: revision)) {
        if case .transactions(let list, let next, _) = $0 { (list: list, next: next) } else { nil }
      }
      all += page.value.list
      revision = page.value.next
      guard revision != nil else { return Answer(all, at: page.time) }
    }
  }

  package func refund(
    _ id: TransactionID, reason: RevocationReason? = nil, percentage: Int32? = nil
  ) async throws(StoreError) -> Answer<Refund> {
    try await result(.refund(transactionID: id, reason: reason, percentage: percentage)) {
      guard case .refunded(let transaction, let amount) = $0 else { return nil }
      return Refund(transaction: transaction, amount: amount)
    }
  }

  package func expire(
    _ productID: String, account: String?
  ) async throws(StoreError) -> Answer<OperatorTransaction> {
    try await expire(.product(productID, account: account))
  }

  package func expire(
    _ subscription: SubscriptionReference
  ) async throws(StoreError) -> Answer<OperatorTransaction> {
    try await result(.expire(subscription: subscription)) {
      if case .expired(let transaction) = $0 { transaction } else { nil }
    }
  }

  package func accounts() async throws(StoreError) -> Answer<[OperatorAccount]> {
    try await result(.accounts) { if case .accounts(let list) = $0 { list } else { nil } }
  }

  private func result<Value>(
    _ command: OperatorCommand, _ value: (OperatorResult) -> Value?
  ) async throws(StoreError) -> Answer<Value> {
    let answer = try await perform(command)
    guard let value = value(answer.value) else {
      throw .unavailable(reason: "\(command.name) was answered with \(answer.value)")
    }
    return Answer(value, at: answer.time)
  }
}

import AppStorePayloads
import Foundation
import StoreAPI

extension DeviceBackend {
  /// Computes each update when the consumer asks for it; see ``UpdateReader``.
  func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let reader = UpdateReader(self, after: sequence, known: known)
    return AsyncThrowingStream { try await reader.next() }
  }

  /// The time after which a stream checks whether a clock that has jumped was corrected.
  private static let jumpInterval = Duration.seconds(60)

  /// The time after which a stream checks whether the machine's clock has jumped.
  private static let longestWait = Duration.seconds(3_600)

  /// The longest time that a stream waits: until something is due for this customer, or until it reads
  /// the machine's clock, which sends no event.
  ///
  /// `nil` if the clock is frozen, because the command that moves it also settles.
  func longestWait(_ request: DeviceRequest) async throws(StoreError) -> StreamWait? {
    guard !request.snapshot.settings.clock.isFrozen else { return nil }
    // Nothing becomes due until the operator accepts the jump, but the clock may be corrected.
    guard request.snapshot.time.jump == nil else { return .check(Self.jumpInterval) }
    guard let due = try await engine.ledgers.nextDue(of: request.device.customer) else {
      return .check(Self.longestWait)
    }
    let time = due.timeIntervalSince(request.snapshot.settings.now(wall: engine.machineTime))
    let duration = Duration.seconds(max(0.001, time))
    return duration < Self.longestWait ? .due(duration) : .check(Self.longestWait)
  }

  /// Returns the update that an event causes on this device, or `nil` if it causes none or if this
  /// instance caused it.
  ///
  /// `sent` has the current transaction of each subscription that the stream has sent with a
  /// transaction, by the original transaction.
  func update(
    _ event: StoredEvent, _ request: DeviceRequest, sent: inout [TransactionID: TransactionID]
  ) async throws(StoreError) -> Answer<StoreUpdate>? {
    guard event.change.instance != instance,
      let content = event.change.updateContent(on: request.device.number)
    else { return nil }
    let transaction = try await transaction(of: content, request)
    guard let change = try await change(content, transaction, request) else { return nil }
    return request.answer(
      StoreUpdate(
        sequence: event.sequence, change: change,
        subscription: try await subscription(after: transaction, request, sent: &sent)))
  }

  private func transaction(
    of content: UpdateContent, _ request: DeviceRequest
  ) async throws(StoreError) -> LedgerTransaction? {
    switch content {
    case .transaction(let id), .refund(let id):
      try await engine.ledgers.transaction(id, of: request.device.customer)
    case .subscription, .change: nil
    }
  }

  /// Returns the change with its present values, or `nil` if the store no longer has them.
  private func change(
    _ content: UpdateContent, _ transaction: LedgerTransaction?, _ request: DeviceRequest
  ) async throws(StoreError) -> StoreUpdate.Change? {
    switch content {
    case .transaction, .refund:
      guard let transaction else { return nil }
      // If a refund of fuel was reversed, only the device that delivers the fuel receives the
      // transaction: another device would deliver it too. For the others, only the history has changed.
      if case .refund(let id) = content, transaction.revocation == nil,
        !transaction.isOffered(to: request.device.number)
      {
        return .refundRequest(TransactionRefundRequest(transactionID: id, state: .granted))
      }
      return .transaction(try request.signed(transaction, at: request.snapshot.now))
    case .subscription(let key):
      let stored = try await engine.ledgers.subscription(key, of: request.device.customer)
      return try stored.map { stored throws(StoreError) in
        .subscription(try request.sign(stored))
      }
    case .change(let change):
      return change
    }
  }

  /// Returns the subscription of the transaction that an event has added or changed.
  ///
  /// To a stream that catches up, it is sent with the first of many periods and with the current one.
  private func subscription(
    after transaction: LedgerTransaction?, _ request: DeviceRequest,
    sent: inout [TransactionID: TransactionID]
  ) async throws(StoreError) -> SignedSubscription? {
    guard let transaction, let stored = try await subscription(of: transaction, request)
    else { return nil }
    let current = stored.transaction
    guard current.id == transaction.id || sent[current.originalID] != current.id else { return nil }
    sent[current.originalID] = current.id
    return try request.sign(stored)
  }

  private func subscription(
    of transaction: LedgerTransaction, _ request: DeviceRequest
  ) async throws(StoreError) -> StoredSubscription? {
    guard let groupID = transaction.period?.groupID else { return nil }
    return try await engine.ledgers.subscription(
      transaction.shared == nil ? .own(groupID: groupID) : .shared(transaction.originalID),
      of: request.device.customer)
  }
}

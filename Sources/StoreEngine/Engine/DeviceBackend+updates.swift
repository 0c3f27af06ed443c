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
  func timeUntilDue(_ request: DeviceRequest) async throws(StoreError) -> Duration? {
    guard !request.snapshot.settings.clock.isFrozen else { return nil }
    // Nothing becomes due until the operator accepts the jump, but the clock may be corrected.
    guard request.snapshot.time.jump == nil else { return Self.jumpInterval }
    guard let due = try await engine.ledgers.nextDue(of: request.device.customer) else {
      return Self.longestWait
    }
    let time = due.timeIntervalSince(request.snapshot.settings.now(wall: engine.machineTime))
    return min(.seconds(max(0.001, time)), Self.longestWait)
  }

  /// Returns the update that an event causes on this device, or `nil` if it causes none or if this
  /// instance caused it.
  ///
  /// `sent` has the current transaction of each subscription that the stream has sent with a
  /// transaction, by the original transaction.
  func update(
    _ event: StoredEvent, _ request: DeviceRequest, sent: inout [TransactionID: TransactionID]
  ) async throws(StoreError) -> Answer<StoreUpdate>? {
    guard event.change.instance != instance else { return nil }
    let change =
      event.change.endsWait ? .orders : try await change(event.change.event, request)
    guard let change else { return nil }
    return request.answer(
      StoreUpdate(
        sequence: event.sequence, change: change,
        subscription: try await subscription(after: event.change.event, request, sent: &sent)))
  }

  /// Returns the change that an event causes on this device, with the present values.
  private func change(
    _ event: LedgerEvent, _ request: DeviceRequest
  ) async throws(StoreError) -> StoreUpdate.Change? {
    switch event {
    case .charged(let transaction):
      guard transaction.isOffered(to: request.device.number) else { return nil }
      return try await transactionChange(transaction.id, request)
    case .reassigned(let id, request.device.number):
      return try await transactionChange(id, request)
    case .upgraded(let id, _):
      return try await transactionChange(id, request)
    case .refunded(let id, _, _), .refundReversed(let id, _):
      return try await refundChange(id, request)
    case .periodBegan(let period):
      return try await subscription(in: period.groupID, request).map { .subscription($0) }
    case .renewalChanged(let groupID, _, _), .offerRedeemed(let groupID, _, _),
      .expired(let groupID, _), .revoked(let groupID, _),
      .revocationReversed(let groupID), .billingRetryBegan(let groupID, _),
      .gracePeriodExpired(let groupID),
      .priceIncreaseAnswered(let groupID, _), .renewalDateExtended(let groupID, _, _),
      .priceChanged(let groupID, _, _), .offerPriceChanged(let groupID, _),
      .nextOfferPriceChanged(let groupID, _), .familySharingChanged(let groupID, _):
      return try await subscription(in: groupID, request).map { .subscription($0) }
    case .sharedPlanChanged(let plan):
      return try await sharedPlan(plan.subscription.originalID, request).map { .subscription($0) }
    case .sharingEnded(let id, _, _):
      return try await transactionChange(id, request)
    case .finished(let id):
      return .finished(id)
    case .deleted(let id):
      return .deleted(id)
    case .refundRequested(let id, _):
      return .refundRequest(TransactionRefundRequest(transactionID: id, state: .pending))
    case .refundDeclined(let id):
      return .refundRequest(TransactionRefundRequest(transactionID: id, state: .declined))
    case .orderWaits, .orderDeclined, .orderLapsed:
      return .orders
    case .cutShort, .billingIssueChanged, .reassigned, .orderSettled, .orderClosed,
      .orderRepeated, .orderReassigned:
      return nil
    }
  }

  private func transactionChange(
    _ id: TransactionID, _ request: DeviceRequest
  ) async throws(StoreError) -> StoreUpdate.Change? {
    let stored = try await engine.ledgers.transaction(id, of: request.device.customer)
    guard let stored else { return nil }
    return .transaction(try request.signed(stored, at: request.snapshot.now))
  }

  // If a refund of fuel was reversed, only the device that delivers the fuel receives the transaction:
  // another device would deliver it too. For the others, only the history has changed.
  private func refundChange(
    _ id: TransactionID, _ request: DeviceRequest
  ) async throws(StoreError) -> StoreUpdate.Change? {
    let stored = try await engine.ledgers.transaction(id, of: request.device.customer)
    guard let stored else { return nil }
    guard stored.revocation != nil || stored.isOffered(to: request.device.number) else {
      return .refundRequest(TransactionRefundRequest(transactionID: id, state: .granted))
    }
    return .transaction(try request.signed(stored, at: request.snapshot.now))
  }

  /// Returns the subscription of the transaction that an event has added or changed.
  ///
  /// To a stream that catches up, it is sent with the first of many periods and with the current one.
  private func subscription(
    after event: LedgerEvent, _ request: DeviceRequest, sent: inout [TransactionID: TransactionID]
  ) async throws(StoreError) -> SignedSubscription? {
    guard let transaction = try await transaction(of: event, request),
      let stored = try await subscription(of: transaction, request)
    else { return nil }
    let current = stored.transaction
    guard current.id == transaction.id || sent[current.originalID] != current.id else { return nil }
    sent[current.originalID] = current.id
    return try request.sign(stored)
  }

  private func transaction(
    of event: LedgerEvent, _ request: DeviceRequest
  ) async throws(StoreError) -> LedgerTransaction? {
    switch event {
    case .charged(let transaction): transaction
    case .upgraded(let id, _), .refunded(let id, _, _), .refundReversed(let id, _),
      .sharingEnded(let id, _, _):
      try await engine.ledgers.transaction(id, of: request.device.customer)
    default: nil
    }
  }

  private func subscription(
    of transaction: LedgerTransaction, _ request: DeviceRequest
  ) async throws(StoreError) -> StoredSubscription? {
    guard let groupID = transaction.period?.groupID else { return nil }
    let (ledgers, customer) = (engine.ledgers, request.device.customer)
    return transaction.shared == nil
      ? try await ledgers.subscription(in: groupID, of: customer)
      : try await ledgers.sharedPlan(transaction.originalID, of: customer)
  }

  private func sharedPlan(
    _ originalID: TransactionID, _ request: DeviceRequest
  ) async throws(StoreError) -> SignedSubscription? {
    let stored = try await engine.ledgers.sharedPlan(originalID, of: request.device.customer)
    return try stored.map { stored throws(StoreError) in try request.sign(stored) }
  }

  private func subscription(
    in groupID: String, _ request: DeviceRequest
  ) async throws(StoreError) -> SignedSubscription? {
    let stored = try await engine.ledgers.subscription(in: groupID, of: request.device.customer)
    return try stored.map { stored throws(StoreError) in try request.sign(stored) }
  }
}

extension LedgerChange {
  /// Whether an order that waited may have been sold.
  ///
  /// The store itself settles orders that have waited, and the operator's purchases. A device's order
  /// also settles waiting orders of the product, if the customer owns it already or has its plan
  /// scheduled. An order with such an outcome is reported even if it settled no other; the device then
  /// only asks once more.
  fileprivate var endsWait: Bool {
    guard case .orderSettled(_, _, let outcome) = event else { return false }
    return instance == nil || outcome.alreadyOwned || outcome.scheduled
  }
}

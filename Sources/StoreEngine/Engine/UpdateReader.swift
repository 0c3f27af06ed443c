import AppStorePayloads
import StoreAPI
import TaskScheduling

/// Reads the updates of a customer for one stream.
///
/// It works only while the consumer waits for the next update: it reads a page of events if it has
/// none left, and signs one. Between two updates it holds at most a page of unsigned events, however
/// much is written. A consumer that is cancelled ends it after the page that is being read.
actor UpdateReader {
  private static let page: Int64 = 100

  private let backend: DeviceBackend
  /// Created before the first read, so that no change is missed.
  private var signal: UpdateSignal?
  /// The last event that was read from storage.
  private var cursor: Int64
  /// The last event that the consumer knows of from its purchases.
  private let known: Int64
  /// The sequence of the last update.
  private var sentSequence: Int64
  /// The events that were read but not yet turned into updates.
  private var events: ArraySlice<StoredEvent> = []
  private var epoch: Int?
  /// The customer when the stream began; a reset ends the stream.
  private var customer: CustomerNumber?
  /// The clock and the time rate in the last update that sent them.
  private var sentTime: SentTime?
  /// The catalogue that the consumer knows.
  private var sentCatalogue: String?
  /// See ``DeviceBackend/update(_:_:sent:)``.
  private var sentSubscriptions: [TransactionID: TransactionID] = [:]

  private struct SentTime: Equatable {
    let clock: StoreClock
    let timeRate: TimeRate
    let generation: Int
    let isWaiting: Bool
    let simulatedErrors: SimulatedErrors
  }

  init(_ backend: DeviceBackend, after sequence: Int64, known: Int64?) {
    self.backend = backend
    self.known = known ?? .min
    // No event has a lower number.
    (cursor, sentSequence) = (max(0, sequence), max(0, sequence))
  }

  /// Waits for the next update and returns it; returns `nil` if the task is cancelled.
  func next() async throws(StoreError) -> Answer<StoreUpdate>? {
    while !Task.isCancelled {
      // A task keeps the memory of its deepest call until it ends. Reading needs much memory and
      // waiting little, so each read is a task of its own. It is not cancelled with this one, and
      // therefore reads at most one page.
      switch await Task.onCurrentExecutor({ await self.read() }).value {
      case .update(let update): return update
      case .again: continue
      case .nothing(let signal, let wait):
        guard await signal.next(within: wait) else { return nil }
      case .failure(let error):
        // Storage may throw because the task is cancelled.
        guard Task.isCancelled else { throw error }
        return nil
      }
    }
    return nil
  }

  /// Indirect, because a stream that waits has room for one.
  private indirect enum ReadResult {
    case update(Answer<StoreUpdate>)
    /// There may be more pages, or an event that was read needs a later request.
    case again
    /// The signal ends the wait, which is not longer than this; `nil` if it may be.
    case nothing(UpdateSignal, StreamWait?)
    case failure(StoreError)
  }

  private func read() async -> ReadResult {
    do throws(StoreError) {
      // Settling may take long, so it is not done in the customer's turn.
      if let result = try await inTurn(resultIfSettled) { return result }
      let request = try await checked(backend.request())
      return try await inTurn { () throws(StoreError) in try await result(of: request) }
    } catch {
      return .failure(error)
    }
  }

  /// - Returns: `nil` if something must be settled before.
  private func resultIfSettled() async throws(StoreError) -> ReadResult? {
    guard let request = try await backend.requestIfSettled() else { return nil }
    return try await result(of: try checked(request))
  }

  /// Reads while the customer has its turn, so that the streams of one customer, however many, do not
  /// keep those of another from reading; see ``FairWorkQueue``.
  private func inTurn<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if customer == nil { customer = try await backend.device().customer }
    guard let customer else { throw .unauthorized }
    return try await backend.engine.workQueue.run(of: customer, body)
  }

  private func result(of request: DeviceRequest) async throws(StoreError) -> ReadResult {
    // Before the events are read, so that none is missed.
    let signal = signal(of: request.device.customer)
    if let update = try await pending(request) { return sent(update) }
    let page = try await readPage(request)
    if !page.isEmpty {
      // This request may have begun before the catalogue had the new price.
      guard !page.contains(where: { $0.change.event.treatment == .priceChange }),
        let update = try await pending(request)
      else { return .again }
      return sent(update)
    }
    if let update = time(request) ?? products(request) { return sent(update) }
    return .nothing(signal, try await backend.longestWait(request))
  }

  private func sent(_ update: Answer<StoreUpdate>) -> ReadResult {
    sentSequence = update.value.sequence
    return .update(update)
  }

  private func signal(of customer: CustomerNumber) -> UpdateSignal {
    if let signal { return signal }
    let new = UpdateSignal(of: customer, in: backend.engine)
    signal = new
    return new
  }

  /// Checks the request for one update: each update has one, so a removed device gets no more.
  private func checked(_ request: DeviceRequest) throws(StoreError) -> DeviceRequest {
    let current = request.snapshot.settings.epoch
    guard current == epoch ?? current else {
      throw .unavailable(reason: "the store was reset: connect again")
    }
    epoch = current
    sentCatalogue = sentCatalogue ?? request.catalogue
    return request
  }

  /// Returns the store's time if the clock or the time rate has changed since it was last sent, or if
  /// many events were not sent: the consumer then continues after them.
  ///
  /// Call it only if no event is left, so that the new time is sent after the events that it
  /// caused.
  private func time(_ request: DeviceRequest) -> Answer<StoreUpdate>? {
    let settings = request.snapshot.settings
    let time = SentTime(
      clock: settings.clock, timeRate: settings.rules.timeRate, generation: settings.generation,
      isWaiting: request.snapshot.time.jump != nil, simulatedErrors: settings.simulatedErrors)
    guard time != sentTime || cursor - sentSequence >= Self.page else { return nil }
    sentTime = time
    return request.answer(StoreUpdate(sequence: cursor, change: .time))
  }

  /// Returns an update if the catalogue, the storefront or the locale has changed since the stream began
  /// or since the last such update.
  private func products(_ request: DeviceRequest) -> Answer<StoreUpdate>? {
    guard request.catalogue != sentCatalogue else { return nil }
    sentCatalogue = request.catalogue
    return request.answer(StoreUpdate(sequence: cursor, change: .products))
  }

  /// Returns the next update among the events that were read.
  private func pending(_ request: DeviceRequest) async throws(StoreError) -> Answer<StoreUpdate>? {
    while let event = events.first {
      var sent = sentSubscriptions
      let update = try await backend.update(event, request, sent: &sent)
      sentSubscriptions = sent
      events.removeFirst()
      if let update { return update }
    }
    return nil
  }

  /// Reads the next page of events, of which it keeps those that are sent.
  private func readPage(_ request: DeviceRequest) async throws(StoreError) -> [StoredEvent] {
    let page = try await backend.engine.ledgers.events(
      of: request.device.customer, after: cursor, limit: Int(Self.page))
    cursor = page.last?.sequence ?? cursor
    events = page.filter(isSent).withoutRepetitions(on: request.device.number)[...]
    return page
  }

  /// Returns whether an event is sent.
  ///
  /// This instance's own events are not. Another event is sent if the consumer does not know it yet,
  /// or if it revokes a transaction.
  private func isSent(_ event: StoredEvent) -> Bool {
    event.change.instance != backend.instance
      && (event.sequence > known || event.change.event.treatment == .revocation)
  }
}

extension [StoredEvent] {
  /// These events without those after which the same subscription changes again: each update has its
  /// present values.
  fileprivate func withoutRepetitions(on device: Int64) -> [StoredEvent] {
    var contents: Set<UpdateContent> = []
    var last: [StoredEvent] = []
    for event in reversed() {
      if let content = event.change.updateContent(on: device), content.isSubscription,
        !contents.insert(content).inserted
      {
        continue
      }
      last.append(event)
    }
    return last.reversed()
  }
}

/// How a stream treats an event.
private enum EventTreatment {
  case usual
  /// The event is sent even if the consumer knows its transaction, because the transaction was
  /// refunded, upgraded or deleted, its refund was reversed, or its sharing ended.
  case revocation
  /// It changes the price of a renewal, which is signed from the request's catalogue snapshot.
  case priceChange
}

extension LedgerEvent {
  fileprivate var treatment: EventTreatment {
    switch self {
    case .upgraded, .refunded, .refundReversed, .deleted, .sharingEnded: .revocation
    case .priceChanged, .offerPriceChanged, .nextOfferPriceChanged: .priceChange
    case .charged, .periodBegan, .renewalChanged, .offerRedeemed, .cutShort, .expired, .revoked,
      .refundRequested, .refundDeclined, .consumptionReported, .consumptionRequested,
      .revocationReversed, .billingRetryBegan,
      .gracePeriodExpired, .billingIssueChanged, .priceIncreaseAnswered, .renewalDateExtended,
      .extensionGranted,
      .sharedPlanChanged, .familySharingChanged, .finished, .appAccountTokenSet, .reassigned,
      .orderSettled, .orderClosed, .orderWaits, .orderRepeated, .orderDeclined, .orderLapsed,
      .orderReassigned:
      .usual
    }
  }
}

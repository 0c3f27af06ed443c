import StoreAPI

/// One reader of a customer's updates.
///
/// It works only while it is asked: then it reads a page of events when it has none left, and
/// signs one. Between two questions it holds at most a page of unsigned events, however much is
/// written meanwhile.
actor UpdateReader {
  private static let page = 100

  private let backend: DeviceBackend
  /// From the first question on; listening begins before the first look.
  private var signal: UpdateSignal?
  /// The last event that was read from storage.
  private var cursor: Int64
  /// What was read and not looked at yet.
  private var events: ArraySlice<StoredEvent> = []
  private var epoch: Int?
  /// What the reader was told of the clock last.
  private var toldClock: StoreClock?

  init(_ backend: DeviceBackend, after sequence: Int64) {
    self.backend = backend
    cursor = sequence
  }

  /// The next update, waiting where there is none yet; `nil` when the task is cancelled.
  func next() async throws(StoreFault) -> Answer<StoreUpdate>? {
    do throws(StoreFault) {
      return try await awaited()
    } catch {
      // Storage that is asked by a cancelled task may report that.
      guard Task.isCancelled else { throw error }
      return nil
    }
  }

  private func awaited() async throws(StoreFault) -> Answer<StoreUpdate>? {
    while !Task.isCancelled {
      // A task keeps the memory of its deepest call until it ends. To look needs much, and to wait
      // little: so each look is a task of its own.
      let look = try await Task { await self.look() }.value.get()
      if let update = look.update { return update }
      guard await look.signal.next(within: look.due) else { return nil }
    }
    return nil
  }

  private struct ReadResult {
    var update: Answer<StoreUpdate>?
    /// What to wait for where there is no update.
    var signal: UpdateSignal
    /// How long at most.
    var due: Duration?
  }

  private func look() async -> Result<ReadResult, StoreFault> {
    do throws(StoreFault) {
      let request = try await request()
      let signal = signal(of: request.device.customer)
      let update = try await pending(request) ?? time(request)
      let due = update == nil ? try await backend.timeUntilDue(request) : nil
      return .success(ReadResult(update: update, signal: signal, due: due))
    } catch {
      return .failure(error)
    }
  }

  private func signal(of customer: CustomerNumber) -> UpdateSignal {
    if let signal { return signal }
    let engine = backend.engine
    let new = UpdateSignal(of: customer, in: engine.ledgers, sleep: engine.sleep)
    signal = new
    return new
  }

  /// Each update is answered as of now, and to a device that is still signed in.
  private func request() async throws(StoreFault) -> DeviceRequest {
    let request = try await backend.request()
    let current = request.snapshot.settings.epoch
    guard current == epoch ?? current else {
      throw .unavailable("the store was reset: connect again")
    }
    epoch = current
    return request
  }

  /// The store's time if the reader does not know it; to be asked when no event is left, so that it
  /// is told after all that it led to.
  private func time(_ request: DeviceRequest) -> Answer<StoreUpdate>? {
    let clock = request.snapshot.settings.clock
    guard clock != toldClock else { return nil }
    toldClock = clock
    return request.snapshot.answer(StoreUpdate(sequence: cursor, change: .time))
  }

  /// The next update among the events that are there.
  private func pending(_ request: DeviceRequest) async throws(StoreFault) -> Answer<StoreUpdate>? {
    repeat {
      while let event = events.first {
        let update = try await backend.update(event, request)
        events.removeFirst()
        if let update { return update }
      }
      events = try await backend.engine.ledgers.events(
        of: request.device.customer, after: cursor, limit: Self.page)[...]
      cursor = events.last?.sequence ?? cursor
    } while !events.isEmpty
    return nil
  }
}

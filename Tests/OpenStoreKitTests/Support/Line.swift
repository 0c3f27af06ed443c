import AppStorePayloads
import Foundation
import StoreAPI
import Synchronization
import TestSupport

/// The line between a device and a real store, which can be cut.
final class Line: ForwardingBackend {
  /// What works on the line.
  enum Condition: Equatable {
    case good
    case cut
    /// It is cut, for this reason.
    case away(String)
    /// Orders do not reach the store.
    case ordersVanish
    /// Orders are refused on their way, as the store would.
    case ordersFail(StoreError)
    /// Orders are put off until somebody approves.
    case ordersWait
    /// Orders and commands reach the store, and the next so many answers are lost.
    case answersVanish(Int)
    /// Orders are answered, and what the customer holds then is not.
    case purchasesVanish
    /// Commands about subscriptions do not reach the store.
    case commandsVanish
    /// The next command is given up before it reaches the store, which it does only after the purchases
    /// have been read.
    case commandIsLate
    /// The first answer to a command is lost on the way, and the command sent again, as over HTTP.
    case commandsAreSentAgain
    /// The next command reaches the store; then the line is cut, before the answer.
    case cutAfterCommand
    /// The line is cut after the next update that is a transaction.
    case cutAfterTransaction
    /// The store is of an earlier version: it does not know all questions. Its answers do not name its
    /// catalogue or an order's changes, and a transaction comes without its subscription.
    case earlierVersion
  }

  private struct State {
    var condition = Condition.good
    var orders: [Order] = []
    var questions: [String] = []
    var bytes = 0
    var streams: [AsyncThrowingStream<Answer<StoreUpdate>, any Error>.Continuation] = []
    var cursors: [Int64] = []
    var settling: @Sendable () async -> Void = {}
    /// What happens while an answer is on its way, by the call.
    var meanwhile: [StoreCall: @Sendable () async -> Void] = [:]
    /// A command that has not reached the store yet.
    var late: CustomerCommand?
  }

  let store: any StoreBackend
  private let state = Mutex(State())

  init(to store: any StoreBackend) { self.store = store }

  var condition: Condition {
    get { state.withLock { $0.condition } }
    set { state.withLock { $0.condition = newValue } }
  }

  /// The orders that were sent, with or without an answer.
  var orders: [Order] { state.withLock { $0.orders } }

  /// The calls that were made, in order; a stream counts as `updates`.
  var questions: [String] { state.withLock { $0.questions } }

  /// The bytes of all answers and updates in JSON; each sequence counts as one digit.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Forgets the calls so far.
  func countAnew() { state.withLock { $0.questions = [] } }

  /// Where each stream of updates began.
  var cursors: [Int64] { state.withLock { $0.cursors } }

  /// Runs `settling` before each question for the result of an order.
  func beforeSettling(_ settling: @escaping @Sendable () async -> Void) {
    state.withLock { $0.settling = settling }
  }

  /// Runs `body` after the store has answered the next such call, and before the device hears it.
  func whileOnItsWay(_ call: StoreCall, _ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.meanwhile[call] = body }
  }

  /// Breaks the open streams.
  func breakStreams(with error: any Error = StoreError.unavailable(reason: "the line broke")) {
    let streams = state.withLock { state in
      defer { state.streams = [] }
      return state.streams
    }
    for stream in streams { stream.finish(throwing: error) }
  }

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    state.withLock { $0.questions.append(call.rawValue) }
    if call == .settle { await state.withLock { $0.settling }() }
    switch condition {
    case .cut: throw .unavailable(reason: "the line is cut")
    case .away(let reason): throw .unavailable(reason: reason)
    case .purchasesVanish where call == .purchases:
      throw .unavailable(reason: "the purchases vanished")
    case .earlierVersion where [.detectRollback, .productIDs, .receipt].contains(call):
      throw .unavailable(reason: "it answers with 404: there is no such path")
    case .commandsVanish where call == .perform: throw .unavailable(reason: "the command vanished")
    default: break
    }
    var answer = try await forward()
    if condition == .earlierVersion { answer.catalogue = nil }
    if let meanwhile = state.withLock({ $0.meanwhile.removeValue(forKey: call) }) {
      await meanwhile()
    }
    count(answer)
    if call == .purchases { await deliverLateCommand() }
    return answer
  }

  private func count<Value>(_ answer: Answer<Value>) {
    var counted: Any = answer.value
    // The number of digits of a sequence grows with what has happened in the store.
    if var purchases = answer.value as? CustomerPurchases {
      purchases.sequence = 0
      counted = purchases
    } else if var update = answer.value as? StoreUpdate {
      update.sequence = 0
      counted = update
    }
    guard let value = counted as? any Encodable,
      let data = try? JSONEncoder.payload.encode(value)
    else { return }
    state.withLock { $0.bytes += data.count }
  }

  private func deliverLateCommand() async {
    let late = state.withLock { state in
      defer { state.late = nil }
      return state.late
    }
    if let late { _ = try? await store.perform(late) }
  }

  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    state.withLock { $0.orders.append(order) }
    guard condition != .ordersVanish else { throw .unavailable(reason: "the order vanished") }
    if case .ordersFail(let error) = condition { throw error }
    if condition == .ordersWait { return Answer(.pending, at: try await storefront().time) }
    let answer = try await answer(.purchase) { () throws(StoreError) in
      try await store.purchase(order)
    }
    try loseAnswer()
    let isWhole = ![.earlierVersion, .purchasesVanish].contains(condition)
    return isWhole ? answer : answer.withoutPurchases
  }

  func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    if condition == .commandIsLate {
      state.withLock { ($0.condition, $0.late) = (.good, command) }
      throw .unavailable(reason: "the command is late")
    }
    let answer = try await answer(.perform) { () throws(StoreError) in
      if condition == .commandsAreSentAgain { _ = try await store.perform(command) }
      return try await store.perform(command)
    }
    if condition == .cutAfterCommand {
      condition = .cut
      throw .unavailable(reason: "the line is cut")
    }
    try loseAnswer()
    return answer
  }

  private func loseAnswer() throws(StoreError) {
    guard case .answersVanish(let count) = condition, count > 0 else { return }
    condition = .answersVanish(count - 1)
    throw .unavailable(reason: "the answer vanished")
  }

  func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Answer<StoreUpdate>, any Error>.makeStream()
    state.withLock { state in
      state.streams.append(continuation)
      state.cursors.append(sequence)
      state.questions.append("updates")
    }
    let task = Task {
      do {
        for try await var update in store.updates(after: sequence, known: known) {
          if condition == .earlierVersion { update = update.ofEarlierVersion }
          count(update)
          continuation.yield(update)
          guard condition == .cutAfterTransaction, case .transaction = update.value.change else {
            continue
          }
          condition = .cut
          throw StoreError.unavailable(reason: "the line is cut")
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension Answer<StoreUpdate> {
  fileprivate var ofEarlierVersion: Self {
    var answer = self
    (answer.catalogue, answer.value.subscription) = (nil, nil)
    return answer
  }
}

import AppStorePayloads
import AsyncHTTPClient
import Comparison
import DemoApp
import Foundation
import NIOCore
import OpenStoreKit
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI
import TerminalUI
import TestSupport

/// The time from a purchase to its update on the customer's other device.
enum UpdateLatencyBenchmark {
  private static let car = "nonconsumable.racecar"
  private static let rounds = 100

  static func run(_ devices: [ServedDevice], at store: StoreProcess) async throws {
    let (buyer, other) = (devices[0], devices[1])
    let bare = try await ServerProcess.bare(answering: 100)
    let request = { try await timed { try await HTTPClient.shared.request(bare.url) } }
    let probe = UpdateProbe(other)
    try await Comparison(
      name: "from a purchase to the event on another device", reference: "a bare request",
      measure: .cost, rounds: rounds
    ).run({ try await latency(buyer, store) { try await probe.receive($0) } }, against: request)
    try await Screen.show(other) { screen in
      try await Comparison(
        name: "from a purchase to the other device's screen", reference: "a bare request",
        measure: .cost, rounds: rounds
      ).run(
        { try await latency(buyer, store) { try await screen.waitForFrame($0) } }, against: request)
    }
  }

  /// The time from the order until the other device has the update.
  ///
  /// The refund is not measured.
  private static func latency(
    _ buyer: ServedDevice, _ store: StoreProcess,
    awaiting update: @escaping @Sendable (Bool) async throws -> ContinuousClock.Instant
  ) async throws -> Duration {
    let start = ContinuousClock.now
    async let arrival = update(true)
    let id = try await buyer.buy(car)
    let time = try await arrival - start
    try await buyer.finish(id)
    _ = try await store.operator.perform(.refund(transactionID: id))
    _ = try await update(false)
    return time
  }
}

/// Receives the updates of a device.
private struct UpdateProbe: Sendable {
  private let updates: AsyncThrowingStream<Answer<StoreUpdate>, any Error>

  init(_ device: ServedDevice) {
    updates = device.backend.updates(after: device.registration.value.sequence)
  }

  /// Waits for the update that the car is owned, or that it was refunded.
  func receive(_ isOwned: Bool) async throws -> ContinuousClock.Instant {
    for try await update in updates {
      guard case .transaction(let jws) = update.value.change else { continue }
      let now = ContinuousClock.now
      let payload = try JWS(jws).payload(as: TransactionPayload.self)
      if (payload.revocationDate == nil) == isOwned { return now }
    }
    throw CancellationError()
  }
}

/// The storefront on a device.
private struct Screen: Sendable {
  private let terminal: RecordedTerminal

  /// Opens the storefront and closes it after `body`.
  static func show(
    _ device: ServedDevice, _ body: (Screen) async throws -> Void
  ) async throws {
    let session = try await device.session()
    try await StoreSession.$current.withValue(session) {
      let terminal = RecordedTerminal()
      let program = Program(terminal: terminal)
      let presentation = Presentation.read(try .products())
      let controller = StoreController(
        session: session, presentation: presentation, folder: device.folder,
        // As after a quiet time: the round before keeps no reload waiting.
        pause: unmeasuredPause)
      await Demo.open(on: program) { (controller, presentation) }
      async let end = program.run()
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await body(Screen(terminal: terminal))
      program.quit()
      _ = try await end
    }
  }

  /// Waits until the last frame shows that the car is owned, or that it is not.
  func waitForFrame(_ isOwned: Bool) async throws -> ContinuousClock.Instant {
    let seen = max(0, terminal.frames.count - 1)
    _ = try await terminal.frame(from: seen) { $0.text.contains("1 owned") == isOwned }
    return .now
  }
}

extension HTTPClient {
  fileprivate func request(_ url: String) async throws {
    let response = try await execute(HTTPClientRequest(url: url), timeout: .seconds(10))
    _ = try await response.body.collect(upTo: 1 << 20)
  }
}

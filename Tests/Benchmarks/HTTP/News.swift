import AsyncHTTPClient
import Contest
import DemoApp
import Foundation
import NIOCore
import OpenStoreKit
import StoreAPI
import StoreHTTP
import TerminalUI

/// How soon a customer's other device knows what was bought on one.
enum News {
  private static let car = "nonconsumable.racecar"
  private static let rounds = 100

  static func run(_ devices: [ServedDevice], at shop: ServedShop) async throws {
    let (buyer, other) = (devices[0], devices[1])
    let bare = try ServerProcess.bare(answering: 100)
    let ask = { try await timed { try await HTTPClient.shared.ask(bare.url) } }
    let ear = UpdateProbe(other)
    try await Contest(
      name: "from a purchase to the event on another device", reference: "a bare request",
      measure: .cost, rounds: rounds
    ).run({ try await spread(buyer, shop) { try await ear.receive($0) } }, against: ask)
    try await Screen.show(other) { screen in
      try await Contest(
        name: "from a purchase to the other device's screen", reference: "a bare request",
        measure: .cost, rounds: rounds
      ).run({ try await spread(buyer, shop) { try await screen.see($0) } }, against: ask)
    }
  }

  /// The time from the order until the other device has it; what was bought is given back outside
  /// the time.
  private static func spread(
    _ buyer: ServedDevice, _ shop: ServedShop,
    awaiting known: @escaping @Sendable (Bool) async throws -> ContinuousClock.Instant
  ) async throws -> Duration {
    let start = ContinuousClock.now
    async let arrival = known(true)
    let id = try await buyer.buy(car)
    let time = try await arrival - start
    try await buyer.finish(id)
    _ = try await shop.operator.perform(.refund(transactionID: id))
    _ = try await known(false)
    return time
  }
}

/// Whoever listens for a car on a device.
private struct UpdateProbe: Sendable {
  private let updates: AsyncThrowingStream<Answer<StoreUpdate>, any Error>

  init(_ device: ServedDevice) {
    updates = device.backend.updates(after: device.registration.value.sequence)
  }

  /// Listens until the car is the customer's, or no more.
  func receive(_ isTheirs: Bool) async throws -> ContinuousClock.Instant {
    for try await update in updates {
      guard case .transaction(let jws) = update.value.change else { continue }
      let now = ContinuousClock.now
      let payload = try JWS(jws).payload(as: TransactionPayload.self)
      if (payload.revocationDate == nil) == isTheirs { return now }
    }
    throw CancellationError()
  }
}

/// The storefront on a device.
private struct Screen: Sendable {
  private let terminal: RecordedTerminal

  /// Opens the storefront for as long as `body` takes.
  static func show(
    _ device: ServedDevice, _ body: (Screen) async throws -> Void
  ) async throws {
    let session = try await device.session()
    try await StoreSession.$current.withValue(session) {
      let terminal = RecordedTerminal()
      let program = Program(terminal: terminal)
      let presentation = Presentation.read(try Data(contentsOf: products))
      let keeper = StoreController(
        session: session, presentation: presentation, folder: device.folder)
      await Demo.open(on: program) { (keeper, presentation) }
      async let end = program.run()
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await body(Screen(terminal: terminal))
      program.quit()
      _ = try await end
    }
  }

  /// Waits until the last frame shows the car among the customer's, or no more.
  func see(_ isTheirs: Bool) async throws -> ContinuousClock.Instant {
    let seen = max(0, terminal.frames.count - 1)
    _ = try await terminal.frame(from: seen) { $0.text.contains("1 owned") == isTheirs }
    return .now
  }

  private static var products: URL {
    URL(filePath: #filePath).appending(path: "../../../../Products.json").standardized
  }
}

extension HTTPClient {
  fileprivate func ask(_ url: String) async throws {
    let response = try await execute(HTTPClientRequest(url: url), timeout: .seconds(10))
    _ = try await response.body.collect(upTo: 1 << 20)
  }
}

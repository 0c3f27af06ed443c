import AppStoreSheets
import DemoApp
import OpenStoreKit
import StoreAPI
import TerminalUI
import TestSupport
import Testing

/// The storefront, the App Store's sheets and a real store on one screen, by keyboard alone.
///
/// Longer journeys are made with the real binary, in EndToEndTests.
@Suite(.hangLimit) struct JourneyTests {
  private let terminal = RecordedTerminal()

  /// Runs `keys` while the storefront is open.
  private func open(
    _ fixture: StoreFixture,
    wrapping: (any StoreBackend) -> any StoreBackend = { $0 },
    _ keys: @escaping @Sendable (RecordedTerminal) async throws -> Void
  ) async throws {
    let program = Program(terminal: terminal)
    let app = try await AppFixture.open(
      fixture, sheets: TerminalSheets(program: program, reducesMotion: true),
      wrapping: wrapping)
    try await app.open(on: program) { _ in try await keys(terminal) }
  }

  @Test func `a sheet has the store's terms, and its customer has the plan afterwards`()
    async throws
  {
    try await open(.make()) { terminal in
      _ = try await terminal.frame(containing: "Head over to the shop")
      terminal.type("s")
      _ = try await terminal.frame(containing: "Restore Purchases")
      terminal.type(.down, .down, .down, .right, .right, .character("b"))
      let terms = "$1.99 today for 2 months, then $4.99 / month"
      _ = try await terminal.frame(containing: terms)
      terminal.type("p")
      _ = try await terminal.frame(containing: "✓ Yours. You have Pro now.")
      let sold = terminal.frames.count - 1
      terminal.type(.enter)
      _ = try await terminal.frame(containing: "You are subscribed to Pro.", from: sold)
      let shop = try await terminal.frame(containing: "your plan ●", from: sold)
      #expect(shop.text.contains("● Pro · renews 21 Mar 2026"))
    }
  }

  @Test func `a customer whose terminal is closed while a sheet asks has not agreed`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    try await open(fixture) { terminal in
      _ = try await terminal.frame(containing: "Head over to the shop")
      terminal.type("s")
      _ = try await terminal.frame(containing: "Restore Purchases")
      terminal.type("b")
      _ = try await terminal.frame(containing: "No money moves.")
      terminal.hangUp()
    }

    let (other, _) = try await fixture.device("phone")
    #expect(try await other.purchases().value.latest.isEmpty)
  }

  @Test func `no frame before the end of the launch has a Buy in it`() async throws {
    let gate = Gate()
    try await open(.make(), wrapping: { SlowStore(store: $0, gate: gate) }) { terminal in
      let slow = try await terminal.frame(containing: "▸ Checking what you own")
      #expect(slow.text.contains("✓ Listening for transactions"))
      terminal.type("bsb")
      terminal.type(.enter)
      await terminal.waitUntilRead()
      let before = terminal.frames.count
      gate.open()
      _ = try await terminal.frame(containing: "Head over to the shop", from: before)
      terminal.type("s")
      _ = try await terminal.frame(containing: "b buy $1.99")
    }

    let frames = terminal.frames.map { $0.text.lowercased() }
    let launched = try #require(frames.firstIndex { $0.contains("head over to the shop") })
    #expect(frames[...launched].allSatisfy { !$0.contains("buy") })
  }

  @Test func `what another device buys arrives while the shop is open`() async throws {
    let fixture = try await StoreFixture.make()
    let (other, _) = try await fixture.device("phone")
    try await open(fixture) { terminal in
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await other.buy(.car)
      _ = try await terminal.frame(containing: "Car is yours.")
      _ = try await terminal.frame(containing: "owned ✓")
    }
  }
}

import StoreAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// How often the controller asks a slow store.
@Suite(.hangLimit) struct ReloadTests {
  private let gate = Gate()
  private let terminal = RecordedTerminal()

  /// Runs `body` on an open storefront whose store does not answer `call` until the gate is open.
  private func open(
    blocking call: StoreCall,
    _ body: @Sendable (StoreController, LayerHandle<Demo>) async throws -> Void
  ) async throws {
    let app = try await AppFixture.open(
      .make(), wrapping: { SlowStore(store: $0, gate: gate, calls: [call]) })
    try await app.show(on: terminal, body)
  }

  @Test func `ten requests for the history read it at most twice`() async throws {
    try await open(blocking: .transactions) { controller, handle in
      await withTaskGroup { group in
        for _ in 1...10 {
          group.addTask { await controller.perform(.loadHistory(through: nil), for: handle) }
        }
        // One waits at the gate.
        for _ in 1...9 { await group.next() }
        gate.open()
      }
      #expect(gate.callerCount <= 2)
    }
  }

  @Test func `changes that come during a reload share the next one`() async throws {
    try await open(blocking: .products) { controller, handle in
      async let _: Void = controller.follow(handle)
      for number in 1...10 {
        controller.noteChange.yield(.message(.failed(Notice(.bad, "Change \(number)."))))
        try await wait { gate.callerCount > 0 }
      }
      try await wait { await controller.waitingChanges.count >= 9 }
      gate.open()
      _ = try await terminal.frame(containing: "Change 10.")
      #expect(gate.callerCount == 2)
    }
  }
}

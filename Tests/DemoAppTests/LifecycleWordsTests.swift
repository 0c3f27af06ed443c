import Foundation
import StoreAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The texts for the customer at the time of a notification to the developer's server.
@Suite(.hangLimit) struct LifecycleWordsTests {
  @Test func `the screen has words for every notification about a plan's life`() async throws {
    var screens: [String] = []
    for scenario in LifecycleScenario.all {
      screens.append(scenario.name + "\n" + (try await words(after: scenario)))
    }

    try expectSnapshot(of: screens.joined(separator: "\n\n"), named: "lifecycle-words")
  }

  /// The lines of the first screen after a launch, without the chrome, and the rows of the history that
  /// have words about a request for a refund.
  private func words(after scenario: LifecycleScenario) async throws -> String {
    let store = try await StoreFixture.make()
    let backend = try await store.device("phone").backend
    for step in scenario.steps { try await store.perform(step, as: backend) }
    let app = try await AppFixture.open(store)
    let (launchResult, history) = await app.connected { controller in
      (await controller.launch(), await controller.history())
    }
    var demo = Demo()
    demo.send(.opened(Sample.presentation, lastSeen: nil, fuel: [:]))
    demo.send(.launched(launchResult))
    let screen = demo.frame(columns: 80, rows: 24).lines.dropLast(2)
    demo.send(.history(history))
    demo.type("h")
    let notes = history.entries.compactMap(\.refundNote)
    let rows = demo.frame(columns: 80, rows: 24).lines.filter { line in
      notes.contains { line.contains($0) }
    }
    return (screen + rows).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("──") }
      .map { "  \($0)" }.joined(separator: "\n")
  }
}

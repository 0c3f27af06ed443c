import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import skdemo

/// What a run of a scenario leaves behind.
@Suite(.hangLimit) struct ScenarioPlayerTests {
  @Test func `a run that is interrupted restores the grace period`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = fixture.engine
    _ = try await engine.perform(.setGracePeriod(gracePeriod: .days3))
    let player = ScenarioPlayer(
      store: CancellableStore(engine: engine), accounts: engine, password: "a password")
    let plan = try await player.plan([BuiltInScenario.grace.scenario])
    _ = try await engine.perform(.setGracePeriod(gracePeriod: .off))

    let run = Task {
      while !Task.isCancelled { await Task.yield() }
      try await player.play(plan)
    }
    run.cancel()

    await #expect(throws: (any Error).self) { try await run.value }
    guard case .settings(let settings) = try await engine.perform(.settings).value else {
      throw FixtureError(text: "the store has no settings")
    }
    #expect(settings.rules.gracePeriod == .days3)
  }
}

/// A store that performs nothing in a task that was cancelled, as over HTTP.
private struct CancellableStore: StoreOperator {
  let engine: StoreEngine

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    guard !Task.isCancelled else { throw .unavailable(reason: "the call was cancelled") }
    return try await engine.perform(command, progress: progress)
  }
}

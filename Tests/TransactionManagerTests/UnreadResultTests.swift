import StoreAPI
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import TransactionManager

/// The results of controls that end while something else is shown.
@Suite(.hangLimit) struct UnreadResultTests {
  private typealias Sample = TransactionSample

  /// The manager while the control "Accounts" is in progress.
  private static var working: TransactionManager {
    var manager = TransactionManager.showing([Sample.car()])
    _ = manager.perform("accounts")
    return manager
  }

  private static let answer = TransactionManager.Message.done("alex\nzoe", nil)

  @Test(arguments: [[Key.enter], [.character("/")]])
  func `an answer of several lines waits until the operator is back in the list`(keys: [Key]) {
    var manager = Self.working
    for key in keys { manager.type(key) }
    _ = manager.update(.message(Self.answer))
    #expect(!manager.picture().contains("zoe"))

    manager.type(.escape)
    #expect(manager.picture().contains("zoe"))
    manager.type(.escape)
    #expect(manager.mode == .list && !manager.picture().contains("zoe"), "it was read")
  }

  @Test func `a notice of one line is in the list, and needs no page`() {
    var manager = Self.working
    manager.type(.enter)
    _ = manager.update(.message(.done("there are no accounts", nil)))
    manager.type(.escape)
    #expect(manager.mode == .list && manager.listNotice?.text == "there are no accounts")
  }

  @Test func `a result that came while the manager was closed is shown when it opens again`() {
    var answered = TransactionManager.showing([Sample.car()])
    _ = answered.update(.message(.ended("Accounts", .done("alex\nzoe"))))
    #expect(answered.picture().contains("zoe"))

    var refused = TransactionManager.showing([Sample.car()])
    _ = refused.update(.message(.ended("Refund", .refused("the store is offline"))))
    #expect(refused.picture().contains("× The store is offline"))
  }

  @Test func `what ended while the manager was closed has changed rows, which are read again`() {
    var manager = TransactionManager.showing([Sample.car()])
    let effects = manager.update(.message(.ended("Refund", .done("Car was refunded"))))
    #expect(effects == [.read(.transactions, revision: nil)])
  }

  @Test func `an earlier result does not end the control that is in progress`() {
    var manager = Self.working
    _ = manager.update(.message(.ended("Refund", .refused("the store is away"))))
    #expect(manager.notice?.text == "Accounts …")
    #expect(manager.perform("accounts") == [], "one control works at a time")
    _ = manager.update(.message(.done("there are no accounts", nil)))
    #expect(manager.notice?.text == "there are no accounts")
  }

  @Test func `a control goes on when the manager is closed, and its answer is kept`() async throws {
    let fixture = try await StoreFixture.make()
    let gate = Gate()
    let terminal = RecordedTerminal()
    let program = Program(terminal: terminal)
    let engine = fixture.engine
    let sheet = TransactionManagerSheet(program: program) {
      HeldOperator(store: engine, gate: gate)
    } sentence: { _, _ in
      "storefront\nUSA"
    }
    async let end = program.run()
    defer { program.quit() }

    await sheet.show(control: "settings")
    try await gate.waitForCaller()
    _ = try await terminal.frame(containing: "Settings …")
    let start = terminal.frames.count
    terminal.type(.escape)
    _ = try await terminal.frame(from: start) { !$0.text.contains("Settings …") }
    gate.open()
    await sheet.show()
    _ = try await terminal.frame(containing: "storefront")

    program.quit()
    _ = try await end
  }
}

/// A store whose settings are read only after a gate was opened.
private struct HeldOperator: StoreOperator {
  let store: any StoreOperator
  let gate: Gate

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    if command.name == OperatorCommand.Settings.name { await gate.pass() }
    return try await store.perform(command, progress: progress)
  }
}

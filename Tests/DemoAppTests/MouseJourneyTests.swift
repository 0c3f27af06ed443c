import AppStoreSheets
import DemoApp
import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

/// The storefront and the App Store's sheets with a real store, by mouse alone.
@Suite(.hangLimit) struct MouseJourneyTests {
  @Test(arguments: [(80, 24), (120, 36), (200, 60)])
  func `a car is bought, and its sheet closed`(columns: Int, rows: Int) async throws {
    let terminal = RecordedTerminal(size: Size(columns: columns, rows: rows))
    let program = Program(terminal: terminal)
    let app = try await AppFixture.open(
      .make(), sheets: TerminalSheets(program: program, reducesMotion: true))
    try await app.open(on: program) { _ in
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await terminal.press(on: "Shop")
      _ = try await terminal.frame(containing: "b buy $1.99")
      try await terminal.press(on: "Race Car")
      _ = try await terminal.frame(containing: "b buy $4.99")
      try await terminal.press(on: "b buy $4.99")
      _ = try await terminal.frame(containing: "No money moves.")
      let button = try await terminal.press(on: "Pay $4.99")
      _ = try await terminal.frame { $0.press(at: button) == .key(.character("p")) }
      #expect(!terminal.frames.contains { $0.text.contains("✓ Yours.") }, "one press pays nothing")
      terminal.press(at: button)
      _ = try await terminal.frame(containing: "✓ Yours.")
      let sold = terminal.frames.count
      try await terminal.press(on: "✓ Yours.")
      _ = try await terminal.frame(containing: "Race Car is yours.", from: sold)
    }
  }

  @Test func `a double press on b in the footer opens the sheet, and pays nothing`() async throws {
    let terminal = RecordedTerminal()
    let program = Program(terminal: terminal)
    let app = try await AppFixture.open(
      .make(), sheets: TerminalSheets(program: program, reducesMotion: true))
    try await app.open(on: program) { _ in
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await terminal.press(on: "Shop")
      _ = try await terminal.frame(containing: "b buy $1.99")
      let key = try await terminal.press(on: "b buy $1.99")
      let sheet = try await terminal.frame(containing: "No money moves.")
      #expect(sheet.press(at: key) != .key(.character("p")))
      terminal.press(at: key)
      _ = try await terminal.frame(containing: "Nothing was bought.")
      #expect(!terminal.frames.contains { $0.text.contains("✓ Yours.") })
    }
  }

  @Test func `the wheel moves the selection, and the footer ends the program`() async throws {
    let terminal = RecordedTerminal()
    let program = Program(terminal: terminal)
    let app = try await AppFixture.open(.make())
    try await app.connected { controller in
      await Demo.open(on: program) { (controller, Sample.presentation) }
      let run = Task { try await program.run() }
      _ = try await terminal.frame(containing: "Head over to the shop")
      try await terminal.press(on: "Shop")
      _ = try await terminal.frame(containing: "b buy $1.99")
      terminal.send("\u{1B}[<65;5;6M")
      _ = try await terminal.frame(containing: "b buy $2.99")
      try await terminal.press(on: "q quit")
      let end = try await limited("the end of the program") { try await run.value }
      #expect(end == .quit)
    }
  }
}

import AppStoreSheets
import DemoApp
import TerminalUI
import TestSupport
import Testing

/// The storefront, the App Store's sheets and a real store as lines of text.
@Suite(.hangLimit) struct LineJourneyTests {
  private let lines = RecordedLines()

  /// Runs `type` while the storefront is open, and returns everything that was printed.
  private func open(
    _ style: LineStyle, _ type: @escaping @Sendable (RecordedLines) async throws -> Void
  ) async throws -> String {
    let program = Program(terminal: LineTerminal(lines, style: style, isASCII: false))
    let app = try await AppFixture.open(
      .make(), sheets: TerminalSheets(program: program, reducesMotion: true))
    try await app.open(on: program) { [lines] _ in try await type(lines) }
    return lines.text
  }

  /// Types a line, and waits until the answer contains `text`.
  private static func answer(
    to line: String, on lines: RecordedLines, contains text: String
  ) async -> String {
    let start = lines.text.count
    lines.send(line)
    return await lines.waitFor(text, after: start)
  }

  @Test func `a car is bought by its number and the pay key`() async throws {
    let text = try await open(.plain) { lines in
      _ = await lines.waitFor("Head over to the shop")
      let shop = await Self.answer(to: "shop", on: lines, contains: "Restore Purchases")
      let row = try #require(shop.split(separator: "\n").first { $0.contains("Race Car") })
      let number = try #require(row.split(separator: " ").first)
      _ = await Self.answer(to: String(number), on: lines, contains: "buy")
      _ = await Self.answer(to: "b", on: lines, contains: "No money moves.")
      _ = await Self.answer(to: "p", on: lines, contains: "Race Car is")
    }
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `the launch is not read out before it is over`() async throws {
    let text = try await open(.spoken) { lines in
      _ = await lines.waitFor("Head over to the shop")
    }
    #expect(text.contains("\nMy Cars, No plan yet\n"))
    #expect(!text.contains("checking") && !text.contains("verified"))
  }

  @Test(arguments: [LineStyle.plain, .spoken])
  func `after a purchase its sheet is not read out again, and pictures never are`(style: LineStyle)
    async throws
  {
    let text = try await open(style) { lines in
      _ = await lines.waitFor("Head over to the shop")
      _ = await Self.answer(to: ":", on: lines, contains: "An empty line leaves.")
      _ = await Self.answer(to: "open Race Car", on: lines, contains: "Paid once.")
      _ = await Self.answer(to: "b", on: lines, contains: "No money moves.")
      _ = await Self.answer(to: "p", on: lines, contains: "any key closes")
      let closed = await Self.answer(to: "", on: lines, contains: "Paid once.")
      #expect(!closed.contains("No money moves."))
    }
    #expect(!text.contains("#7") && !text.contains("░"))
  }

  @Test func `a screen reader gets what a plan costs in one line`() async throws {
    _ = try await open(.spoken) { lines in
      _ = await lines.waitFor("Head over to the shop")
      _ = await Self.answer(to: ":", on: lines, contains: "An empty line leaves.")
      _ = await Self.answer(to: "open Pro", on: lines, contains: "Renews until")
      let sheet = await Self.answer(to: "b", on: lines, contains: "No money moves.")
      let row = try #require(sheet.split(separator: "\n").first { $0.hasPrefix("You pay, ") })
      #expect(row.contains(", then $4.99 per month from "))
    }
  }

  @Test func `an empty line on the sheet buys nothing`() async throws {
    _ = try await open(.plain) { lines in
      _ = await lines.waitFor("Head over to the shop")
      _ = await Self.answer(to: "s", on: lines, contains: "Restore Purchases")
      _ = await Self.answer(to: "b", on: lines, contains: "No money moves.")
      let closed = await Self.answer(to: "", on: lines, contains: "Restore Purchases")
      #expect(!closed.contains("is yours"))
    }
  }

  @Test func `a screen reader gets what was bought, with its price in words`() async throws {
    _ = try await open(.spoken) { lines in
      _ = await lines.waitFor("Head over to the shop")
      _ = await Self.answer(to: "s", on: lines, contains: "Restore Purchases")
      _ = await Self.answer(to: "b", on: lines, contains: "No money moves.")
      let bought = await Self.answer(to: "p", on: lines, contains: "Purchased Car, ")
      #expect(bought.contains("Purchased Car, 1.99 US dollars"))
    }
  }
}

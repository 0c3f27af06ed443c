import Testing

@testable import TerminalUI

/// The lines that are printed for a program's screens.
@Suite struct LineRendererTests {
  @Test func `a page is printed when it opens`() throws {
    var renderer = LineRenderer(.plain)
    let update = renderer.update(.shop(), isAnswer: false)
    let output = try #require(update)
    #expect(output.prompt == "> ")
    #expect(output.lines.contains { $0.hasPrefix("  1  Car") })
    #expect(output.lines.contains { $0.hasPrefix("  3  buy") })
  }

  @Test func `what has not changed is not printed again`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let again = renderer.update(.shop(), isAnswer: false)
    #expect(again == nil)
  }

  @Test func `a typed line is followed by a prompt even if nothing has changed`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let again = renderer.update(.shop(), isAnswer: true)
    #expect(again?.lines == [])
  }

  @Test func `an event is one line, printed once`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let first = renderer.update(.shop(notice: "Truck is yours."), isAnswer: false)
    #expect(first?.lines == ["Truck is yours."])
    let again = renderer.update(.shop(notice: "Truck is yours."), isAnswer: false)
    #expect(again == nil)
  }

  @Test func `a screen reader gets the event in words and stays on the selected row`() {
    var renderer = LineRenderer(.spoken)
    _ = renderer.update(.shop(), isAnswer: false)
    let output = renderer.update(.shop(notice: "Truck is yours."), isAnswer: false)
    #expect(output?.lines == ["Spoken: Truck is yours."])
    #expect(output?.prompt == "Car, owned > ")
  }

  @Test func `a screen reader gets the next row when the selection moves`() {
    var renderer = LineRenderer(.spoken)
    _ = renderer.update(.shop(), isAnswer: false)
    let output = renderer.update(.shop(selected: 1), isAnswer: true)
    #expect(output == LineRenderer.Output(lines: [], prompt: "Truck, $3.99 > "))
  }

  @Test func `a command that comes later is listed`() throws {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(canBuy: false), isAnswer: false)
    let update = renderer.update(.shop(), isAnswer: false)
    let output = try #require(update)
    #expect(output.lines.contains { $0.contains("buy") })
  }

  @Test func `rows that get other numbers are printed again, so that no printed number misleads`()
    throws
  {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let update = renderer.update(.shop(drivesOn: ["1", "2"]), isAnswer: false)
    let output = try #require(update)
    #expect(output.lines.contains { $0.hasPrefix("  3  Car") })
    #expect(output.lines.contains { $0.hasPrefix("  1  drive on 1") })
  }

  @Test func `a sheet over the page is printed alone, without its box`() throws {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let update = renderer.update(.codeSheet, isAnswer: false)
    let output = try #require(update)
    #expect(output.lines.first == "")
    #expect(output.lines[1] == "     Code _")
    #expect(!output.lines.contains { $0.contains("Truck") || $0.contains("─") })
  }
}

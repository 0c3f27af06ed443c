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

  @Test func `before a layer shows its content only its events are printed`() {
    var renderer = LineRenderer(.plain)
    let first = renderer.update(.shop(isSettled: false), isAnswer: true)
    #expect(first == nil)
    let slow = renderer.update(.shop(notice: "Getting ready.", isSettled: false), isAnswer: true)
    #expect(slow == LineRenderer.Output(lines: ["Getting ready."], prompt: "> "))
    let ready = renderer.update(.shop(), isAnswer: false)
    #expect(ready?.lines.contains { $0.hasPrefix("  1  Car") } == true)
  }

  @Test func `a line that is typed before the content is there is understood`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(isSettled: false), isAnswer: false)
    #expect(renderer.menu?.answer(to: "q") == .inputs([.key(.character("q"))]))
  }

  @Test func `a sheet that is closed is not printed again`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    _ = renderer.update(.codeSheet, isAnswer: false)
    let sheet = Reading.codeSheet
    let closed = Reading(layer: sheet.layer, frame: sheet.frame, bindings: [], isSettled: false)
    let output = renderer.update(closed, isAnswer: true)
    #expect(output == nil)
  }

  @Test func `many commands are listed in two columns`() throws {
    let bindings = "abcdefghi".map { KeyBinding(.character($0), label: "do \($0)") }
    var renderer = LineRenderer(.plain)
    let update = renderer.update(
      Reading(layer: 1, frame: Frame(size: Size(columns: 9, rows: 2)), bindings: bindings),
      isAnswer: false)
    let lines = try #require(update).lines
    #expect(lines.contains("  1  do a  a    6  do f  f"))
    #expect(lines.contains("  5  do e  e"))
  }

  @Test func `a command that is disabled for a while changes no number, and nothing is printed`() {
    var renderer = LineRenderer(.plain)
    _ = renderer.update(.shop(), isAnswer: false)
    let busy = renderer.update(.shop(notice: "Buying Car", canBuy: false), isAnswer: false)
    #expect(busy?.lines == ["Buying Car"])
    #expect(renderer.menu?.answer(to: "4") == .inputs([.key(.character("q"))]))
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

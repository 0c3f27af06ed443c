import Foundation
import Testing

@testable import TerminalUI

@Suite struct HelpLayerTests {
  private let keys = "abcdefghij".map { KeyBinding(.character($0), label: "do \($0)") }

  private func help(_ sentences: [String] = []) -> HelpLayer {
    HelpLayer(bindings: keys, sentences: sentences)
  }

  private func picture(
    of help: inout HelpLayer, size: Size = Size(columns: 40, rows: 12)
  ) -> [String] {
    help.adapt(to: size)
    var frame = Frame(size: size)
    help.draw(on: &frame)
    return frame.lines
  }

  private func press(_ key: Key, times: Int, on help: inout HelpLayer) {
    for _ in 0..<times { _ = help.update(.input(.key(key))) }
  }

  @Test func `more keys than there is room for are announced by an arrow, and scroll`() {
    var help = help()
    let top = picture(of: &help)
    #expect(top[1].hasSuffix("│ a   do a             │"))
    #expect(top[9].hasSuffix("│ i   do i             ↓"))
    #expect(top[11] == " ↑↓ scroll   esc close           ? help")

    press(.down, times: 1, on: &help)

    let bottom = picture(of: &help)
    #expect(bottom[1].hasSuffix("│ b   do b             ↑"))
    #expect(bottom[9].hasSuffix("│ j   do j             │"))
  }

  @Test func `after more scrolling than there are rows, the first key scrolls back`() {
    var help = help(["A sentence that says what happens next, over more than one row of text."])
    let top = picture(of: &help)
    press(.down, times: 99, on: &help)
    let bottom = picture(of: &help)
    #expect(bottom.contains { $0.contains("do j") })
    press(.up, times: 5, on: &help)
    #expect(picture(of: &help) == top, "of fourteen rows nine have room")
  }

  @Test func `a reason that is longer than the row goes on below`() {
    let reason = "the store demands the key of its operator"
    var help = HelpLayer(
      bindings: [KeyBinding(.character("T"), label: "transactions", disabledReason: reason)],
      sentences: [])

    let rows = picture(of: &help)

    #expect(rows.contains { $0.contains("T   transactions (the store") })
    #expect(rows.joined().contains("operator)"))
  }

  @Test func `where everything has room nothing scrolls`() {
    var help = help()
    let tall = picture(of: &help, size: Size(columns: 80, rows: 24))
    press(.down, times: 3, on: &help)
    #expect(picture(of: &help, size: Size(columns: 80, rows: 24)) == tall)
    #expect(tall.last == " / filter   esc close" + String(repeating: " ", count: 52) + "? help")
    #expect(!tall.joined().contains { "↑↓".contains($0) })
  }

  @Test func `typed text filters the keys, and escape shows all again before it closes`() {
    var help = help()
    press(.character("j"), times: 1, on: &help)
    #expect(keys(in: picture(of: &help)) == ["j   do j"])
    press(.character("z"), times: 1, on: &help)
    #expect(picture(of: &help).joined().contains("No key matches."))
    press(.backspace, times: 1, on: &help)
    #expect(keys(in: picture(of: &help)) == ["j   do j"])

    #expect(help.update(.input(.key(.escape))) == [])
    #expect(keys(in: picture(of: &help)).count == 9)
    #expect(help.update(.input(.key(.escape))) == [.close(press: nil)])
  }

  private func keys(in lines: [String]) -> [String] {
    lines.filter { $0.contains("   do ") }
      .map { $0.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "│↑↓"))) }
  }

  @Test func `the end of a long help is one key away, and its beginning as well`() {
    var help = help()
    let top = picture(of: &help)
    press(.end, times: 1, on: &help)
    #expect(picture(of: &help)[9].contains("do j"))
    press(.home, times: 1, on: &help)
    #expect(picture(of: &help) == top)
  }

  @Test func `many keys stand in groups`() {
    let groups = KeyGroup.allCases
    let keys = zip("abcdefgh", groups + groups).map {
      KeyBinding(.character($0), label: "do \($0)", group: $1)
    }
    var help = HelpLayer(bindings: keys, sentences: [])
    let lines = picture(of: &help, size: Size(columns: 40, rows: 24))
    let titles = ["Actions", "On this page", "Program", "Places"]
    #expect(titles.allSatisfy { title in lines.contains { $0.contains(title) } })
  }

  @Test func `a press on a key presses it, if it is enabled and nothing covers the first layer`() {
    let keys = [
      KeyBinding(.character("a"), label: "do a"),
      KeyBinding(.character("b"), label: "do b", disabledReason: "not yet"),
    ]
    var help = HelpLayer(bindings: keys, sentences: [], canPress: true)
    #expect(help.update(.input(.choice(0))) == [.close(press: .character("a"))])
    #expect(help.update(.input(.choice(1))) == [])
    var covered = HelpLayer(bindings: keys, sentences: [])
    #expect(covered.update(.input(.choice(0))) == [])
  }

  @Test func `other keys that do the same are named in the help alone`() {
    let binding = KeyBinding(
      keys: [.up, .down], alternatives: [.character("j"), .character("k")], label: "choose")
    var help = HelpLayer(bindings: [binding], sentences: [])
    #expect(picture(of: &help).contains { $0.contains("↑↓   choose, also j k") })
    var frame = Frame(size: Size(columns: 40, rows: 1))
    Footer([binding]).draw(on: &frame)
    #expect(!frame.text.contains("also"))
  }
}

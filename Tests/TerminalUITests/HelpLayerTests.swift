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
    #expect(top[11] == " ↑↓ scroll   esc close   ? help")

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
    #expect(tall.last == " esc close   ? help")
    #expect(!tall.joined().contains { "↑↓".contains($0) })
  }
}

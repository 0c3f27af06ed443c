import TerminalUI
import Testing

@Suite struct FooterTests {
  private let bindings = [
    KeyBinding(.up, .down, label: "select", group: .movement),
    KeyBinding(.enter, label: "details"),
    KeyBinding(.character("b"), label: "buy", group: .action, disabledReason: "you have it"),
    KeyBinding(.character("r"), label: "restore", group: .action),
    KeyBinding(.character("s"), label: "shop", group: .place),
    KeyBinding(.character("q"), label: "quit", group: .quitting),
  ]

  private func frame(columns: Int, rows: Int = 1) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    Footer(bindings, hasCommandLine: true).draw(on: &frame)
    return frame
  }

  @Test(arguments: [
    (72, " ↑↓ select   enter details   r restore      : command   q quit   ? help"),
    (69, " ↑↓ select   enter details   r restore   : command   q quit   ? help"),
    (68, " ↑↓ select   enter details   r restore              q quit   ? help"),
    (56, " enter details   r restore              q quit   ? help"),
    (40, " r restore              q quit   ? help"),
    (24, " r restore       ? help"), (19, "   q quit   ? help"), (8, " ? help"), (4, " ? h"),
    (1, ""),
  ])
  func `only enabled keys are named; help stays, then the first action and the key that quits`(
    columns: Int, text: String
  ) {
    #expect(frame(columns: columns).text == text)
  }

  @Test func `each key can be pressed where it stands`() {
    let frame = frame(columns: 72)
    #expect(frame.press(at: Point(column: 1, row: 0)) == .key(.up))
    #expect(frame.press(at: Point(column: 2, row: 0)) == .key(.down))
    #expect(frame.press(at: Point(column: 5, row: 0)) == nil, "a label does not say which arrow")
    #expect(frame.press(at: Point(column: 20, row: 0)) == .key(.enter))
    #expect(frame.press(at: Point(column: 60, row: 0)) == .key(.character("q")))
    #expect(frame.press(at: Point(column: 70, row: 0)) == .key(.character("?")))
  }
}

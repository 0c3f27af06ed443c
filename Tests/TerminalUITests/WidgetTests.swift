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

  @Test func `keys that stay keep their places while the selected element has others`() {
    let others = [
      KeyBinding(.enter, label: "details"),
      KeyBinding(.character("r"), label: "restore", group: .standing),
      KeyBinding(.up, .down, label: "select", group: .movement),
    ]
    let buy = KeyBinding(.character("b"), label: "buy", group: .action)
    let texts = [[buy] + others, others].map { bindings in
      var frame = Frame(size: Size(columns: 60, rows: 1))
      Footer(bindings, followsSelection: true).draw(on: &frame)
      return frame.text
    }
    #expect(
      texts == [
        " ↑↓ select   r restore   enter details   b buy       ? help",
        " ↑↓ select   r restore   enter details               ? help",
      ])
  }

  @Test func `of two keys with one label, the one that is always there is named`() {
    var frame = Frame(size: Size(columns: 40, rows: 1))
    let restore = KeyBinding(.character("r"), label: "restore", group: .standing)
    Footer([KeyBinding(.enter, label: "restore"), restore]).draw(on: &frame)
    #expect(frame.text.hasPrefix(" r restore "))
  }

  @Test func `a key that will soon be enabled keeps its room, and nothing moves then`() {
    func frame(reason: String?) -> Frame {
      let restore = KeyBinding(
        .character("r"), label: "restore", group: .action, disabledReason: reason)
      var frame = Frame(size: Size(columns: 60, rows: 1))
      Footer([restore, bindings[1], bindings[5]], passingReason: "it is checked").draw(on: &frame)
      return frame
    }
    let early = frame(reason: "it is checked")
    #expect(early.text == "             enter details                  q quit   ? help")
    #expect(early.press(at: Point(column: 1, row: 0)) == nil)
    #expect(
      frame(reason: nil).text == " r restore   enter details                  q quit   ? help")
    #expect(
      frame(reason: "never").text == " enter details                              q quit   ? help")
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

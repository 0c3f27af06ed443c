import TerminalUI
import Testing

@Suite struct FooterTests {
  private let bindings = [
    KeyBinding(.up, .down, label: "select"),
    KeyBinding(.enter, label: "details"),
    KeyBinding(.character("b"), label: "buy", disabledReason: "you already have it"),
    KeyBinding(.character("s"), label: "shop"),
    KeyBinding(.character("q"), label: "quit"),
  ]

  private func footer(columns: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: 1))
    Footer(bindings).draw(on: &frame)
    return frame.text
  }

  @Test(arguments: [
    (53, " ↑↓ select   enter details   s shop   q quit   ? help"),
    (52, " ↑↓ select   enter details   s shop   ? help"),
    (43, " ↑↓ select   enter details   ? help"),
    (20, " ↑↓ select   ? help"),
    (18, " ? help"), (4, " ? h"), (1, ""),
  ])
  func `only enabled keys are named, what does not fit is left out from the end, and help stays`(
    columns: Int, text: String
  ) {
    #expect(footer(columns: columns) == text)
  }
}

@Suite struct CellAttributesTests {
  @Test func `only hues from one to six are used, and none where a layer lies above`() {
    for role in Role.allCases {
      #expect((0...6).contains(CellAttributes(Style(role)).hue))
      #expect(CellAttributes(Style(role).dimmed()).hue == 0)
    }
  }
}

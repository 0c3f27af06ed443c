import DemoApp
import TerminalUI
import TestSupport
import Testing

/// Expects the screen at 80x24 and at 40x12 to be as recorded, and to fold to ASCII.
func expectPictures(
  of demo: Demo, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (columns, rows, suffix) in [(80, 24, ""), (40, 12, "-40x12")] {
    let frame = demo.frame(columns: columns, rows: rows)
    try expectSnapshot(
      of: frame.text, named: name + suffix, filePath: filePath, sourceLocation: sourceLocation)
    expectFolds(frame, sourceLocation: sourceLocation)
  }
}

/// Expects a terminal that shows only ASCII to get the same picture, sign for sign.
private func expectFolds(_ frame: Frame, sourceLocation: SourceLocation) {
  var folded = frame
  folded.foldToASCII()
  let signs = frame.lines
    .map { Glyphs.fold($0).trimmingEnd }
  #expect(
    folded.lines == signs,
    sourceLocation: sourceLocation)
  #expect(folded.text.utf8.allSatisfy { $0 < 0x80 }, sourceLocation: sourceLocation)
}

extension String {
  /// Without the spaces at its end, as a frame's rows are.
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension Sample {
  /// The storefront in its shop.
  static func shop(_ facts: StoreFacts, fuel: [String: Int] = [:]) async -> Demo {
    var demo = await demo(facts, fuel: fuel)
    demo.type("s")
    return demo
  }

  /// The page of one product, reached by keys from the shop.
  static func detail(
    _ id: String, _ facts: StoreFacts, fuel: [String: Int] = [:]
  ) async -> Demo {
    var demo = await shop(facts, fuel: fuel)
    demo.adapt(to: Size(columns: 40, rows: 12))
    for _ in facts.products where demo.selection != .product(id) { demo.type(.down) }
    demo.adapt(to: Size(columns: 80, rows: 24))
    demo.type(.enter)
    return demo
  }

  /// The account a week later, with what was paid.
  static func account(_ facts: StoreFacts, history: History = history) async -> Demo {
    var facts = facts
    facts.now = date("2026-11-21T10:00:00Z")
    var demo = await demo(facts)
    demo.type("a")
    _ = demo.update(.message(.history(history)))
    return demo
  }
}

import DemoApp
import TerminalUI
import TestSupport
import Testing

/// The screen at 80x24 and at 40x12, and at 80x24 in ASCII without colour.
func expectPictures(
  of demo: Demo, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (picture, size) in [
    (demo.picture(), ""), (demo.picture(columns: 40, rows: 12), "-40x12"),
    (demo.picture(glyphs: .ascii), "-ascii"),
  ] {
    try expectSnapshot(
      of: picture, named: name + size, filePath: filePath, sourceLocation: sourceLocation)
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

import TerminalUI
import Testing

@testable import DemoApp

/// What a key that moves the selection draws.
@Suite struct SelectionKeyTests {
  private static let size = Size(columns: 80, rows: 24)

  private func demo(at key: Key) async -> Demo {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(key)
    return demo
  }

  @Test(
    arguments: [(Demo.Tab.cars, "m"), (.shop, "s"), (.account, "a")] as [(Demo.Tab, Character)])
  func `a selection key changes no more cells than two rows and the end of the footer have`(
    tab: Demo.Tab, key: Character
  ) async {
    var demo = await demo(at: .character(key))
    #expect(demo.tab == tab)
    for key in demo.targets.map({ _ in Key.down }) + demo.targets.map({ _ in Key.up }) {
      let before = demo.frame(columns: Self.size.columns, rows: Self.size.rows)
      demo.type(key)
      let after = demo.frame(columns: Self.size.columns, rows: Self.size.rows)
      let changed = after.differences(from: before).map(\.cells.count).reduce(0, +)
      #expect(changed <= 230, "\(changed) cells")
    }
  }

  @Test func `the keys that each product has stand in one place`() async throws {
    var demo = await demo(at: .character("s"))
    for _ in demo.targets {
      let footer = try #require(demo.frame(columns: 80, rows: 24).lines.last)
      #expect(footer.hasPrefix(" ↑↓←→ choose   f fill up   "))
      demo.type(.down)
    }
  }
}

import TestSupport
import Testing

@testable import DemoApp
@testable import TerminalUI

/// The most wanted commands have a key and a place for the mouse on every screen.
@Suite(.hangLimit) struct GalleryKeyTests {
  private static let wanted: [CommandName] = [.buy, .restore, .changePlan, .refund, .quit]

  /// The storefront in every state in which keys are commands.
  private static var demos: [Gallery.Entry] {
    get async {
      await Gallery.entries.value.filter { $0.demo.launchResult != nil && !$0.demo.takesText }
    }
  }

  @Test func `the help names buying, restoring, changing, refunding and quitting everywhere`()
    async
  {
    for entry in await Self.demos {
      for name in Self.wanted {
        let key = entry.demo.keys.key(name)
        // Another key of a movement is not the key of a command.
        let isBound = entry.demo.bindings.contains { $0.group != .movement && $0.has(key) }
        let isExplained = entry.demo.help.contains { $0.hasPrefix("To \(name.title), press ") }
        #expect(isBound || isExplained, "\(name), \(entry.title)")
      }
    }
  }

  @Test(arguments: [
    ("shop-new", "shop", CommandName.buy), ("shop-new", "shop", .restore),
    ("page-plan", "page", .buy), ("page-car", "page", .buy), ("page-fuel", "several", .buy),
    ("plan-active", "account", .changePlan), ("plan-active", "account", .restore),
    ("page-plan-owned", "page", .changePlan), ("history", "history", .refund),
    ("history-long", "end", .refund), ("owner", "my cars", .changePlan),
    ("owner", "my cars", .quit),
    ("owner-grace", "my cars", .fixPayment), ("plan-retry", "my cars", .fixPayment),
    ("plan-price-asked", "account", .answerPrice),
  ])
  func `what is wanted most is enabled`(state: String, name: String, command: CommandName)
    async throws
  {
    let entry = try #require(
      await Self.demos.first { $0.state == state && $0.name == name })
    let key = entry.demo.keys.key(command)
    #expect(entry.demo.bindings.contains { $0.has(key) && $0.isEnabled })
  }

  @Test func `the mouse reaches the help on every screen`() async {
    for entry in await Self.demos {
      for frame in entry.screen.frames {
        #expect(
          frame.regions.contains { $0.press == .key(.character("?")) },
          "\(entry.title) \(frame.size)")
      }
    }
  }

  @Test func `the mouse reaches every enabled command of the help`() async {
    for entry in await Self.demos {
      let bindings = entry.demo.bindings
      let help = HelpLayer(bindings: bindings, sentences: [], canPress: true)
      var frame = Frame(size: Size(columns: 120, rows: 200))
      help.draw(on: &frame)
      let presses = Set(frame.regions.map(\.press))
      for (index, binding) in bindings.enumerated() where binding.isEnabled {
        #expect(presses.contains(.choice(index)), "\(binding.label), \(entry.title)")
      }
    }
  }

  @Test func `every enabled command has a name on the command line`() async {
    for entry in await Self.demos {
      let labels = Set(Gallery.lineCommands(of: entry.demo).matching("").map(\.label))
      for binding in entry.demo.bindings where binding.isEnabled && binding.group != .movement {
        #expect(labels.contains(binding.label), "\(binding.label), \(entry.title)")
      }
      #expect(labels.contains("quit"))
    }
  }
}

extension Gallery.Entry {
  fileprivate var title: String { "\(state), \(name)" }
}

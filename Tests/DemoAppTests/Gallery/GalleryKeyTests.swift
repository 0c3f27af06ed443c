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
      // Another key of a movement is not the key of a command.
      let bindings = entry.demo.bindings.filter { $0.group != .movement }
      let help = entry.demo.help
      for name in Self.wanted {
        let key = entry.demo.keys.key(name)
        let isBound = bindings.contains { $0.has(key) }
        let isExplained = help.contains { $0.hasPrefix("To \(name.title), press ") }
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
          frame.frame.regions.contains { $0.press == .key(.character("?")) },
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

  @Test func `the help names every key with what it does, and nothing else`() async {
    for entry in await Self.demos {
      let rows = HelpLayer.rows(of: entry.demo.bindings)
      let differences = entry.demo.bindings.differences(
        fromHelp: rows, headings: Set(KeyGroup.allCases.map(\.title)))
      #expect(differences == [], "\(entry.title)")
    }
  }

  @Test func `no screen needs a key that a terminal may lack`() async {
    for entry in await Gallery.entries.value {
      let unsafe = entry.demo.bindings.unsafeKeys
      #expect(unsafe.isEmpty, "\(unsafe), \(entry.title)")
    }
  }

  @Test func `no key has two meanings on one screen`() async {
    for entry in await Self.demos {
      let keys = entry.demo.bindings.filter(\.isEnabled).flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(entry.title)")
    }
  }

  @Test func `a disabled command has a name on the command line too, and its reason`() async {
    for entry in await Self.demos {
      let commands = Gallery.lineCommands(of: entry.demo)
      for binding in entry.demo.bindings where !binding.isEnabled && binding.group != .movement {
        let named = commands.filter { $0.label == binding.label }
        #expect(
          named.contains { $0.disabledReason == binding.disabledReason },
          "\(binding.label), \(entry.title)")
      }
    }
  }

  @Test(arguments: [LineStyle.plain, .spoken])
  func `no part of a picture, a gauge or a timeline is read out`(style: LineStyle) async {
    for entry in await Self.demos {
      let frame = entry.demo.frame(columns: 58, rows: 400)
      let drawn = frame.readRows(style, hasChoices: true).map(\.text).filter { text in
        text.contains { "░▒▓█━┿╭╮╰╯".contains($0) }
      }
      #expect(drawn.isEmpty, "\(entry.title)")
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

extension HelpLayer {
  /// The rows inside the box of the help about these keys, on a screen with room for all.
  fileprivate static func rows(of bindings: [KeyBinding]) -> [String] {
    var frame = Frame(size: Size(columns: 200, rows: 200))
    HelpLayer(bindings: bindings, sentences: []).draw(on: &frame)
    return frame.lines.filter { $0.contains("│") }
  }
}

extension Gallery.Entry {
  fileprivate var title: String { "\(state), \(name)" }
}

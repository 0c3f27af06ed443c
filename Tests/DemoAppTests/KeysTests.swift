import TerminalUI
import Testing

@testable import DemoApp

/// The keys and the mouse on every screen.
@Suite struct KeysTests {
  private static let customers = [
    Sample.facts(), Sample.owner, Sample.lapsed, Sample.grace, Sample.owner.offline,
  ]

  @Test func `the standard keys do not conflict`() throws {
    #expect(try KeyMap.standard.changed(by: [:]) == .standard)
  }

  @Test func `a key that a person has chosen buys, and the footer names it`() async throws {
    let keys = try KeyMap.standard.changed(by: ["buy": "K"])
    var demo = Demo(keys: keys)
    demo.send(.opened(Sample.presentation, lastSeen: nil, fuel: [:]))
    demo.send(.launched(await Sample.launchResult(Sample.facts())))
    demo.type("s")

    #expect(demo.picture().contains("K buy $1.99"))
    #expect(demo.type("b") == [])
    #expect(demo.type("K").count == 1)
  }

  @Test func `what customers want is in the footer or the help of every screen`() async {
    let wanted: Set<CommandName> = [.buy, .restore, .changePlan, .refund]
    for facts in Self.customers {
      for (name, demo) in await Sample.screens(facts) {
        let bound = Set(demo.bindings.flatMap(\.keys))
        for command in wanted {
          let isExplained = demo.help.contains { $0.hasPrefix("To \(command.title), press ") }
          #expect(
            bound.contains(demo.keys.key(command)) || isExplained, "\(command) on \(name)")
        }
        #expect(demo.bindings.contains { $0.has(demo.keys.key(.quit)) }, "\(name)")
      }
    }
  }

  @Test func `the footer of a customer's plan names its change, and the way back`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.detail = .pro
    let footer = demo.picture().split(separator: "\n").last ?? ""
    #expect(footer.contains("c change or cancel"))
    #expect(footer.contains("esc back"))
  }

  @Test func `a key that is disabled answers with its reason`() async {
    for facts in Self.customers {
      for (name, screen) in await Sample.screens(facts) {
        for binding in screen.bindings {
          guard let reason = binding.disabledReason, let key = binding.keys.first else { continue }
          var demo = screen
          #expect(demo.type(key) == [], "\(name)")
          #expect(demo.notice?.text == "Not now: \(reason).", "\(name)")
        }
      }
    }
  }

  @Test func `where g moves to the first row, it is not the key of a refund`() async throws {
    var demo = await Sample.shop(Sample.owner)
    #expect(!demo.bindings.contains { $0.keys.contains(.character("g")) })
    #expect(demo.help == ["To ask for a refund, press h and choose a purchase."])
    let refund = try #require(demo.namedCommands.first { $0.label == "ask for a refund" })
    #expect(refund.disabledReason == "choose a purchase in the history first")
    #expect(demo.perform(refund.id) == [])
    demo.type(.down, .character("g"))
    #expect(demo.selection == .product(.car) && demo.notice == nil)
  }

  @Test func `a key that never does anything says nothing`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.type("z")
    #expect(demo.notice == nil)
  }

  @Test func `before the launch has ended no key buys, and b says why`() {
    var demo = Sample.newDemo(lastSeen: Sample.owner)
    #expect(!demo.bindings.contains { $0.label.contains("buy") })
    demo.type("b")
    #expect(demo.notice?.text == "Not now: what you own is still being checked.")
  }

  @Test func `every list has its first and last row one key away`() async {
    for (end, home) in [(Key.end, Key.home), (.character("G"), .character("g"))] {
      var demo = await Sample.shop(Sample.facts())
      demo.type(end)
      #expect(demo.selection == .restore)
      demo.type(home)
      #expect(demo.selection == .product(.car))
    }
  }

  @Test func `j and k move as the arrows do`() async {
    var letters = await Sample.shop(Sample.facts())
    var arrows = letters
    letters.type("jjk")
    arrows.type(.down, .down, .up)
    #expect(letters == arrows)
  }

  @Test func `a page of the history is a screen of rows, and g asks for a refund there`() async {
    var demo = await Sample.account(Sample.owner, history: Sample.longHistory(1000))
    demo.type("h")
    demo.type(.pageDown)
    #expect((5...24).contains(demo.historyRow))
    demo.type(.pageUp)
    #expect(demo.historyRow == 0)
    demo.type("j")
    #expect(demo.type("g").count == 1)
    #expect(demo.historyRow == 1)
  }

  @Test func `tab goes to the next place, and shift-tab to the one before`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.type(.tab)
    #expect(demo.tab == .shop)
    demo.type(.backtab, .backtab)
    #expect(demo.tab == .history)
    demo.type(.tab)
    #expect(demo.tab == .cars)
  }

  @Test func `the command line opens the page of a product by its name`() async throws {
    var demo = await Sample.demo(Sample.owner)
    let command = try #require(demo.namedCommands.first { $0.label == "open Race Car" })
    #expect(demo.perform(command.id) == [])
    #expect(demo.tab == .shop && demo.detail == .racecar)
    demo.type(.escape)
    #expect(demo.selection == .product(.racecar))
  }

  @Test func `from a product's page the command line ends the program`() async throws {
    var demo = await Sample.detail(.racecar, Sample.owner)
    let command = try #require(demo.namedCommands.first { $0.label == "quit" })
    #expect(demo.perform(command.id) == [.quit])
  }

  @Test func `a press selects a row of the shop, and another one opens it`() async throws {
    var demo = await Sample.shop(Sample.facts())
    let index = try #require(demo.targets.firstIndex(of: .product(.racecar)))
    #expect(demo.update(.input(.choice(index))) == [])
    #expect(demo.selection == .product(.racecar) && demo.detail == nil)
    #expect(demo.update(.input(.choice(index))) == [])
    #expect(demo.detail == .racecar)
  }

  @Test func `a press on what is not there does nothing`() async {
    let before = await Sample.shop(Sample.facts())
    var demo = before
    for index in [-1, 999] { #expect(demo.update(.input(.choice(index))) == []) }
    #expect(demo == before)
  }

  @Test func `a press buys nothing without the key that buys`() async {
    for (name, screen) in await Sample.screens(Sample.facts()) {
      for index in 0..<screen.targets.count {
        var demo = screen
        let effects = (0..<2).flatMap { _ in demo.update(.input(.choice(index))) }
        #expect(effects.allSatisfy { !$0.isPurchase }, "\(name)")
      }
    }
  }

  @Test func `each place can be reached with the mouse`() async throws {
    let demo = await Sample.demo(Sample.owner)
    let frame = demo.frame(columns: 80, rows: 24)
    let presses = Set((0..<80).compactMap { frame.press(at: Point(column: $0, row: 0)) })
    #expect(presses.isSuperset(of: "sah".map { .key(.character($0)) }))
  }
}

extension Demo.Effect {
  fileprivate var isPurchase: Bool {
    if case .purchase = self { true } else { false }
  }
}

import Testing

@testable import TerminalUI

/// The numbered menu that stands for a screen.
@Suite struct LineMenuTests {
  private let menu = LineMenu(.shop(), .plain)

  @Test func `rows that can be chosen come first, then the commands`() {
    #expect(menu.choices.map(\.number) == [1, 2])
    #expect(menu.listed == ["3 buy", "4 quit"])
  }

  @Test func `the rows are those of the screen, without rules and the footer`() {
    #expect(menu.rows.map(\.number) == [nil, 1, 2])
    #expect(menu.rows[0].text.hasPrefix("Shop"))
    #expect(menu.rows[2].text.hasPrefix("Truck"))
    #expect(menu.rows[2].text.hasSuffix("$3.99"))
  }

  @Test func `a screen reader gets words without signs`() {
    let rows = LineMenu(.shop(), .spoken).rows.map(\.text)
    #expect(rows == ["Shop, Pro", "Car, owned", "Truck, $3.99"])
  }

  @Test func `a key that is a digit keeps its number`() {
    let menu = LineMenu(.shop(drivesOn: ["1", "2"]), .plain)
    #expect(menu.choices.map(\.number) == [3, 4])
    #expect(menu.answer(to: "2") == .inputs([.key(.character("2"))]))
  }

  @Test func `the number of a row selects and opens it`() {
    #expect(menu.answer(to: "2") == .inputs([.choice(1), .choice(1)]))
  }

  @Test func `the number of the selected row only opens it`() {
    #expect(menu.answer(to: "1") == .inputs([.choice(0)]))
  }

  @Test func `where no row is selected, one press is enough`() {
    let menu = LineMenu(.shop(selected: -1), .plain)
    #expect(menu.answer(to: "2") == .inputs([.choice(1)]))
  }

  @Test(arguments: ["3", "b", "buy", "BUY", "bu", " b "])
  func `a command is its number, its key or its name`(line: String) {
    #expect(menu.answer(to: line) == .inputs([.key(.character("b"))]))
  }

  @Test func `a disabled command is sent too, because the app says why`() {
    let menu = LineMenu(.shop(canBuy: false), .plain)
    #expect(menu.answer(to: "b") == .inputs([.key(.character("b"))]))
    #expect(menu.commands.first?.isEnabled == false)
  }

  @Test func `a disabled command is not listed and leaves no hole in the numbers`() {
    #expect(LineMenu(.shop(canBuy: false), .plain).listed == ["3 quit"])
  }

  @Test func `a digit whose key is disabled is counted too, unless a row begins with it`() {
    let (unnamed, named) = (Reading.shop(drivesOn: ["1"], canDrive: false), Reading.tank)
    #expect(LineMenu(unnamed, .plain).choices.map(\.number) == [1, 2])
    #expect(LineMenu(named, .plain).listed == ["2 back"])
  }

  @Test func `a key that only a screen needs is not a command`() {
    let bindings = [
      KeyBinding(.character("M"), label: "mouse", needsScreen: true),
      KeyBinding(.up, .down, label: "scroll", needsScreen: true),
      KeyBinding(.character("q"), label: "quit"),
    ]
    let frame = Frame(size: Size(columns: 9, rows: 2))
    #expect(
      LineMenu(Reading(layer: 1, frame: frame, bindings: bindings), .plain).listed == ["1 quit"])
  }

  @Test(arguments: [LineStyle.plain, .spoken])
  func `a picture is not read, even if it has letters`(style: LineStyle) {
    var frame = Frame(size: Size(columns: 30, rows: 4))
    frame.write("/ #7 \\  Race Car", at: Point(column: 2, row: 0))
    frame.markPicture(Rect(column: 2, row: 0, columns: 6, rows: 1))
    frame.write("oO---Oo", at: Point(column: 2, row: 1))
    frame.markPicture(Rect(column: 2, row: 1, columns: 7, rows: 1))
    let menu = LineMenu(Reading(layer: 1, frame: frame, bindings: []), style)
    #expect(menu.rows.map(\.text) == ["Race Car"])
  }

  @Test func `a sentence on two rows is one line for a screen reader`() {
    var frame = Frame(size: Size(columns: 40, rows: 4))
    frame.write("You pay  $1.99 today, then $4.99 /", at: Point(column: 2, row: 0))
    frame.write("         month from 29 Jan 2027", at: Point(column: 2, row: 1))
    frame.markContinuation(row: 1)
    let reading = Reading(layer: 1, frame: frame, bindings: [])
    let sentence = "You pay, $1.99 today, then $4.99 per month from 29 Jan 2027"
    #expect(LineMenu(reading, .spoken).rows.map(\.text) == [sentence])
    #expect(LineMenu(reading, .plain).rows.count == 2)
  }

  @Test func `the key enter is read as a word, and a rate in words`() {
    var frame = Frame(size: Size(columns: 40, rows: 3))
    frame.write("Done ↵   $4.99 / month", at: Point(column: 2, row: 0))
    let reading = Reading(layer: 1, frame: frame, bindings: [])
    #expect(LineMenu(reading, .spoken).rows.map(\.text) == ["Done enter, $4.99 per month"])
    #expect(LineMenu(reading, .plain).rows.map(\.text) == ["Done enter   $4.99 / month"])
  }

  @Test func `before a layer shows its content its commands have names and no numbers`() {
    let menu = LineMenu(.shop(isSettled: false), .plain)
    #expect(menu.choices.isEmpty && menu.commands.allSatisfy { $0.number == nil })
    #expect(menu.answer(to: "quit") == .inputs([.key(.character("q"))]))
  }

  @Test func `arrows to the next page are called next and previous`() {
    let reading = Reading(
      layer: 1, frame: Frame(size: Size(columns: 20, rows: 3)),
      bindings: [KeyBinding(.left, .right, label: "next")])
    #expect(LineMenu(reading, .plain).listed == ["1 previous", "2 next"])
  }

  @Test func `two keys that do the same are one command, with the key that works now`() {
    let bindings = [
      KeyBinding(.enter, label: "shop", disabledReason: "it is open"),
      KeyBinding(.character("s"), label: "shop"), KeyBinding(.tab, label: "shop"),
    ]
    let menu = LineMenu(
      Reading(layer: 1, frame: Frame(size: Size(columns: 9, rows: 2)), bindings: bindings), .plain)
    #expect(menu.commands.map(\.label) == ["shop"])
    #expect(menu.answer(to: "shop") == .inputs([.key(.character("s"))]))
  }

  @Test(arguments: [("?", Key.character("?")), ("esc", .escape), ("tab", .tab), ("", .enter)])
  func `keys can be named`(line: String, key: Key) {
    #expect(menu.answer(to: line) == .inputs([.key(key)]))
  }

  @Test(arguments: ["9", "z", "sell"])
  func `a line that means nothing gets advice`(line: String) throws {
    guard case .unknown(let sentence) = menu.answer(to: line) else {
      Issue.record("\(line) was accepted")
      return
    }
    #expect(sentence.contains("\"\(line)\""))
    #expect(sentence.contains("? lists all keys"))
  }

  @Test func `on a sheet that takes text the line is the text`() {
    let sheet = LineMenu(.codeSheet, .plain)
    let typed: [Input] = [.key(.character("4")), .key(.character("2")), .key(.enter)]
    #expect(sheet.answer(to: "42") == .inputs(typed))
    #expect(sheet.answer(to: "") == .inputs([.key(.escape)]))
  }

  @Test func `a sheet's buttons have their own keys and no other numbers`() {
    let shop = Reading.shop()
    let sheet = Reading(
      layer: 2, frame: shop.frame,
      bindings: [
        KeyBinding(.character("1"), .character("2"), label: "choose"),
        KeyBinding(.enter, .escape, label: "not now"),
      ])
    let menu = LineMenu(sheet, .plain)
    #expect(menu.choices.isEmpty)
    #expect(menu.listed == ["3 not now"])
    #expect(menu.answer(to: "2") == .inputs([.key(.character("2"))]))
  }

  @Test func `arrows that change a number are commands of their own`() {
    let reading = Reading(
      layer: 1, frame: Frame(size: Size(columns: 20, rows: 3)),
      bindings: [KeyBinding(.up, .down, label: "quantity")])
    #expect(LineMenu(reading, .plain).commands.map(\.label) == ["quantity up", "quantity down"])
  }
}

extension LineMenu {
  /// The commands as they are listed.
  fileprivate var listed: [String] {
    commands.compactMap { command in command.number.map { "\($0) \(command.label)" } }
  }
}

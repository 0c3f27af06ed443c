import TerminalUI
import Testing

@Suite struct KeyMapTests {
  private let keys = KeyMap(standard: ["buy": "b", "restore": "r", "refund": "g"])

  @Test func `a command gets the key that a setting names`() throws {
    let changed = try keys.changed(by: ["buy": "K"])
    #expect(changed["buy"] == "K")
    #expect(changed["restore"] == "r")
  }

  @Test func `two commands can exchange their keys`() throws {
    let changed = try keys.changed(by: ["buy": "r", "restore": "b"])
    #expect(changed["buy"] == "r")
    #expect(changed["restore"] == "b")
  }

  @Test func `a command can be given the key that it has`() throws {
    #expect(try keys.changed(by: ["refund": "g"]) == keys)
  }

  @Test func `a key that two commands would have is refused, and both are named`() {
    #expect(throws: KeyMapError.conflict(key: "r", "buy", "restore")) {
      try keys.changed(by: ["buy": "r"])
    }
    #expect(
      "\(KeyMapError.conflict(key: "r", "buy", "restore"))"
        == "the commands 'buy' and 'restore' cannot both have the key 'r': "
        + "give one of them another letter")
  }

  @Test(arguments: ["", "F1", "ctrl-x", "é", " ", "\u{1B}", "+"])
  func `a key that not every terminal has is refused`(text: String) {
    #expect(throws: KeyMapError.unsafeKey(text, command: "buy")) {
      try keys.changed(by: ["buy": text])
    }
  }

  @Test(arguments: ["j", "k", "G", "p", "M"])
  func `a key that moves, pays or opens something everywhere is refused`(text: Character) {
    #expect(throws: KeyMapError.reservedKey(text, command: "buy")) {
      try keys.changed(by: ["buy": String(text)])
    }
  }

  @Test func `an unknown command is refused, and the known ones are named`() {
    #expect(throws: KeyMapError.unknownCommand("sell", known: ["buy", "refund", "restore"])) {
      try keys.changed(by: ["sell": "x"])
    }
  }
}

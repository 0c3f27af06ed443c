import Testing

@testable import skdemo

/// The output of commands for people.
@Suite struct OutputTests {
  @Test func `a store's text cannot change another line`() {
    let table = Table([["Pro\u{1B}[2A\n", "$4.99"], ["Car", "$1.99"]])

    #expect(table.lines == [#"Pro\u{1B}[2A\n  $4.99"#, "Car             $1.99"])
  }

  @Test func `a name of any length costs its own length, and no line ends with spaces`() {
    let name = String(repeating: "a", count: 10_000)
    let table = Table([["Car", ""], [name, "$1.99"], ["Pro", "$4.99"]])
    #expect(table.lines[0] == "Car")
    #expect(table.lines[1] == "\(name)  $1.99")
    #expect(table.lines[2].count == table.lines[1].count)

    var seen = 0
    let spaces = String(repeating: " ", count: 10_000)
    let line = (spaces + "a" + spaces).trimmingSuffix { character in
      seen += 1
      return character == " "
    }
    #expect(line == spaces + "a")
    #expect(seen == 10_001)
  }
}

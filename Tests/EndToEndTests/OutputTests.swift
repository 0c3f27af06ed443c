import Testing

@testable import skdemo

/// What commands print for people.
@Suite struct OutputTests {
  @Test func `a store's text cannot change another line`() {
    let table = Table([["Pro\u{1B}[2A\n", "$4.99"], ["Car", "$1.99"]])

    #expect(table.lines == [#"Pro\u{1B}[2A\n  $4.99"#, "Car             $1.99"])
  }
}

import TestSupport
import Testing

/// A terminal may say any size of 16 bits.
@Suite(.hangLimit) struct HugeTerminalTests {
  @Test(arguments: [
    (65_535, 65_535, "1000x500"), (40_000, 24, "1000x24"), (80, 32_768, "80x500"),
  ])
  func `a terminal that says it is larger than any is drawn on as far as screens go`(
    columns: Int, rows: Int, drawn: String
  ) async throws {
    let session = try await TerminalSession.probe(columns: columns, rows: rows, showing: drawn)

    session.send("q")

    #expect(try await session.waitForEnd() == .exited(0))
  }

  @Test func `a terminal that becomes larger than any is drawn on as far as screens go`()
    async throws
  {
    let session = try await TerminalSession.probe()

    session.resize(columns: 65_535, rows: 65_535)

    try await session.waitFor("1000x500")
    session.send("q")
    #expect(try await session.waitForEnd() == .exited(0))
  }
}

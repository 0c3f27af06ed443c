import StoreAPI
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

/// Statuses at the edges of what three digits can say.
@Suite(.hangLimit) struct ResponseStatusTests {
  @Test func `no status that something answers with ends the program`() async {
    await #expect(processExitsWith: .success) {
      for status in ["000", "001", "099", "100", "101", "199", "204", "304", "600", "999"] {
        try await ResponseStatusTests.ask(answering: status)
      }
    }
  }

  /// Asks for an answer, and opens a stream of updates, at a server that has none.
  private static func ask(answering status: String) async throws {
    let bytes = "HTTP/1.1 \(status) Status\r\ncontent-length: 2\r\n\r\n{}"
    try await ScriptedServer.run([ScriptedServer.Response(bytes: bytes, closes: true)]) {
      _, client in
      await #expect(throws: StoreError.self, "\(status)") {
        try await client.backend().storefront()
      }
      try await limited("the end of the stream") {
        _ = await #expect(throws: (any Error).self, "\(status)") {
          for try await _ in client.backend().updates(after: 0) {}
        }
      }
    }
  }
}

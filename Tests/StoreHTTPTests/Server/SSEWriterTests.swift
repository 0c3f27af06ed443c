import HTTPService
import HTTPTypes
import HummingbirdCore
import NIOCore
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

@testable import StoreHTTPServer

@Suite(.hangLimit) struct SSEWriterTests {
  /// A stream without an event and without an end.
  private let silence: AsyncStream<Void>
  private let silent: AsyncStream<Void>.Continuation

  init() { (silence, silent) = AsyncStream.makeStream(of: Void.self) }

  @Test func `a stream that the store ends was ended by the store, even if the client leaves then`()
    async
  {
    let ending = StreamEndPromise()
    let wrote: @Sendable (String) -> Void = { text in
      if text.contains("event: fault") { ending.report(.clientDisconnected) }
    }

    let end = await Self.end(of: ending, wrote: wrote) { _ in throw StoreError.unauthorized }

    #expect(ending.end == .clientDisconnected)
    #expect(end == .storeEnded)
    #expect(await Self.end(of: StreamEndPromise()) { _ in } == .storeEnded)
  }

  @Test func `a stream whose task is cancelled was ended by the server`() async throws {
    let writing = Task { [silence] in
      await Self.end(of: StreamEndPromise()) { _ in for await _ in silence {} }
    }
    writing.cancel()

    #expect(try await limited("the end of the stream") { await writing.value } == .serverEnding)
    silent.finish()
  }

  @Test func `a stream ends with the reason that its connection reports, before or after it began`()
    async throws
  {
    let (early, late) = (StreamEndPromise(), StreamEndPromise())
    early.report(.clientTooSlow)

    let first = try await limited("the end of the first stream") { [silence] in
      await Self.end(of: early) { _ in for await _ in silence {} }
    }
    let second = try await limited("the end of the second stream") { [silence] in
      await Self.end(of: late) { _ in
        late.report(.clientSentMore)
        for await _ in silence {}
      }
    }

    #expect(first == .clientTooSlow)
    #expect(second == .clientSentMore)
    silent.finish()
  }

  private static func end(
    of ending: StreamEndPromise, wrote: @escaping @Sendable (String) -> Void = { _ in },
    events: @escaping SSEWriter.EventSource
  ) async -> StreamEndReason {
    var writer: any ResponseBodyWriter = ClosureWriter(wrote: wrote)
    return await SSEWriter(events: events).write(until: ending, to: &writer).end
  }
}

/// A writer whose client has received everything at once.
private struct ClosureWriter: ResponseBodyWriter {
  let wrote: @Sendable (String) -> Void

  mutating func write(_ buffer: ByteBuffer) async throws { wrote(String(buffer: buffer)) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOSSL
import StoreHTTP
import Testing

@Suite struct ConnectionTests {
  private static let stream = HTTPResponse(
    status: .ok, headerFields: [.contentType: "text/event-stream"])

  @Test func `a reader who takes nothing for so long is cut off`() throws {
    let reader = Reader()
    let channel = EmbeddedChannel(handlers: [reader, WriteDeadline(.seconds(30))])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    channel.writeAndFlush(HTTPResponsePart.head(Self.stream), promise: nil)

    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a reader who takes something now and then is not`() throws {
    let reader = Reader()
    let channel = EmbeddedChannel(handlers: [reader, WriteDeadline(.seconds(30))])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    for _ in 1...10 {
      channel.writeAndFlush(
        HTTPResponsePart.body(ByteBuffer(string: "event")), promise: nil)
      channel.embeddedEventLoop.advanceTime(by: .seconds(20))
      reader.take()
    }
    channel.embeddedEventLoop.advanceTime(by: .hours(1))

    #expect(channel.isActive)
    _ = try channel.finish()
  }

  @Test func `a stream whose reader takes nothing for so long ends because of that`() async throws {
    var why: [StreamEnd] = []
    for await end in try Self.endsOfStreamThatNobodyTakes() { why.append(end) }

    #expect(why == [.readerTooSlow])
  }

  private static func endsOfStreamThatNobodyTakes() throws -> AsyncStream<StreamEnd> {
    let channel = EmbeddedChannel(handlers: [
      Reader(), WriteDeadline(.seconds(30)), SSEHeartbeatHandler(heartbeat: .seconds(15)),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let ends = AsyncStream<StreamEnd>.makeStream()
    channel.pipeline.triggerUserOutboundEvent(StreamBegin(ends: ends.continuation), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.head(stream), promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(30))
    return ends.stream
  }

  @Test func `a stream does not begin for a reader who has left before`() async throws {
    var why: [StreamEnd] = []
    for await end in try Self.endsOfStreamAfterItsReaderLeft() { why.append(end) }

    #expect(why == [.readerLeft])
  }

  private static func endsOfStreamAfterItsReaderLeft() throws -> AsyncStream<StreamEnd> {
    let channel = EmbeddedChannel(handler: SSEHeartbeatHandler(heartbeat: .seconds(15)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(channel.isActive)
    let ends = AsyncStream<StreamEnd>.makeStream()
    channel.pipeline.triggerUserOutboundEvent(StreamBegin(ends: ends.continuation), promise: nil)
    #expect(!channel.isActive)
    // A stream that nobody has ended would not let its reader go.
    ends.continuation.finish()
    return ends.stream
  }

  @Test func `a failed handshake is not answered`() throws {
    let channel = EmbeddedChannel(
      handler: RequestFramingHandler(readTime: .seconds(30), lingerTime: .seconds(1)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()

    channel.pipeline.fireErrorCaught(NIOSSLError.handshakeFailed(.sslError([])))

    #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
    #expect(throws: NIOSSLError.self) { try channel.throwIfErrorCaught() }
  }

  @Test func `a stream that says nothing says that it lives, and any other answer does not`()
    throws
  {
    let channel = EmbeddedChannel(handler: SSEHeartbeatHandler(heartbeat: .seconds(15)))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(try channel.written == ["200", "end"])

    let ends = AsyncStream<StreamEnd>.makeStream()
    channel.pipeline.triggerUserOutboundEvent(
      StreamBegin(ends: ends.continuation), promise: nil)
    try channel.writeOutbound(HTTPResponsePart.head(Self.stream))
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "event")))
    channel.embeddedEventLoop.advanceTime(by: .seconds(14))
    #expect(try channel.written == ["200", "event"])
    channel.embeddedEventLoop.advanceTime(by: .seconds(16))
    #expect(try channel.written == [":\n\n", ":\n\n"])

    try channel.writeOutbound(HTTPResponsePart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    #expect(try channel.written == ["end"])
    _ = try channel.finish()
  }

  @Test func `a stream whose reader does not read is cut off when the server ends`() throws {
    let channel = EmbeddedChannel(handler: SSEHeartbeatHandler(heartbeat: .seconds(15)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let ends = AsyncStream<StreamEnd>.makeStream()
    channel.pipeline.triggerUserOutboundEvent(
      StreamBegin(ends: ends.continuation), promise: nil)
    channel.isWritable = false

    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())

    #expect(!channel.isActive)
  }

  @Test func `a request that does not arrive whole in time is cut off`() throws {
    let channel = EmbeddedChannel(
      handler: RequestFramingHandler(readTime: .seconds(30), lingerTime: .seconds(1)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.writeInbound(HTTPRequestPart.head(Self.order))
    for _ in 1...29 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: " ")))
    }
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `what follows an early refusal is never taken for a request`() throws {
    let channel = EmbeddedChannel(
      handler: RequestFramingHandler(readTime: .seconds(30), lingerTime: .seconds(1)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.writeInbound(HTTPRequestPart.head(Self.order))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    _ = try channel.readInbound(as: HTTPRequestPart.self)

    try channel.writeInbound(HTTPRequestPart.end(nil))
    try channel.writeInbound(HTTPRequestPart.head(Self.order))

    #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
    let head = try #require(try channel.readOutbound(as: HTTPResponsePart.self))
    guard case .head(let response) = head else { throw NoHead() }
    #expect(response.headerFields[.connection] == "close")
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  private struct NoHead: Error {}

  private static let order = HTTPRequest(
    method: .post, scheme: "http", authority: "store", path: "/v1/purchases")
}

extension EmbeddedChannel {
  /// What has been written since it was last asked.
  fileprivate var written: [String] {
    get throws {
      var texts: [String] = []
      while let part = try readOutbound(as: HTTPResponsePart.self) {
        switch part {
        case .head(let head): texts.append("\(head.status.code)")
        case .body(let bytes): texts.append(String(buffer: bytes))
        case .end: texts.append("end")
        }
      }
      return texts
    }
  }
}

/// The other end of a connection, who takes what was flushed when told to.
private final class Reader: ChannelOutboundHandler {
  typealias OutboundIn = Any

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func flush(context: ChannelHandlerContext) {}

  func take() { context?.flush() }
}

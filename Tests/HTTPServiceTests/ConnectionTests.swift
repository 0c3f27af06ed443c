import Foundation
import HTTPService
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOSSL
import Testing

@Suite struct ConnectionTests {
  private static let stream = HTTPResponse(
    status: .ok, headerFields: [.contentType: "text/event-stream"])

  @Test func `a connection stays open if its client reads before each write deadline`() throws {
    let reader = SlowReader()
    let channel = try EmbeddedChannel.connected(reader, WriteDeadline(.seconds(30)))
    for _ in 1...10 {
      channel.writeAndFlush(
        HTTPResponsePart.body(ByteBuffer(string: "event")), promise: nil)
      channel.embeddedEventLoop.advanceTime(by: .seconds(20))
      reader.read()
    }
    channel.embeddedEventLoop.advanceTime(by: .hours(1))

    #expect(channel.isActive)
    _ = try channel.finish()
  }

  @Test func `a stream is closed as too slow if its client reads nothing in time`() throws {
    let channel = try EmbeddedChannel.connected(
      SlowReader(), WriteDeadline(.seconds(30)), SSEHeartbeatHandler(heartbeat: .seconds(15)))
    let ending = channel.beginStream()
    channel.writeAndFlush(HTTPResponsePart.head(Self.stream), promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
    #expect(ending.end == .clientTooSlow)
  }

  @Test func `a stream does not begin after its client has disconnected`() throws {
    let channel = try EmbeddedChannel.connected(SSEHeartbeatHandler(heartbeat: .seconds(15)))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(channel.isActive)
    let ending = channel.beginStream()
    #expect(!channel.isActive)
    #expect(ending.end == .clientDisconnected)
  }

  @Test func `only the first reason for the end of a stream counts`() {
    let ending = StreamEndPromise()
    ending.report(.clientTooSlow)
    ending.report(.serverEnding)

    #expect(ending.end == .clientTooSlow)
  }

  @Test func `a failed handshake is not answered`() throws {
    let channel = try EmbeddedChannel.connected(
      RequestFramingHandler(
        readTime: .seconds(30), lingerTime: .seconds(1), errorDocument: { Data($0.utf8) }))

    channel.pipeline.fireErrorCaught(NIOSSLError.handshakeFailed(.sslError([])))

    #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
    #expect {
      try channel.throwIfErrorCaught()
    } throws: { if case NIOSSLError.handshakeFailed = $0 { true } else { false } }
  }

  @Test func `a silent stream sends heartbeats, and other responses do not`()
    throws
  {
    let channel = EmbeddedChannel(handler: SSEHeartbeatHandler(heartbeat: .seconds(15)))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(try channel.written == ["200", "end"])

    channel.beginStream()
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

  @Test func `a stream whose client does not read is closed when the server ends`() throws {
    let channel = try EmbeddedChannel.connected(SSEHeartbeatHandler(heartbeat: .seconds(15)))
    channel.beginStream()
    channel.isWritable = false

    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())

    #expect(!channel.isActive)
  }

  @Test func `a request that does not arrive in time is cut off`() throws {
    let channel = try EmbeddedChannel.connected(
      RequestFramingHandler(
        readTime: .seconds(30), lingerTime: .seconds(1), errorDocument: { Data($0.utf8) }))
    try channel.writeInbound(HTTPRequestPart.head(Self.order))
    for _ in 1...29 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: " ")))
    }
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `bytes after an early refusal are not read as a request`() throws {
    let channel = try EmbeddedChannel.connected(
      RequestFramingHandler(
        readTime: .seconds(30), lingerTime: .seconds(1), errorDocument: { Data($0.utf8) }))
    try channel.writeInbound(HTTPRequestPart.head(Self.order))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    _ = try channel.readInbound(as: HTTPRequestPart.self)

    try channel.writeInbound(HTTPRequestPart.end(nil))
    try channel.writeInbound(HTTPRequestPart.head(Self.order))

    #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
    #expect(try channel.written == ["401 close", "end"])
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  private static let order = HTTPRequest(
    method: .post, scheme: "http", authority: "store", path: "/v1/purchases")
}

extension EmbeddedChannel {
  fileprivate static func connected(_ handlers: any ChannelHandler...) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handlers: handlers)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  /// Begins a stream, and returns why it ends.
  @discardableResult
  fileprivate func beginStream() -> StreamEndPromise {
    let ending = StreamEndPromise()
    pipeline.triggerUserOutboundEvent(StreamBegin(ending), promise: nil)
    return ending
  }

  /// What has been written since the last call.
  fileprivate var written: [String] {
    get throws {
      var texts: [String] = []
      while let part = try readOutbound(as: HTTPResponsePart.self) {
        switch part {
        case .head(let head):
          let connection = head.headerFields[.connection].map { " \($0)" }
          texts.append("\(head.status.code)\(connection ?? "")")
        case .body(let bytes): texts.append(String(buffer: bytes))
        case .end: texts.append("end")
        }
      }
      return texts
    }
  }
}

/// A client that reads only when the test calls ``read()``.
private final class SlowReader: ChannelOutboundHandler {
  typealias OutboundIn = Any

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func flush(context: ChannelHandlerContext) {}

  func read() { context?.flush() }
}

import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import HTTPService

@Suite(.hangLimit) struct AcceptedChannelTests {
  private let loop = MultiThreadedEventLoopGroup.singleton.next()

  @Test func `a connection that is accepted while the server closes does not end the process`()
    async throws
  {
    let (connections, accepted) = AsyncStream<any Channel>.makeStream()
    let setup = loop.makePromise(of: Void.self)
    let server = try await ServerBootstrap(group: loop).bind(host: "127.0.0.1", port: 0) {
      [channel = AcceptedChannel(HTTP1Channel { _, _, _ in })] connection in
      accepted.yield(connection)
      return setup.futureResult.flatMap {
        channel.setup(channel: connection, logger: Logger(label: "test"))
      }
    }
    let client = try await ClientBootstrap(group: loop)
      .connect(to: try #require(server.channel.localAddress)).get()
    var accepts = connections.makeLimitedIterator()
    let connection = try #require(await accepts.next())

    try await server.channel.pipeline.addHandler(EndHandler(setup), position: .last).get()
    try await server.channel.close()

    try await loop.submit {}.get()
    #expect(connection.isActive)
    try await client.close()
    try await connection.closeFuture.get()
    try await server.executeThenClose { _ in }
  }
}

/// Completes a promise when its channel has closed, before its pipeline is taken apart.
private final class EndHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = Never

  private let end: EventLoopPromise<Void>

  init(_ end: EventLoopPromise<Void>) { self.end = end }

  func channelInactive(context: ChannelHandlerContext) { end.succeed() }
}

package import HummingbirdCore
import Logging
package import NIOCore
import NIOHTTPTypesHTTP1

/// HTTP/1 with a ``RequestHeadHandler``, on connections that are kept until they are closed, even
/// if the server does not accept them.
///
/// If the server's own channel closes while a connection is being accepted, NIO drops the connection. A
/// dropped one that becomes active ends the process, unless something else keeps it.
///
/// Source: apple/swift-nio#2813 on GitHub.
struct AcceptedChannel: ServerChildChannel {
  private let http: HTTP1Channel

  init(_ http: HTTP1Channel) { self.http = http }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { connection in
      connection.keepUntilClosed()
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
      return connection
    }
  }

  func handle(value connection: HTTP1Channel.Value, logger: Logger) async {
    await http.handle(value: connection, logger: logger)
  }
}

extension NIOAsyncChannel {
  /// Keeps the channel until it is closed, as a server must do with each connection that it accepts:
  /// otherwise one that it no longer takes can end the process.
  package func keepUntilClosed() {
    channel.closeFuture.whenComplete { _ in withExtendedLifetime(self) {} }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1 whose server may end while clients connect; see ``AcceptedChannel``.
  package static func http1KeepingConnections(
    _ configuration: HTTP1Channel.Configuration = HTTP1Channel.Configuration()
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      AcceptedChannel(HTTP1Channel(responder: responder, configuration: configuration))
    }
  }
}

import AsyncHTTPClient
import NIOCore
import Synchronization

/// The body of a request, which knows whether any of it has been sent.
///
/// A body is asked for when the connection stands, TLS included, and the head is written; a store
/// does nothing before it has read the whole of it. So a request that fails before has asked for
/// nothing, whatever the error is called.
final class WatchedBody: Sendable {
  private let bytes: ByteBuffer
  private let isTaken = Mutex(false)

  init(_ bytes: ByteBuffer) { self.bytes = bytes }

  var wasSent: Bool { isTaken.withLock { $0 } }

  var body: HTTPClientRequest.Body {
    .stream(
      AsyncStream { [self] in take() }, length: .known(Int64(bytes.readableBytes)))
  }

  private func take() -> ByteBuffer? {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken ? nil : bytes
    }
  }
}

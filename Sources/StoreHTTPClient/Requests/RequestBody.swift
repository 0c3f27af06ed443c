import AsyncHTTPClient
import NIOCore
import StoreHTTP
import Synchronization

/// The body of a request, which records whether any of it was sent.
///
/// The client takes the body after it has made the connection, TLS included, and has written the
/// head. A store does nothing before it has read the whole body. If a request fails before its body
/// was taken, the store has therefore done nothing, whatever the error is.
final class RequestBody: Sendable {
  private let bytes: ByteBuffer
  private let isTaken = Atomic(false)

  init(_ bytes: ByteBuffer) { self.bytes = bytes }

  var wasSent: Bool { isTaken.load(ordering: .acquiring) }

  var body: HTTPClientRequest.Body {
    .stream(
      AsyncStream { [self] in take() }, length: .known(Int64(bytes.readableBytes)))
  }

  private func take() -> ByteBuffer? {
    isTaken.exchange(true, ordering: .acquiringAndReleasing) ? nil : bytes
  }
}

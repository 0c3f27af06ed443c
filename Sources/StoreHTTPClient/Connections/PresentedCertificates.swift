import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import StoreHTTP

/// The certificates that a server presents.
///
/// A failed handshake says that they are not trusted, but not why. A second handshake fetches them.
struct PresentedCertificates: Hashable {
  /// The dates between which a certificate is valid.
  struct Validity: Hashable {
    var begin: Date
    var end: Date
  }

  /// The server's own certificate comes first.
  ///
  /// Empty if the server presented none.
  var validities: [Validity]

  /// The reason why the certificates are not trusted, as the end of a sentence.
  func untrustedReason(at now: Date) -> String {
    if let ended = validities.first(where: { $0.end < now }) {
      "its certificate expired on \(ended.end.formatted(.iso8601)): its operator must renew it"
    } else if let early = validities.first(where: { $0.begin > now }) {
      "its certificate is not valid before \(early.begin.formatted(.iso8601)): check the clock of "
        + "this machine"
    } else {
      "its certificate is not trusted here. If your own authority signed it, name that authority's "
        + "certificate with --tls-root FILE"
    }
  }
}

extension PresentedCertificates {
  /// Begins a handshake, and ends it when the certificates are there.
  static func shown(by address: StoreAddress, within timeout: Duration) async -> Self {
    let (shown, show) = AsyncStream<[NIOSSLCertificate]>.makeStream()
    let limit = TimeAmount(timeout)
    let connection = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(limit)
      .channelInitializer { channel in
        channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(handshake(with: address, show))
        }
      }
      .connect(host: address.host, port: address.port)
    connection.flatMap(\.closeFuture).whenComplete { _ in show.finish() }
    var iterator = shown.makeAsyncIterator()
    return Self(await iterator.next() ?? [])
  }

  private static func handshake(
    with address: StoreAddress, _ show: AsyncStream<[NIOSSLCertificate]>.Continuation
  ) throws -> NIOSSLClientHandler {
    let isAddress = (try? SocketAddress(ipAddress: address.host, port: address.port)) != nil
    return try NIOSSLClientHandler(
      context: NIOSSLContext(configuration: .makeClientConfiguration()),
      serverHostname: isAddress ? nil : address.host
    ) { (certificates, verdict: EventLoopPromise<NIOSSLVerificationResult>) in
      show.yield(certificates)
      verdict.succeed(.failed)
    }
  }

  private init(_ certificates: [NIOSSLCertificate]) {
    validities = certificates.map { certificate in
      Validity(
        begin: Date(timeIntervalSince1970: TimeInterval(certificate.notValidBefore)),
        end: Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter)))
    }
  }
}

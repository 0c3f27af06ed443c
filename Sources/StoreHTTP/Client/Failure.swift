import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Why a try got no answer of the store.
struct Failure: Error, Hashable {
  enum Kind: Hashable {
    /// There was no connection: nothing was asked.
    case unreachable
    /// The store may have heard the question.
    case lost
    /// The store heard it and did nothing, because it cannot just now.
    case putOff
    /// It was reached, and what it shows of itself is not trusted: nothing was asked.
    case distrusted
    /// Another try would be no better.
    case final
  }

  var kind: Kind
  /// The end of a sentence.
  var reason: String
  /// How long the store asked to be left alone.
  var retryAfter: Duration?
}

extension Failure {
  /// What a failed connection or transfer was, in words that a person understands.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as NIOConnectionError:
      self.init(kind: .unreachable, reason: Self.reason(error))
    case let error as IOError where Self.preventsConnections(error.errnoCode):
      self.init(kind: .unreachable, reason: Self.reason(error))
    case NIOSSLError.handshakeFailed(let error): self.init(handshake: error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(
        kind: .final,
        reason: "its certificate is another host's: name the store by a name or an address that "
          + "stands in its certificate")
    case let error as HTTPClientError: self.init(client: error)
    case is NIOTooManyBytesError:
      self.init(kind: .final, reason: "its answer is longer than any should be")
    case is DecodingError, is EventParser.Oversized:
      self.init(kind: .lost, reason: "its answer cannot be read")
    case is CancellationError: self.init(kind: .final, reason: "cancelled")
    default: self.init(kind: .lost, reason: "the connection broke (\(Self.reason(error)))")
    }
  }

  private init(client error: HTTPClientError) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self.init(kind: .unreachable, reason: "no connection could be made in time")
    case .deadlineExceeded, .readTimeout:
      self.init(kind: .lost, reason: "it did not answer in time")
    case .cancelled, .alreadyShutdown:
      self.init(kind: .final, reason: "cancelled")
    case .remoteConnectionClosed:
      self.init(kind: .lost, reason: "it closed the connection before it had answered")
    default:
      self.init(kind: .lost, reason: "its answer is no HTTP (\(error.shortDescription))")
    }
  }

  /// A handshake that failed: nothing was asked.
  private init(handshake error: BoringSSLError) {
    guard case .sslError(let stack) = error else {
      self.init(kind: .unreachable, reason: "no secure connection could be made")
      return
    }
    let words = stack.map(\.description).joined()
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      self.init(kind: .distrusted, reason: "its certificate is not trusted here")
    } else if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
      self.init(kind: .final, reason: "it does not speak TLS: is it reached by http://?")
    } else {
      self.init(kind: .unreachable, reason: "no secure connection could be made (\(words))")
    }
  }

  /// An address that needs no looking up fails with the system's own errors, some of which also
  /// end connections that stand.
  private static func preventsConnections(_ code: CInt) -> Bool {
    [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL].contains(code)
  }

  /// The same where it is known whether the question was sent: `nil` where it is not, as of
  /// questions without a body, which may be asked twice anyway.
  func known(wasSent: Bool?) -> Failure {
    var failure = self
    switch (kind, wasSent) {
    case (.lost, false): failure.kind = .unreachable
    case (.unreachable, true): failure.kind = .lost
    default: break
    }
    return failure
  }

  private static func reason(_ error: NIOConnectionError) -> String {
    if let failed = error.connectionErrors.first { return reason(failed.error) }
    return "there is no host '\(error.host)'"
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return String(describing: error) }
    return String(cString: strerror(error.errnoCode)).lowercased()
  }
}

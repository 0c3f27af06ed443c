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
    case is NIOSSLError:
      self.init(kind: .unreachable, reason: Self.noSecureConnection)
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

  /// An address that needs no looking up fails with the system's own errors.
  private static func preventsConnections(_ code: CInt) -> Bool {
    [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL].contains(code)
  }

  private static func reason(_ error: NIOConnectionError) -> String {
    if let failed = error.connectionErrors.first { return reason(failed.error) }
    return "there is no host '\(error.host)'"
  }

  private static let noSecureConnection = """
    no secure connection could be made: its certificate is not trusted here, or is another host's. \
    Where it is signed by an authority of your own, name that one's certificate with --tls-root FILE
    """

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return String(describing: error) }
    return String(cString: strerror(error.errnoCode)).lowercased()
  }
}

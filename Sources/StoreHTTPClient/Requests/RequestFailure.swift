import AppStorePayloads
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import StoreHTTP

/// The reason why an attempt to send a request got no response from the store.
struct RequestFailure: Error, Hashable {
  enum Kind: Hashable {
    /// There was no connection: the store has not received the request.
    case unreachable
    /// The store may have received the request.
    case lost
    /// The store received the request, but did nothing because it is busy.
    case busy
    /// The store's certificate is not trusted: the store has not received the request.
    case distrusted
    /// Another attempt would fail too.
    case final
  }

  var kind: Kind
  /// The end of a sentence that begins with the address.
  var reason: String
  /// The time that the store asked to wait before another attempt.
  var retryAfter: Duration?
  /// Whether the store let a whole time limit pass.
  var isSilence = false
  /// Whether no time is left for another attempt.
  var isLast = false

  /// The store was connected to, and did not respond in time.
  static let silence = RequestFailure(
    kind: .lost, reason: "it did not respond in time", isSilence: true, isLast: true)

  /// The store did not respond in the time that earlier attempts had left, which says little of it.
  static let timeIsOver = RequestFailure(
    kind: .lost, reason: "it did not respond in time", isLast: true)
}

extension RequestFailure {
  /// Classifies an error of a connection or a transfer, with a reason for people.
  init(_ error: any Error) {
    switch error {
    case let failure as RequestFailure: self = failure
    case let error as NIOConnectionError:
      self.init(
        kind: .unreachable, reason: Self.reason(error), isSilence: Self.isTimeout(error))
    case let error as IOError where Self.preventsConnections(error.errnoCode):
      self.init(kind: .unreachable, reason: Self.reason(error))
    case NIOSSLError.handshakeFailed(let error): self.init(handshake: error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(
        kind: .final,
        reason: "its certificate is for another host: use a name or an address that is in the "
          + "certificate")
    case let error as HTTPClientError: self.init(client: error)
    case is NIOTooManyBytesError:
      self.init(kind: .final, reason: "its response is too large")
    case is SchemaMismatchError, is JSONError, is DecodingError: self = .unusable("event", error)
    case is EventParser.EventTooLongError:
      self.init(kind: .lost, reason: "its response cannot be read")
    case is UnknownStatusError:
      self.init(kind: .lost, reason: "its response is not HTTP (its status does not exist)")
    case is CancellationError: self.init(kind: .final, reason: "cancelled")
    case let error as IOError:
      self.init(kind: .lost, reason: "the connection broke (\(Self.reason(error)))")
    default: self.init(kind: .lost, reason: "the connection broke")
    }
  }

  /// Something that the store has sent is not as its schema says.
  static func unusable(_ noun: String, _ error: any Error) -> RequestFailure {
    let isInOurWords = error is SchemaMismatchError || error is JSONError
    let reason = isInOurWords ? ": \(error)" : ""
    return RequestFailure(kind: .lost, reason: "its \(noun) cannot be read\(reason)")
  }

  private init(client error: HTTPClientError) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self.init(
        kind: .unreachable, reason: "no connection could be made in time", isSilence: true)
    case .deadlineExceeded, .readTimeout: self = .silence
    case .cancelled, .alreadyShutdown:
      self.init(kind: .final, reason: "cancelled")
    case .remoteConnectionClosed:
      self.init(kind: .lost, reason: "it closed the connection before it responded")
    default:
      self.init(kind: .lost, reason: "its response is not HTTP (\(error.shortDescription))")
    }
  }

  /// The TLS handshake failed: the store has not received the request.
  private init(handshake error: BoringSSLError) {
    guard case .sslError(let stack) = error else {
      self.init(kind: .unreachable, reason: "no secure connection could be made")
      return
    }
    let words = stack.map(\.description).joined()
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      self.init(kind: .distrusted, reason: "its certificate is not trusted here")
    } else if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
      self.init(kind: .final, reason: "it does not use TLS: try http:// in its address")
    } else {
      self.init(kind: .unreachable, reason: "no secure connection could be made (\(words))")
    }
  }

  /// Whether the error of a system call means that there was no connection.
  ///
  /// Other errors of the system end a connection that was made.
  private static func preventsConnections(_ code: CInt) -> Bool {
    [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL].contains(code)
  }

  /// The same failure, corrected with the knowledge whether the request's body was sent.
  ///
  /// `nil` for a request without a body: it may be sent twice anyway.
  func corrected(wasSent: Bool?) -> RequestFailure {
    var failure = self
    switch (kind, wasSent) {
    case (.lost, false): failure.kind = .unreachable
    case (.unreachable, true): failure.kind = .lost
    default: break
    }
    return failure
  }

  /// Whether no address of the host accepted a connection in time.
  private static func isTimeout(_ error: NIOConnectionError) -> Bool {
    !error.connectionErrors.isEmpty
      && error.connectionErrors.allSatisfy { failed in
        if case ChannelError.connectTimeout = failed.error { true } else { false }
      }
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

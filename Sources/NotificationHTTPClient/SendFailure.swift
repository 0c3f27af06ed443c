import AppStoreServerAPI
import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// The reason why an attempt to send a notification got no response.
struct SendFailure: Hashable {
  /// The reason, by Apple's name.
  var result: SendAttemptResult
  /// Whether there was a connection, so that another address of the host need not be tried.
  var wasConnected = true

  init(_ error: any Error) {
    switch error {
    case let error as HTTPClientError: result = Self.result(of: error)
    case let error as NIOConnectionError:
      result = Self.isTimeout(error) ? .timedOut : .socketIssue
      wasConnected = result == .timedOut
    case let error as IOError:
      result = .socketIssue
      wasConnected = error.errnoCode != ECONNREFUSED
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: result = .tlsIssue
    case ChannelError.connectTimeout: result = .timedOut
    case is ChannelError: result = .socketIssue
    case is CancellationError: result = .other
    // The response is not HTTP.
    default: result = .invalidResponse
    }
  }

  private static func result(of error: HTTPClientError) -> SendAttemptResult {
    switch error {
    case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      .timedOut
    case .remoteConnectionClosed: .prematureClose
    case .cancelled, .alreadyShutdown: .other
    default: .invalidResponse
    }
  }

  /// Whether no address accepted a connection in time.
  private static func isTimeout(_ error: NIOConnectionError) -> Bool {
    !error.connectionErrors.isEmpty
      && error.connectionErrors.allSatisfy { failed in
        if case ChannelError.connectTimeout = failed.error { true } else { false }
      }
  }
}

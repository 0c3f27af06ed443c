import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOSSL
package import RetryPolicy
package import StoreAPI
import StoreHTTP
import Synchronization

/// A client of a store over HTTP.
///
/// It keeps its connections and uses them again. They close with its last reference.
package final class HTTPStore: Sendable {
  package let address: StoreAddress
  package let settings: Settings
  /// For requests that have a timeout of their own.
  let client: HTTPClient
  /// For streams, which have no time limit but must send heartbeats.
  let streams: HTTPClient
  let reachability = Mutex(Reachability())
  /// The number of requests that are reported to wait for the store.
  let waiting = Mutex(0)

  /// Opens no connection yet.
  package init(_ address: StoreAddress, _ settings: Settings = Settings()) {
    self.address = address
    self.settings = settings
    client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: settings.configuration(silence: nil))
    streams = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: settings.configuration(silence: settings.idleTimeout))
  }

  // The connections close later, without anything waiting for them.
  deinit {
    client.shutdown { _ in }
    streams.shutdown { _ in }
  }

  /// The store's accounts.
  package var accounts: HTTPAccounts { HTTPAccounts(store: self) }

  /// The store for the device with this token.
  ///
  /// It sends no request yet.
  ///
  /// - Parameters:
  ///   - token: The device's token.
  ///   - instance: The running copy of the app.
  ///   - root: The root certificate (DER) that the device trusts. A store with another root is
  ///     another store: its refusal of the token does not mean that the device was removed.
  /// - Returns: The store for that device.
  package func backend(
    token: String, instance: InstanceID, trusting root: Data? = nil
  ) -> HTTPBackend {
    HTTPBackend(store: self, token: token, instance: instance, root: root)
  }

  /// The store for a holder of the operator key.
  ///
  /// It sends no request yet.
  package func `operator`(key: String) -> HTTPOperator {
    HTTPOperator(store: self, key: key)
  }
}

extension HTTPStore {
  /// The times that a request waits for the store, and its number of attempts.
  package struct Settings: Sendable {
    /// The certificates that may sign the server's; `nil` for the system's.
    package var roots: TrustedRoots?
    /// The time for a connection, TLS included.
    package var connectTimeout: Duration = .seconds(3)
    /// The time for a request, from its first attempt to the end of its response.
    package var answerTimeout: Duration = .seconds(10)
    /// The pause before the client asks a silent store again.
    package var silencePause: Duration = .seconds(10)
    /// The time before ``onWaiting`` is called for a waiting request.
    package var noticeDelay: Duration = .seconds(1)
    /// Called while a request waits for the store for longer than ``noticeDelay``.
    package var onWaiting: @Sendable (StoreAddress) -> Void = { _ in }
    /// Called when the last request no longer waits for the store, because it has answered or the
    /// time is up; only after ``onWaiting``.
    package var onWaitEnded: @Sendable (StoreAddress) -> Void = { _ in }
    /// ``answerTimeout`` for a sign-in, where the check of a password takes long and waits for
    /// others.
    ///
    /// Only a store that has just answered another request gets this much time.
    package var signInTimeout: Duration = .seconds(60)
    /// The same for the operator's commands, which may take long.
    package var operatorTimeout: Duration = .seconds(300)
    /// The maximum silence of a stream, without a heartbeat.
    package var idleTimeout: Duration = .seconds(45)
    /// The maximum number of bytes of a response.
    package var answerLimit = 64 << 20
    /// The maximum number of connections at one time.
    ///
    /// Each stream of updates has its own.
    package var connectionLimit = 1024
    package var backoff = Backoff()
    /// Waits between two attempts.
    package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The time since a fixed moment.
    ///
    /// It never goes back.
    package var monotonic: @Sendable () -> Duration = {
      [start = ContinuousClock.now] in ContinuousClock.now - start
    }
    /// The date at which certificates must be valid.
    package var now: @Sendable () -> Date = { Date() }
    /// A random number from 0 to 1 for the length of a pause.
    package var chance: @Sendable () -> Double = { .random(in: 0...1) }

    package init(roots: TrustedRoots? = nil) { self.roots = roots }

    /// The settings of a store that a person names, without its roots.
    @TaskLocal package static var usual: Settings = Settings()
  }
}

extension HTTPStore.Settings {
  /// Ends a response that is silent for as long as `silence`.
  fileprivate func configuration(silence: Duration?) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tlsConfiguration, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(connectTimeout), read: silence.map { TimeAmount($0) }))
    // The caller decides how often a request is tried.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionLimit
    configuration.httpVersion = .http1Only
    configuration.refuseUnknownStatuses()
    return configuration
  }

  private var tlsConfiguration: TLSConfiguration? {
    guard let roots else { return nil }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(roots.certificates)
    return configuration
  }
}

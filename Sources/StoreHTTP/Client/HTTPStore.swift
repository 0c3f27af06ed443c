import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOSSL
package import StoreAPI
import Synchronization

/// A store over HTTP, as those who ask it have it.
///
/// It keeps its connections and uses them again; they are closed when nobody has it any more.
package final class HTTPStore: Sendable {
  package let address: StoreAddress
  package let settings: Settings
  /// For questions, each of which has its own time.
  let client: HTTPClient
  /// For streams of updates, which may last for ever, but not in silence.
  let streams: HTTPClient
  private let isUnreachable = Mutex(false)

  /// Nothing is asked of the store yet.
  package init(_ address: StoreAddress, _ settings: Settings = Settings()) {
    self.address = address
    self.settings = settings
    client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: settings.configuration(silence: nil))
    streams = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: settings.configuration(silence: settings.idleTimeout))
  }

  // The connections close after that; nobody waits for it.
  deinit {
    client.shutdown { _ in }
    streams.shutdown { _ in }
  }

  /// What anyone may ask at the door.
  package var accounts: HTTPAccounts { HTTPAccounts(store: self) }

  /// The store as the device with this token sees it; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - token: The device's.
  ///   - instance: The running copy of the app.
  ///   - root: The root certificate, DER, that the device trusts: a store that knows no such token
  ///     and has another root is another store, which says nothing about the device.
  /// - Returns: The store for that device.
  package func backend(
    token: String, instance: InstanceID, trusting root: Data? = nil
  ) -> HTTPBackend {
    HTTPBackend(store: self, token: token, instance: instance, root: root)
  }

  /// The store as a holder of the operator key sees it; nothing is asked yet.
  package func `operator`(key: String) -> HTTPOperator {
    HTTPOperator(store: self, key: key)
  }

  /// Whether the last connection that was tried could not be made: then it is tried once for each
  /// question, and whoever waits for an answer is told sooner.
  var wasUnreachable: Bool { isUnreachable.withLock { $0 } }

  func note(unreachable: Bool) { isUnreachable.withLock { $0 = unreachable } }
}

extension HTTPStore {
  /// How long a store is waited for and how often it is asked again.
  package struct Settings: Sendable {
    /// What signs the server's certificate; `nil` for the system's.
    package var roots: TrustedRoots?
    /// Until a connection stands, TLS included.
    package var connectTimeout: Duration = .seconds(3)
    /// Until an answer is there, whole.
    package var answerTimeout: Duration = .seconds(10)
    /// The same at the door, where a password's check takes long and waits for those before it.
    package var doorTimeout: Duration = .seconds(60)
    /// The same for the operator, whose deeds may take long.
    package var operatorTimeout: Duration = .seconds(300)
    /// How long a stream of updates may say nothing; heartbeats are something.
    package var idleTimeout: Duration = .seconds(45)
    /// Bytes of an answer.
    package var answerLimit = 64 << 20
    /// Connections at one time; each stream of updates has its own.
    package var connectionLimit = 1024
    package var backoff = Backoff()
    /// Waits between two tries.
    package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The time since some fixed moment, never going back.
    package var monotonic: @Sendable () -> Duration
    /// The date, by which certificates are judged.
    package var now: @Sendable () -> Date = { Date() }
    /// From 0 to 1, for the length of pauses.
    package var chance: @Sendable () -> Double = { .random(in: 0...1) }

    package init(roots: TrustedRoots? = nil) {
      self.roots = roots
      let start = ContinuousClock.now
      monotonic = { ContinuousClock.now - start }
    }
  }
}

extension HTTPStore.Settings {
  /// An answer that says nothing for as long as `silence` is given up.
  fileprivate func configuration(silence: Duration?) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tlsConfiguration, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(connectTimeout), read: silence.map { TimeAmount($0) }))
    // Whoever asks decides how often it is tried.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionLimit
    configuration.httpVersion = .http1Only
    return configuration
  }

  private var tlsConfiguration: TLSConfiguration? {
    guard let roots else { return nil }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(roots.certificates)
    return configuration
  }
}

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
  let client: HTTPClient
  private let isUnreachable = Mutex(false)

  /// Nothing is asked of the store yet.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unavailable(_:)`` when the root certificates cannot be read.
  package init(_ address: StoreAddress, _ settings: Settings = Settings()) throws(StoreFault) {
    self.address = address
    self.settings = settings
    client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: try settings.configuration())
  }

  // The connections close after that; nobody waits for it.
  deinit { client.shutdown { _ in } }

  /// What anyone may ask at the door.
  package var accounts: HTTPAccounts { HTTPAccounts(store: self) }

  /// The store as the device with this token sees it; nothing is asked yet.
  package func backend(token: String, instance: InstanceID) -> HTTPBackend {
    HTTPBackend(store: self, token: token, instance: instance)
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
    /// PEM file of the certificates that sign the server's; `nil` for the system's.
    package var rootCertificates: URL?
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
    /// From 0 to 1, for the length of pauses.
    package var chance: @Sendable () -> Double = { .random(in: 0...1) }

    package init(rootCertificates: URL? = nil) {
      self.rootCertificates = rootCertificates
      let start = ContinuousClock.now
      monotonic = { ContinuousClock.now - start }
    }
  }
}

extension HTTPStore.Settings {
  fileprivate func configuration() throws(StoreFault) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tlsConfiguration(), redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(connectTimeout), read: TimeAmount(idleTimeout)))
    // Whoever asks decides how often it is tried.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionLimit
    configuration.httpVersion = .http1Only
    return configuration
  }

  private func tlsConfiguration() throws(StoreFault) -> TLSConfiguration? {
    guard let rootCertificates else { return nil }
    let path = rootCertificates.path(percentEncoded: false)
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates(certificates)
      return configuration
    } catch {
      throw .unavailable("\(path) has no certificates in PEM that could be trusted")
    }
  }
}

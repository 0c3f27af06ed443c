import HTTPService
import Logging
import ServiceLifecycle
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreHTTPServer
import TestSupport

/// A server in this process, on a port that the system chooses.
final class LoopbackServer: Sendable {
  let address: StoreAddress
  let operatorKey: String
  private let group: ServiceGroup

  private init(address: StoreAddress, operatorKey: String, group: ServiceGroup) {
    self.address = address
    self.operatorKey = operatorKey
    self.group = group
  }

  /// Ends the server gracefully: if its task were cancelled, NIO would stop the process because of a
  /// connection that was accepted and not yet served.
  deinit {
    Task { [group] in await group.triggerGracefulShutdown() }
  }

  static func start(_ store: ServedStore) async throws -> LoopbackServer {
    let (urls, listening) = AsyncThrowingStream<String, any Error>.makeStream()
    let key = "the operator's key"
    let logger = Logger(label: "conformance") { _ in SwiftLogNoOpLogHandler() }
    let server = StoreServer(
      store, operatorKey: key, settings: ServerSettings(port: 0), logger: logger
    ) { listening.yield($0) }
    let group = ServiceGroup(services: [server], logger: logger)
    Task {
      do {
        try await group.run()
        listening.finish()
      } catch {
        listening.finish(throwing: error)
      }
    }
    var iterator = urls.makeLimitedIterator()
    guard let url = try await iterator.next() else { throw NotListening() }
    return LoopbackServer(address: try StoreAddress(url), operatorKey: key, group: group)
  }

  private struct NotListening: Error {}
}

extension ServedStore {
  /// Serves an engine.
  init(_ engine: StoreEngine) {
    self.init(
      accounts: { engine.accounts(from: $0) }, operator: engine,
      time: { () throws(StoreError) in try await engine.time() },
      account: { token throws(StoreError) in try await engine.account(of: token) })
  }
}

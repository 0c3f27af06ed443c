import Logging
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport

/// A server in this process, on a port that the system chooses.
final class LoopbackServer: Sendable {
  let address: StoreAddress
  let operatorKey: String
  private let serving: Task<Void, any Error>

  private init(address: StoreAddress, operatorKey: String, serving: Task<Void, any Error>) {
    self.address = address
    self.operatorKey = operatorKey
    self.serving = serving
  }

  deinit { serving.cancel() }

  static func start(_ store: ServedStore) async throws -> LoopbackServer {
    let (urls, listening) = AsyncThrowingStream<String, any Error>.makeStream()
    let key = "the operator's key"
    let server = StoreServer(
      store, operatorKey: key, settings: ServerSettings(port: 0),
      logger: Logger(label: "conformance") { _ in SwiftLogNoOpLogHandler() }
    ) { listening.yield($0) }
    let serving = Task {
      do {
        try await server.run()
        listening.finish()
      } catch {
        listening.finish(throwing: error)
        throw error
      }
    }
    var iterator = urls.makeAsyncIterator()
    guard let url = try await iterator.next() else { throw NotListening() }
    return LoopbackServer(
      address: try StoreAddress(url), operatorKey: key, serving: serving)
  }

  private struct NotListening: Error {}
}

extension ServedStore {
  /// Serves an engine.
  init(_ engine: StoreEngine) {
    self.init(accounts: { engine.accounts(from: $0) }, operator: engine)
  }
}

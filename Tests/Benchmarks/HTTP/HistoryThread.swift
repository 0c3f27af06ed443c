import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import Synchronization

/// Reads one history again and again, page after page.
///
/// It decodes nothing, so that the server is measured and not the client.
final class HistoryThread: Sendable {
  private struct State {
    var isPausing = false
    var hasEnded = false
    var pages = 0
  }

  private let state = Mutex(State())
  private let resumed = DispatchSemaphore(value: 0)
  private let started = DispatchSemaphore(value: 0)
  private let paused = DispatchSemaphore(value: 0)

  init(_ device: ServedDevice, at server: ServerProcess) {
    let (port, headers) = (server.port, device.headers)
    Thread.detachNewThread { [self] in read(port: port, headers) }
  }

  /// The pages that were read.
  var pages: Int { state.withLock { $0.pages } }

  /// Returns when the first request is sent.
  func resume() {
    state.withLock { $0.isPausing = false }
    resumed.signal()
    started.wait()
  }

  /// Returns when the last page has come.
  func pause() {
    state.withLock { $0.isPausing = true }
    paused.wait()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    resumed.signal()
  }

  private func read(port: Int, _ headers: [String]) {
    let connection = BlockingConnection(port: port)
    var revision: String?
    while true {
      resumed.wait()
      guard !state.withLock({ $0.hasEnded }) else { return }
      connection.send(.page(after: revision, headers))
      started.signal()
      revision = connection.readRevision()
      while !state.withLock({ $0.isPausing }) {
        connection.send(.page(after: revision, headers))
        revision = connection.readRevision()
        state.withLock { $0.pages += 1 }
      }
      paused.signal()
    }
  }
}

extension BlockingConnection {
  /// Reads a page.
  ///
  /// - Returns: Where the next page begins; `nil` after the last one, or if the store refused the request.
  fileprivate func readRevision() -> String? {
    let answer = readAnswer()
    guard answer.status == 200 else {
      precondition(answer.status == 429, "the server answers with \(answer.status)")
      // What the store asks of a client is a second.
      Thread.sleep(forTimeInterval: 0.1)
      return nil
    }
    // It stands before or behind the transactions.
    let (start, end) = (answer.body.prefix(512), answer.body.suffix(512))
    return String(decoding: start + end, as: UTF8.self).firstMatch(of: /"revision":"([^"]*)"/)
      .map { String($0.1) }
  }
}

extension [UInt8] {
  fileprivate static func page(after revision: String?, _ headers: [String]) -> Self {
    let rest = revision.map { "&revision=\($0)" } ?? ""
    return .get(
      "\(DeviceEndpoints.transactions.route.path)?includingFinishedConsumables=true"
        + "&limit=\(HistoryPage.limit)\(rest)", headers)
  }
}

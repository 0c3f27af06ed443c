import AppStorePayloads
import Comparison
import Foundation
import StoreAPI

/// Pages of a customer's history, as an app's server requests them.
///
/// Each page signs all its transactions: the pages are requested one after the other, from the first to
/// the last and again, and the history has more transactions than the store keeps tokens.
enum HistoryPagesBenchmark {
  /// The store keeps at most 8 192 tokens.
  private static let historyLength = 12_000
  private static let connections = 8

  static func run(_ executable: URL, in folder: URL) async throws {
    let store = try await StoreProcess(executable, in: folder, "--max-api-rate", "0")
    let customer = try await store.customer("regular", devices: 1)[0]
    try await store.makeHistory(of: customer, length: historyLength)
    let id = try await customer.buy(PurchaseBenchmark.fuel)
    let client = try await ServerAPIClient(
      of: store, bundleID: customer.registration.value.bundleID)
    let pages = try HistoryPages(of: id, at: store.server, for: client, connections)
    let bare = try BareKey()

    let reference = "\(HistoryPages.length) bare P-256 signatures, one after the other"
    try await Comparison(
      name:
        "history pages of \(HistoryPages.length), signed and served on \(connections) connections",
      reference: reference, measure: .speed, aim: 0.6, rounds: 100, showsRates: true
    ).run({ pages.requestFromAll() }, against: { try bare.sign(HistoryPages.length) })
    try await Comparison(
      name: "the same on one connection", reference: reference, measure: .speed, rounds: 100,
      showsRates: true
    ).run({ pages.requestFromOne() }, against: { try bare.sign(HistoryPages.length) })
    // The server ends with its last reference.
    withExtendedLifetime(store) {}
  }
}

/// The full pages of a history, requested in turn.
private final class HistoryPages {
  /// The number of transactions of a full page.
  static let length = 20

  private let clients: [BlockingConnection]
  private let requests: [[UInt8]]
  private var next = 0

  /// Reads the whole history of the customer that has this transaction.
  init(
    of id: TransactionID, at server: ServerProcess, for client: ServerAPIClient, _ connections: Int
  ) throws {
    clients = (0..<connections).map { _ in BlockingConnection(port: server.port) }
    requests = try Self.requests(for: id, as: client, on: clients[0])
    precondition(requests.count > 500, "the history has only \(requests.count) full pages")
  }

  private static func requests(
    for id: TransactionID, as client: ServerAPIClient, on connection: BlockingConnection
  ) throws -> [[UInt8]] {
    var requests: [[UInt8]] = []
    var query = ""
    while true {
      let request = client.get("/inApps/v2/history/\(id)\(query)")
      connection.send(request)
      let answer = connection.readAnswer()
      precondition(answer.status == 200, "the store answers with \(answer.status)")
      let page = try JSONDecoder().decode(Page.self, from: Data(answer.body))
      if page.signedTransactions.count == length { requests.append(request) }
      guard page.hasMore else { return requests }
      query = "?revision=\(page.revision)"
    }
  }

  private struct Page: Decodable {
    let revision: String
    let hasMore: Bool
    let signedTransactions: [String]
  }
}

extension HistoryPages {
  /// The time of one page if each connection requests a page as soon as it has received one.
  func requestFromAll() -> Duration {
    let count = clients.count * 5
    let start = ContinuousClock.now
    for client in clients { requestNext(on: client) }
    for number in 0..<count {
      let client = clients[number % clients.count]
      client.readResponse()
      if number + clients.count < count { requestNext(on: client) }
    }
    return (ContinuousClock.now - start) / count
  }

  /// The time of one page if one connection requests them.
  func requestFromOne() -> Duration {
    let count = 10
    let start = ContinuousClock.now
    for _ in 0..<count {
      requestNext(on: clients[0])
      clients[0].readResponse()
    }
    return (ContinuousClock.now - start) / count
  }

  private func requestNext(on client: BlockingConnection) {
    client.send(requests[next])
    next = (next + 1) % requests.count
  }
}

import Comparison
import Foundation
import StoreAPI

/// Prints the rows of the performance table that need a server.
///
///     HTTPBenchmarks FOLDER SKDEMO [PART...]
///
/// Stores are made in the folder. It should be on a real disk, because a purchase mostly waits for
/// the disk. The parts are `entitlements`, `purchases`, `updates`, `streams`, `fairness`, `history` and
/// `notifications`; by default all are measured. The environment variable `APP_STORE_SERVER_LIBRARY` names
/// the Python that has Apple's library, with which the verification of notifications is compared. With
/// `bare BYTES` the program is the server that serves as the reference.
@main enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2, let first = arguments.first else {
      preconditionFailure("HTTPBenchmarks FOLDER SKDEMO")
    }
    let second = arguments[arguments.startIndex + 1]
    if first == "bare", let bytes = Int(second) {
      return try await BareServer.run(answering: bytes)
    }
    let parts = Set(arguments.dropFirst(2))
    try await measure(in: URL(filePath: first), URL(filePath: second), parts)
  }

  private static func measure(in parent: URL, _ executable: URL, _ parts: Set<String>) async throws
  {
    let folder = try parent.appending(path: "\(UUID())").created
    defer { try? FileManager.default.removeItem(at: folder) }
    let isWanted = { parts.isEmpty || parts.contains($0) }

    // At full speed a device sends more requests than any app.
    let store = try await StoreProcess(executable, in: folder, "--max-rate", "1000000")
    if isWanted("entitlements") {
      try await EntitlementsBenchmark.run(regular(at: store), at: store)
    }
    if isWanted("purchases") {
      try await PurchaseBenchmark.run(store.customer("family", devices: 8), in: folder)
    }
    if isWanted("updates") {
      try await UpdateLatencyBenchmark.run(store.customer("couple", devices: 2), at: store)
    }
    if isWanted("streams") { try await IdleStreamBenchmark.run(executable, in: folder) }
    if isWanted("fairness") { try await FairnessBenchmark.run(executable, in: folder) }
    if isWanted("history") { try await HistoryPagesBenchmark.run(executable, in: folder) }
    if isWanted("notifications") {
      try await NotificationsBenchmark.run(executable, in: folder, python: python)
    }
  }

  private static var python: URL? {
    ProcessInfo.processInfo.environment["APP_STORE_SERVER_LIBRARY"].map { URL(filePath: $0) }
  }

  /// A customer with ten transactions: a plan, a car and delivered fuel.
  private static func regular(at store: StoreProcess) async throws -> ServedDevice {
    let device = try await store.customer("regular", devices: 1)[0]
    let products =
      ["subscription.pro", "nonconsumable.car"] + Array(repeating: PurchaseBenchmark.fuel, count: 8)
    for product in products { try await device.finish(device.buy(product)) }
    return device
  }
}

import Foundation
import StoreAPI

/// Prints the rows of the performance table that need a server.
///
///     HTTPBenchmarks FOLDER SKDEMO [PART...]
///
/// The folder is where stores are made: it should lie on a real disk, because most of a purchase is
/// waiting for one. With `bare BYTES` it is itself the server against which others are measured.
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
    let folder = parent.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let isWanted = { parts.isEmpty || parts.contains($0) }

    let shop = try ServedShop(executable, in: folder)
    if isWanted("asking") { try await Asking.run(regular(at: shop), at: shop) }
    if isWanted("buying") {
      try await Buying.run(shop.customer("family", devices: 8), in: folder)
    }
    if isWanted("news") { try await News.run(shop.customer("couple", devices: 2), at: shop) }
    if isWanted("crowd") { try await Crowd.run(executable, in: folder) }
  }

  /// A customer with ten transactions: a plan, a car and delivered fuel.
  private static func regular(at shop: ServedShop) async throws -> ServedDevice {
    let device = try await shop.customer("regular", devices: 1)[0]
    let products =
      ["subscription.pro", "nonconsumable.car"] + Array(repeating: Buying.fuel, count: 8)
    for product in products { try await device.finish(device.buy(product)) }
    return device
  }
}

import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport

// What an app's server needs to verify receipts.
extension ServedShop {
  /// Writes the customers' receipts and the shared secret to a file, and returns its path.
  func describeReceipts() async throws -> String {
    let answer = try await store.perform(.sharedSecret()).value
    guard case .sharedSecret(let secret) = answer else {
      throw FixtureError(text: "no secret: \(answer)")
    }
    let values = ReceiptValues(
      baseURL: server.url, secret: secret, receipts: try await receipts())
    let file = folder.appending(path: "receipts.json")
    try JSONEncoder().encode(values).write(to: file)
    return file.path(percentEncoded: false)
  }

  /// Begins the grace period of `dan`: his plan's first renewal cannot be paid.
  func beginGracePeriod() async throws {
    guard let later = CalendarDuration("P1M1D") else { throw FixtureError(text: "no duration") }
    let commands: [OperatorCommand] = [
      .setGracePeriod(gracePeriod: .days16),
      .failBilling(subscription: .product("subscription.standard", account: "dan")),
      .advance(move: .by(later)),
    ]
    for command in commands { _ = try await store.perform(command) }
  }

  /// The receipt of a new device of each customer; that of `ann` has just bought fuel.
  private func receipts() async throws -> [String: Data] {
    try await server.withStore { engine in
      var receipts: [String: Data] = [:]
      for account in ["ann", "bob", "cleo", "dan"] {
        let credentials = Credentials(account: account, password: "correct horse")
        let signIn = try await engine.signIn(credentials).value.token
        let device = try await engine.registerDevice("phone", signIn: signIn).value.token
        let backend = try await engine.backend(for: device, instance: InstanceID(UUID()))
        if account == "ann" { try await backend.buy("consumable.fuel.octane89") }
        receipts[account] = try await backend.receipt().value
      }
      return receipts
    }
  }
}

/// The values of a shop in the file that the script about receipts reads.
private struct ReceiptValues: Encodable {
  let baseURL: String
  let secret: String
  /// By account, in base64.
  let receipts: [String: Data]
}

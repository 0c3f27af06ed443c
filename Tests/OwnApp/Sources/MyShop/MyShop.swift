import OpenStoreKit
import OpenStoreKitConnection

@main struct MyShop {
  static func main() async throws {
    Task { for await case .verified(let new) in Transaction.updates { await new.finish() } }
    try await AppStore.connect()
    print(await greeting())
  }
  static func greeting() async -> String {
    var owned: [String] = []
    for await case .verified(let item) in Transaction.currentEntitlements {
      owned += [item.productID]
    }
    return owned.isEmpty
      ? "Welcome. What would you like?" : "Welcome back: \(owned.joined(separator: ", "))"
  }
}

import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport

/// A store that `skdemo serve` serves, whose customers have every kind of purchase.
///
/// `ann` has bought a product of every type. Her plan was renewed, upgraded with an offer code, in
/// billing retry, and renewed again; her car was refunded. `bob` is in her family. The plan of `cleo`
/// is in billing retry, and `dan` has just subscribed. The clock is frozen.
struct ServedShop {
  let server: ServeProcess
  /// The file of the root certificate.
  let root: URL
  let store: HTTPOperator
  let folder: URL

  /// Starts the server, and lets the customers buy.
  static func open() async throws -> ServedShop {
    let commandLine = try CommandLineFixture()
    let server = try await ServeProcess.start(commandLine, "--max-api-rate", "2")
    let shop = ServedShop(
      server: server, root: commandLine.data.appending(path: "authority/root.der"),
      store: try server.store().operator(key: server.operatorKey()), folder: commandLine.data)
    try await shop.begin()
    return shop
  }

  /// Sets the URL to which the store sends notifications.
  func setNotificationURL(_ url: String) async throws {
    _ = try await store.perform(.setNotificationURL(url: url))
  }

  /// Writes what a script needs to a file, and returns its path.
  func describe() async throws -> String {
    let values = try await ServedShopValues(
      baseURL: server.url, rootFile: root.path(percentEncoded: false), key: key(),
      revokedKey: revokedKey(), transactions: transactions())
    let file = folder.appending(path: "shop.json")
    try JSONEncoder().encode(values).write(to: file)
    return file.path(percentEncoded: false)
  }
}

// The customers' purchases.
extension ServedShop {
  private func begin() async throws {
    try await server.withStore { engine in
      for name in ["ann", "bob", "cleo", "dan"] {
        let credentials = Credentials(account: name, password: "correct horse")
        _ = try await engine.perform(.addAccount(credentials: credentials))
      }
    }
    try await perform([
      .setClock(frozen: true), .importCatalogue(configuration: .shareableCatalogue()),
      .addFamilyMember(account: "ann", organizer: nil),
      .addFamilyMember(account: "bob", organizer: nil),
    ])
    for product in ["nonconsumable.car", "nonconsumable.utilityvehicle", "nonRenewing.standard"] {
      try await buy(product, for: "ann")
    }
    try await buy("consumable.fuel.octane87", for: "ann", quantity: 3)
    try await subscribe()
    let car = try await transaction(of: "ann") { $0.productId == "nonconsumable.car" }
    try await perform([.refund(transactionID: car)])
    try await buy("subscription.standard", for: "dan")
  }

  private func subscribe() async throws {
    try await buy("subscription.standard", for: "ann")
    try await buy("subscription.premium", for: "cleo")
    try await advance("P1M")
    try await upgradeWithCode()
    let (plan, other) = (
      SubscriptionReference.product("subscription.pro", account: "ann"),
      SubscriptionReference.product("subscription.premium", account: "cleo")
    )
    try await perform([.failBilling(subscription: other)])
    try await advance("P1M")
    try await perform([.failBilling(subscription: plan)])
    try await advance("P1M")
    try await advance("P3D")
    try await perform([.recoverBilling(subscription: plan)])
  }

  private func upgradeWithCode() async throws {
    let request = OfferCodeRequest(reference: "pro.free.month")
    let result = try await store.perform(.createOfferCodes(request: request)).value
    guard case .offerCodes(let codes) = result, let code = codes.first else {
      throw FixtureError(text: "no code was made: \(result)")
    }
    try await buy(code.productID, for: "ann", offer: .code(code: code.code))
  }

  private func buy(
    _ productID: String, for account: String, quantity: Int = 1, offer: OrderOffer? = nil
  ) async throws {
    let order = Order(
      key: OrderKey(UUID()), productID: productID, quantity: quantity, offer: offer)
    try await perform([.buy(purchase: OperatorPurchase(order: order, account: account))])
  }

  private func advance(_ text: String) async throws {
    guard let duration = CalendarDuration(text) else { throw FixtureError(text: text) }
    try await perform([.advance(move: .by(duration))])
  }

  private func perform(_ commands: [OperatorCommand]) async throws {
    for command in commands { _ = try await store.perform(command) }
  }
}

// What a script needs.
extension ServedShop {
  private func key() async throws -> ServedShopValues.Key {
    let result = try await store.perform(.createAPIKey).value
    guard case .apiKey(let id, let issuerID, let privateKey) = result else {
      throw FixtureError(text: "no key was made: \(result)")
    }
    return ServedShopValues.Key(id: id, issuerID: issuerID, privateKey: privateKey)
  }

  private func revokedKey() async throws -> ServedShopValues.Key {
    let key = try await key()
    try await perform([.revokeAPIKey(keyID: key.id)])
    return key
  }

  /// The IDs of the transactions to which the script's checks refer, by their names there.
  private func transactions() async throws -> [String: TransactionID] {
    [
      "fuel": try await transaction(of: "ann") { $0.type == .consumable },
      "car": try await transaction(of: "ann") { $0.productId == "nonconsumable.car" },
      "plan": try await plan(of: "ann"),
      "renewal": try await transaction(of: "ann") { $0.transactionReason == .renewal },
      "sharedPlan": try await plan(of: "bob"), "retryingPlan": try await plan(of: "cleo"),
      "extendedPlan": try await plan(of: "dan"),
    ]
  }

  /// The original transaction of a customer's plan.
  private func plan(of account: String) async throws -> TransactionID {
    try await transaction(of: account) {
      $0.type == .autoRenewable && $0.transactionId == $0.originalTransactionId
    }
  }

  private func transaction(
    of account: String, where matches: (TransactionPayload) -> Bool
  ) async throws -> TransactionID {
    let all = try await store.transactions(account: account).value.map(\.transaction)
    guard let found = all.first(where: matches) else {
      throw FixtureError(text: "no such transaction among \(all.map(\.productId))")
    }
    return found.transactionId
  }
}

/// The values of a shop in the file that its scripts read.
private struct ServedShopValues: Encodable {
  /// A key of the App Store Server API.
  struct Key {
    let id: String
    let issuerID: String
    let privateKey: String
  }

  let baseURL: String
  let bundleID = StoreEngine.defaultBundleID
  let issuerID: String
  let keyID: String
  let privateKey: String
  let revokedKeyID: String
  let revokedPrivateKey: String
  let rootFile: String
  let carOrder: String
  let transactions: [String: String]

  init(
    baseURL: String, rootFile: String, key: Key, revokedKey: Key,
    transactions: [String: TransactionID]
  ) {
    (self.baseURL, self.rootFile) = (baseURL, rootFile)
    (issuerID, keyID, privateKey) = (key.issuerID, key.id, key.privateKey)
    (revokedKeyID, revokedPrivateKey) = (revokedKey.id, revokedKey.privateKey)
    carOrder = transactions["car"].map { OrderID(of: $0).description } ?? ""
    self.transactions = transactions.mapValues(\.description)
  }
}

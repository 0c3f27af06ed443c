import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP

/// `skdemo products`: the products that are for sale.
struct Products: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products", abstract: "List what is for sale.",
    discussion: """
      With --catalog it lists what that file would sell. Nothing is imported. It fails while the \
      operator lets loadProducts fail, as in every app.
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let products = try await sold()
    try store.output.print(
      ["products": products.map(ProductReport.init)], lines: Self.table(products).lines)
  }

  private func sold() async throws -> [StoreProduct] {
    if let path = store.catalog {
      let file = try CatalogueFile(path: path)
      file.reportIgnoredSwitches()
      return file.catalogue.storeProducts
    }
    if let remote = try store.arguments.remote() { return try await Self.sold(by: remote) }
    guard let local = try await LocalStore.existing(store.arguments) else {
      return try CatalogueFile.builtIn().catalogue.storeProducts
    }
    try await local.engine.time().checkLoadProducts()
    return try await local.products()
  }

  /// Asks a remote store, as a device, for the products that this app shows.
  private static func sold(by remote: RemoteStore) async throws -> [StoreProduct] {
    let device = try await remote.client.device(.usual)
    let ids = Presentation.read(CatalogueFile.builtInData).productIDs
    let backend = remote.http.backend(token: device.token, instance: InstanceID(UUID()))
    let answer = try await backend.products(ids)
    try answer.time.checkLoadProducts()
    let byID = Dictionary(answer.value.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { byID[$0] }
  }

  private static func table(_ products: [StoreProduct]) -> Table {
    Table(
      products.map { product in
        let price = product.price.formatted(product.priceFormatStyle)
        let period = product.subscription.map {
          " / \(Product.SubscriptionPeriod($0.period).unitText)"
        }
        return [product.id, price + (period ?? ""), product.displayName, product.description]
      })
  }
}

extension Catalogue {
  /// Everything in the catalogue, as a store made from it would sell it.
  var storeProducts: [StoreProduct] {
    guard let storefront = Storefronts.named(settings.storefront) else { return [] }
    return storeProducts(
      products.filter(\.isForSale), storefront: storefront, locale: settings.locale)
  }
}

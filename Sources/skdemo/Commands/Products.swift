import AppStorePayloads
import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient

/// `skdemo products`: the products that are for sale.
struct Products: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "List what is for sale.",
    discussion: """
      With --catalog it lists the products of that file. With --catalog and --store it lists those of \
      the file's products that the store sells. Nothing is imported. It fails while the operator \
      simulates an error of loadProducts, as in every app.
      """,
    examples: ["skdemo products", "skdemo products --catalog Shop.storekit"])

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let products = try await sold()
    try store.output.print(
      ["products": products.map(ProductReport.init)],
      lines: Self.table(products).lines(orIfEmpty: "nothing is for sale"))
  }

  private func sold() async throws -> [StoreProduct] {
    if let remote = try store.arguments.remote() {
      return try await sold(by: remote)
    }
    if let path = store.catalog {
      let file = try CatalogueFile(path: path)
      try Presentation.checkDurations(in: file.data)
      file.reportUnsupportedSettings()
      return file.catalogue.storeProducts
    }
    guard try store.arguments.folder().hasStore else {
      return try CatalogueFile.builtIn().catalogue.storeProducts
    }
    let engine = try await LocalStore.open(store.arguments).engine
    try await engine.time().checkLoadProducts()
    return try await engine.catalogue().storeProducts
  }

  /// Asks a remote store, as a device, for all products, or for those that the named file lists.
  private func sold(by remote: RemoteStore) async throws -> [StoreProduct] {
    let file = try store.catalog.map { try CatalogueFile(path: $0) }
    let device = try await remote.client.device(.usual)
    let backend = remote.http.backend(
      token: device.token, instance: InstanceID(UUID()), trusting: device.rootCertificate)
    let ids = try await Self.ids(in: file, at: backend)
    let answer = try await backend.products(ids)
    try answer.time.checkLoadProducts()
    let byID = Dictionary(answer.value.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { byID[$0] }
  }

  /// A store of an earlier version does not list its products: then the command asks for skdemo's
  /// own products.
  private static func ids(
    in file: CatalogueFile?, at backend: HTTPBackend
  ) async throws -> [String] {
    if let file { return Presentation.read(file.data).productIDs }
    do {
      return try await backend.productIDs().value
    } catch StoreError.unavailable {
      return Presentation.read(CatalogueFile.builtInData).productIDs
    }
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
    guard let storefront = StorefrontList.named(settings.storefront) else { return [] }
    return storeProducts(
      products.filter(\.isForSale), storefront: storefront, locale: settings.locale)
  }
}

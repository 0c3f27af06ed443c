import Foundation
import StoreAPI
import StoreOperatorAPI

/// The JSON output of a command that changes the catalogue.
struct CatalogueReport: Encodable {
  /// The number of the catalogue's version.
  var version: Int
  /// How many subscriptions have a plan with a new price.
  var subscribers: Int
  /// The effect of the new prices on them.
  var prices: PriceChangeCounts
  var changes: [Change]

  struct Change: Encodable {
    var id: String
    var changed: [CatalogueChange.Aspect]
    var isForSale: Bool
    var price: String
    var previousPrice: String?
    var currency: String
  }

  init(version: Int, changes: [CatalogueChange], subscribers: Int, prices: PriceChangeCounts) {
    self.version = version
    self.subscribers = subscribers
    self.prices = prices
    self.changes = changes.map { change in
      Change(
        id: change.productID, changed: change.aspects, isForSale: change.isForSale,
        price: "\(change.price)", previousPrice: change.previousPrice.map { "\($0)" },
        currency: change.currency)
    }
  }

  /// A line for each change, and one for each effect of the new prices on subscribers.
  func lines(after command: OperatorCommand) -> [String] {
    guard !changes.isEmpty else { return ["no product has changed: version \(version)"] }
    let isImport = command.control is OperatorCommand.ImportCatalogue
    return Table(changes.map { $0.cells(isImport: isImport) }).lines + prices.lines
  }
}

extension CatalogueReport.Change {
  fileprivate func cells(isImport: Bool) -> [String] {
    [id, "\(price) \(currency)", changed.map { words(for: $0, isImport) }.joined(separator: ", ")]
  }

  private func words(for aspect: CatalogueChange.Aspect, _ isImport: Bool) -> String {
    switch aspect {
    case .added: "new"
    case .sale where isForSale: "for sale"
    case .sale: isImport ? "not in the file: not for sale" : "not for sale"
    case .price: "instead of \(previousPrice ?? "") \(currency)"
    case .offers: "other offers"
    case .texts: "other names or descriptions"
    case .other: "other terms"
    }
  }
}

extension PriceChangeCounts {
  fileprivate var lines: [String] {
    let meanings = [
      (increased, "will pay more from the next period"), (consentRequested, "must agree"),
      (preserved, "will keep the old price"), (decreased, "will pay less from the next period"),
    ]
    return meanings.filter { $0.0 > 0 }.map { count, meaning in
      "\(count) \(count == 1 ? "subscriber" : "subscribers") \(meaning)"
    }
  }
}

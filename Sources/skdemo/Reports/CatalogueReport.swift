import Foundation
import StoreAPI

/// What a command prints as JSON that changes what the store sells.
struct CatalogueReport: Encodable {
  /// The number of the catalogue's version.
  var version: Int
  /// How many customers' subscriptions it affects.
  var subscribers: Int
  var changes: [Change]

  struct Change: Encodable {
    var id: String
    var isForSale: Bool
    var price: String
    var previousPrice: String?
    var currency: String
  }

  init(version: Int, changes: [CatalogueChange], subscribers: Int) {
    self.version = version
    self.subscribers = subscribers
    self.changes = changes.map { change in
      Change(
        id: change.productID, isForSale: change.isForSale, price: "\(change.price)",
        previousPrice: change.previousPrice.map { "\($0)" }, currency: change.currency)
    }
  }

  /// A line for each change, and one about the subscribers.
  func lines(after command: OperatorCommand) -> [String] {
    guard !changes.isEmpty else { return ["nothing has changed: version \(version)"] }
    return Table(changes.map(\.cells)).lines + (subscribers == 0 ? [] : [effect(of: command)])
  }

  private func effect(of command: OperatorCommand) -> String {
    let count = "\(subscribers) \(subscribers == 1 ? "subscriber" : "subscribers")"
    if case .setPrice(_, _, .askConsent) = command { return "\(count) asked to agree" }
    if case .setPrice(_, _, .preserve) = command { return "\(count) spared" }
    return "\(count) affected from the next period"
  }
}

extension CatalogueReport.Change {
  fileprivate var cells: [String] {
    let note =
      switch (isForSale, previousPrice) {
      case (false, _): "not for sale"
      case (true, let previous?): "instead of \(previous) \(currency)"
      case (true, nil): "for sale"
      }
    return [id, "\(price) \(currency)", note]
  }
}

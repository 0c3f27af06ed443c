import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.SetPrice: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.publish(policy) { catalogue, currency throws(StoreError) in
      try catalogue.pricing(productID, at: price, in: currency)
    }
  }
}

extension OperatorCommand.Withdraw: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.publish { catalogue, _ throws(StoreError) in
      try catalogue.selling(productID, false)
    }
  }
}

extension OperatorCommand.UndoWithdraw: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.publish { catalogue, _ throws(StoreError) in
      try catalogue.selling(productID, true)
    }
  }
}

extension OperatorCommand.ImportCatalogue: StoreRule {
  /// Imports a StoreKit configuration file, and keeps products that customers may own.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let file: Catalogue
    do {
      file = try Catalogue.read(Data(configuration.utf8), file: "the file")
    } catch {
      throw .invalidCatalogue(reason: error.description)
    }
    return try await store.publish(importing: file) { catalogue, _ throws(StoreError) in
      try catalogue.replaced(by: file)
    }
  }
}

// The operator's commands that change the catalogue.
extension StoreEngine {
  /// Settles everything that is due with the present catalogue, then publishes another version.
  ///
  /// The publication itself settles everything that becomes due meanwhile.
  ///
  /// - Parameters:
  ///   - policy: The effect of a new price on subscribers.
  ///   - file: The imported file, whose offer key is added; `nil` if none is imported.
  ///   - edit: Returns the new version of a catalogue whose prices are in a currency.
  /// - Returns: The changes.
  /// - Throws: The errors of `edit`; then nothing changes.
  func publish(
    _ policy: PriceChangePolicy = .inform, importing file: Catalogue? = nil,
    _ edit: @escaping @Sendable (Catalogue, _ currency: String) throws(StoreError) -> Catalogue
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let published = try await settling { () throws(StoreError) in
      try await ledgers.publish(settlement()) { state throws(StoreError) in
        try state.publication(policy, importing: file, of: edit)
      }
    }
    // A file can make products family shareable, and then families are notified.
    if file != nil { await deliverMessages() }
    let settings = published.settings
    return Answer(
      .catalogue(
        version: published.version, changes: published.changes,
        subscribers: published.prices.total, prices: published.prices),
      at: settings.time(at: settings.lastNow))
  }
}

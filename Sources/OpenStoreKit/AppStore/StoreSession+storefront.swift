import StoreAPI

extension StoreSession {
  /// Returns the customer's storefront; the last known one if the store cannot be reached.
  ///
  /// If another question was answered while this one was on its way, it asks once more.
  func storefront() async -> Storefront? {
    for _ in 1...2 {
      let asked = currentStorefront.answers
      let answer = try? await ask { backend throws(StoreError) in try await backend.storefront() }
      guard let new = answer else { break }
      guard let isNew = currentStorefront.accept(new, asked: asked) else { continue }
      // Read under the file's lock, so that a later write never has an earlier storefront.
      if isNew { persistence.keep { $0.storefront = currentStorefront.record } }
      break
    }
    return currentStorefront.record.map(Storefront.init)
  }

  /// Asks for the storefront again if the store sells another catalogue than at its last answer.
  ///
  /// Listeners to storefronts are notified if the answer has another one.
  func refreshStorefront(for catalogue: String?) async {
    if currentStorefront.isOutdated(by: catalogue) { _ = await storefront() }
  }
}

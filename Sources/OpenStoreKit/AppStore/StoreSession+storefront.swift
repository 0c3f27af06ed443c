import StoreAPI

extension StoreSession {
  /// Returns the customer's storefront; the last known one if the store cannot be reached.
  func storefront() async -> Storefront? {
    do {
      let answer = try await ask { backend throws(StoreError) in try await backend.storefront() }
      return adopt(answer.value)
    } catch {
      return currentStorefront.value
    }
  }

  private func adopt(_ record: StoreStorefront) -> Storefront {
    let storefront = Storefront(record)
    let old = currentStorefront.replace(with: storefront)
    if old?.id != storefront.id { persistence.keep { $0.storefront = record } }
    if let old, old.id != storefront.id { currentStorefront.updates.send(storefront) }
    return storefront
  }
}

import StoreAPI

extension StoreSession {
  /// The products that are for sale, in the order of their IDs, each once.
  func products(_ identifiers: [String]) async throws -> [Product] {
    var seen: Set<String> = []
    let ids = identifiers.filter { seen.insert($0).inserted }
    let answered = try await askForProducts(ids)
    remember(answered)
    let byID = Dictionary(answered.map { ($0.id, $0) }) { first, _ in first }
    let unknown = ids.filter { byID[$0] == nil }
    if !unknown.isEmpty { environment.diagnose(.unknownProducts(unknown)) }
    return ids.compactMap { id in byID[id].map { Product(record: $0, session: self) } }
  }

  /// The customer's storefront; the last one known where the store cannot be reached.
  func storefront() async -> Storefront? {
    do {
      let record = try await ask { backend throws(StoreFault) in try await backend.storefront() }
      return adopt(record)
    } catch {
      return withState { $0.storefront }
    }
  }

  func storefrontUpdates() -> AsyncStream<Storefront> { storefrontBroadcast.listen() }

  /// Restores: authentication, then everything is asked again and offered to those who listen.
  func sync() async throws {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    do {
      let holdings = try await refreshedHoldings()
      for signed in elsewhere(holdings.unfinished) { transactionBroadcast.send(signed) }
    } catch {
      throw error.storeKitError
    }
  }

  private func askForProducts(_ ids: [String]) async throws -> [StoreProduct] {
    do {
      return try await ask { backend throws(StoreFault) in try await backend.products(ids) }
    } catch {
      throw error.storeKitError
    }
  }

  private func remember(_ products: [StoreProduct]) {
    let ids = Set(products.map(\.id))
    let (old, new) = withState { state in
      let old = state.products
      state.products = old.filter { !ids.contains($0.id) } + products
      return (Set(old), state.products)
    }
    if old != Set(new) { keep { $0.products = new } }
  }

  private func adopt(_ record: StoreStorefront) -> Storefront {
    let storefront = Storefront(record)
    let old = withState { state in
      defer { state.storefront = storefront }
      return state.storefront
    }
    if old?.id != storefront.id { keep { $0.storefront = record } }
    if let old, old.id != storefront.id { storefrontBroadcast.send(storefront) }
    return storefront
  }
}

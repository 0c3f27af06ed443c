import StoreAPI

extension StoreSession {
  /// Returns the products that are for sale, in the order of the IDs, each once.
  func products(_ identifiers: [String]) async throws -> [Product] {
    try await products(identifiers, from: productRecords)
  }

  /// As ``Product/products(for:)``; asks the store only if it may sell something else than when it was
  /// last asked for these products.
  package func currentProducts(for identifiers: [String]) async throws -> [Product] {
    let products = try await products(identifiers) { ids throws(StoreError) in
      let catalogue = customer.withLock { $0.followedCatalogue }
      if let kept = productCache.products(ids, in: catalogue) { return kept }
      return try await productRecords(ids)
    }
    try throwSimulatedError(of: .loadProducts)
    return products
  }

  private func products(
    _ identifiers: [String], from records: ([String]) async throws(StoreError) -> [StoreProduct]
  ) async throws -> [Product] {
    var seen: Set<String> = []
    let ids = identifiers.filter { seen.insert($0).inserted }
    let answered: [StoreProduct]
    do {
      answered = try await records(ids)
    } catch {
      throw error.storeKitError
    }
    let byID = Dictionary(answered.map { ($0.id, $0) }) { first, _ in first }
    let unknown = ids.filter { byID[$0] == nil }
    if !unknown.isEmpty { environment.diagnose(.unknownProducts(unknown)) }
    return ids.compactMap { id in byID[id].map { Product(record: $0, session: self) } }
  }

  /// Returns the products with these IDs as this device last received them, in that order.
  ///
  /// Use them for names and pictures while the store cannot be reached. Prices may be out of date;
  /// a purchase requests the current ones.
  package func lastKnownProducts(for identifiers: [String]) -> [Product] {
    let known = productCache.known
    return identifiers.compactMap { id in
      known.first { $0.id == id }.map { Product(record: $0, session: self) }
    }
  }

  /// Returns the IDs of all products that the store sells, in the order of its catalogue.
  ///
  /// StoreKit has no such request: an app knows its products.
  ///
  /// - Throws: `StoreError.unavailable` if the store does not answer or its version cannot answer
  ///   this, and `StoreError.unauthorized` if the device was removed.
  package func productIDsForSale() async throws -> [String] {
    let answer = try await askIfKnown { backend throws(StoreError) in
      try await backend.productIDs()
    }
    productCache.take(allIDs: answer.value, in: answer.catalogue)
    return answer.value
  }

  /// As ``productIDsForSale()``; asks the store only if it may sell something else than when it was last
  /// asked.
  package func currentProductIDs() async throws -> [String] {
    let catalogue = customer.withLock { $0.followedCatalogue }
    if let kept = productCache.allIDs(in: catalogue) { return kept }
    return try await productIDsForSale()
  }

  /// The IDs of the products that this device knows, in the order in which it has received them.
  package var knownProductIDs: [String] { productCache.known.map(\.id) }

  /// Asks the store for the products with these IDs, which the device then keeps.
  ///
  /// - Returns: The products in the order of the IDs, as far as they are sold.
  func productRecords(_ ids: [String]) async throws(StoreError) -> [StoreProduct] {
    let answer = try await ask { backend throws(StoreError) in try await backend.products(ids) }
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    let products = answer.value.sorted { places[$0.id] ?? .max < places[$1.id] ?? .max }
    if productCache.take(products, for: ids, in: answer.catalogue) {
      // Read under the file's lock, so that a later write never has earlier products.
      persistence.keep { [productCache] in $0.products = productCache.known }
    }
    return products
  }
}

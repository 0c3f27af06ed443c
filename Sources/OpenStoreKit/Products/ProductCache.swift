import StoreAPI

/// The store's answers about its products, which hold while it sells the same catalogue.
struct ProductCache: Sendable {
  /// As ``StoreAPI/Answer/catalogue``, when the store answered.
  private var catalogue: String?
  /// By ID; `nil` for an ID that is not for sale.
  private var products: [String: StoreProduct?] = [:]
  private var allIDs: [String]?

  /// Returns the products with these IDs that are for sale; `nil` if the store must be asked.
  func products(_ ids: [String], in catalogue: String?) -> [StoreProduct]? {
    guard holds(in: catalogue) else { return nil }
    let known = ids.compactMap { products[$0] }
    return known.count == ids.count ? known.compactMap(\.self) : nil
  }

  /// Returns the IDs of all products that are for sale; `nil` if the store must be asked.
  func allIDs(in catalogue: String?) -> [String]? { holds(in: catalogue) ? allIDs : nil }

  mutating func keep(_ answered: [StoreProduct], for ids: [String], in catalogue: String?) {
    begin(catalogue)
    for id in ids { products[id] = .some(nil) }
    for product in answered { products[product.id] = product }
  }

  mutating func keep(allIDs ids: [String], in catalogue: String?) {
    begin(catalogue)
    allIDs = ids
  }

  private func holds(in catalogue: String?) -> Bool {
    catalogue != nil && catalogue == self.catalogue
  }

  /// Forgets what was answered about another catalogue.
  private mutating func begin(_ catalogue: String?) {
    if !holds(in: catalogue) { self = ProductCache(catalogue: catalogue) }
  }
}

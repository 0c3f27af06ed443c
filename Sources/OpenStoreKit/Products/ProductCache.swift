import StoreAPI
import Synchronization

/// The last version of each product that the store has sent, and the answers that are valid while the
/// store's catalogue stays the same.
final class ProductCache: Sendable {
  fileprivate struct State {
    var known: [StoreProduct]
    /// The ``StoreAPI/Answer/catalogue`` of the answers.
    var catalogue: String?
    /// The answers by ID; `nil` if the product is not for sale.
    var answered: [String: StoreProduct?] = [:]
    var allIDs: [String]?
  }

  private let state: Mutex<State>

  init(known: [StoreProduct]) { state = Mutex(State(known: known)) }

  /// The products that this device knows, in the order in which it has received them.
  var known: [StoreProduct] { state.withLock { $0.known } }

  /// Returns the products with these IDs that are for sale; `nil` if the store must be asked.
  func products(_ ids: [String], in catalogue: String?) -> [StoreProduct]? {
    state.withLock { state in
      guard state.holds(in: catalogue) else { return nil }
      let answered = ids.compactMap { state.answered[$0] }
      return answered.count == ids.count ? answered.compactMap(\.self) : nil
    }
  }

  /// Returns the IDs of all products that are for sale; `nil` if the store must be asked.
  func allIDs(in catalogue: String?) -> [String]? {
    state.withLock { $0.holds(in: catalogue) ? $0.allIDs : nil }
  }

  /// Takes the store's answer about the products with these IDs.
  ///
  /// - Returns: Whether the products that this device knows have changed.
  func take(_ products: [StoreProduct], for ids: [String], in catalogue: String?) -> Bool {
    state.withLock { state in
      let old = state.known
      state.learn(products)
      state.begin(catalogue)
      for id in ids { state.answered[id] = .some(nil) }
      for product in products { state.answered[product.id] = product }
      return state.known != old
    }
  }

  /// Takes the store's answer about all products.
  func take(allIDs ids: [String], in catalogue: String?) {
    state.withLock { state in
      state.begin(catalogue)
      state.allIDs = ids
    }
  }
}

extension ProductCache.State {
  fileprivate func holds(in catalogue: String?) -> Bool {
    catalogue != nil && catalogue == self.catalogue
  }

  /// Forgets what was answered about another catalogue.
  fileprivate mutating func begin(_ catalogue: String?) {
    if !holds(in: catalogue) { self = Self(known: known, catalogue: catalogue) }
  }

  /// Known products keep their places: the App Store's page lists them in this order.
  fileprivate mutating func learn(_ products: [StoreProduct]) {
    let answered = Dictionary(products.map { ($0.id, $0) }) { $1 }
    let areKnown = answered.keys.allSatisfy(Set(known.map(\.id)).contains)
    known =
      areKnown
      ? known.map { answered[$0.id] ?? $0 }
      : known.filter { answered[$0.id] == nil } + products
  }
}

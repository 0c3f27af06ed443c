import TerminalUI

// Changes that the customer did not make here are marked until the customer presses a key.
extension Demo {
  /// Marks the products whose status differs, unless the customer is buying or restoring something.
  mutating func markUpdates(from old: Store, to new: Store) {
    guard activity == nil else { return }
    let ids = Set(old.productStatuses.keys).union(new.productStatuses.keys)
    updatedProducts.formUnion(
      ids.filter { old.productStatus(of: $0) != new.productStatus(of: $0) })
  }

  /// The mark beside the name of a product that has changed; empty otherwise.
  func updateMark(of id: String) -> [Span] {
    updatedProducts.contains(id) ? [Span(" (updated)", .muted)] : []
  }

  /// Forgets the marks after a key; a selected car that was lost gives its place to another.
  mutating func forgetUpdates() {
    guard !updatedProducts.isEmpty else { return }
    keepSelection { $0.updatedProducts = [] }
  }
}

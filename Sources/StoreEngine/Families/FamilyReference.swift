package import StoreAPI

/// The family that a command changes.
package enum FamilyReference: Hashable, Sendable {
  /// The family that this account organizes, or would organize.
  case account(String)
  /// The store's only family; if the store has none, a new one of the account `orIfNone`.
  case only(orIfNone: String?)

  /// Returns the account that organizes the family.
  ///
  /// - Parameter organizers: The accounts that organize families; two are enough.
  /// - Returns: Its name.
  /// - Throws: ``StoreAPI/StoreError/familyRefused(account:reason:)`` if the store has several families,
  ///   or none and the command names no account.
  package func account(among organizers: [String]) throws(StoreError) -> String {
    switch self {
    case .account(let name): return name
    case .only(let account):
      guard organizers.count < 2 else {
        throw .familyRefused(account: account, reason: .severalFamilies)
      }
      guard let organizer = organizers.first ?? account else {
        throw .familyRefused(account: nil, reason: .noFamily)
      }
      return organizer
    }
  }
}

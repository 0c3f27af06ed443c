import AppStorePayloads
import StoreEngine

/// The state of a transaction, as the index `transaction_modified_in_state` has it.
enum TransactionState: Int64, CaseIterable {
  case unrevoked = 0
  case revoked = 1
  /// One that was not revoked.
  case finishedConsumable = 2
  case shared = 4
  case sharedAndRevoked = 5

  /// The third term of the index, letter for letter.
  static let expression = """
    (revocation_date IS NOT NULL)
      + 2 * (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL)
      + 4 * (purchaser IS NOT NULL)
    """

  /// The states that a transaction of a product of this type can have.
  static func all(of type: ProductType) -> [TransactionState] {
    switch type {
    case .consumable: [.unrevoked, .revoked, .finishedConsumable]
    case .nonRenewable: [.unrevoked, .revoked]
    case .nonConsumable, .autoRenewable: [.unrevoked, .revoked, .shared, .sharedAndRevoked]
    }
  }

  fileprivate var isRevoked: Bool { self == .revoked || self == .sharedAndRevoked }

  fileprivate var ownership: OwnershipType {
    self == .shared || self == .sharedAndRevoked ? .familyShared : .purchased
  }
}

extension TransactionFilter {
  /// Whether every transaction is selected.
  var selectsAll: Bool { selectsAllStates && startDate == nil && endDate == nil }

  /// Whether every transaction is selected, except by its date.
  var selectsAllStates: Bool {
    productIDs.isEmpty && types.isEmpty && groupIDs.isEmpty
      && TransactionState.allCases.allSatisfy(selects)
  }

  func selects(_ state: TransactionState) -> Bool {
    (isRevoked == nil || isRevoked == state.isRevoked)
      && (ownership == nil || ownership == state.ownership)
      && (includesFinishedConsumables || state != .finishedConsumable)
  }

  /// Whether transactions of a product are selected.
  func selects(product id: String, _ type: ProductType, groupID: String?) -> Bool {
    (productIDs.isEmpty || productIDs.contains(id)) && (types.isEmpty || types.contains(type))
      && (groupIDs.isEmpty || groupID.map(groupIDs.contains) == true)
  }
}

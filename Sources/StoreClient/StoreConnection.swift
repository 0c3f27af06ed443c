package import StoreAPI

/// The store that a client belongs to, and how the client reaches it.
package enum StoreConnection: Sendable {
  /// The store in the data folder. Its customers need no password and are made at first use.
  case local(any LocalAccounts, account: String = usualAccount)
  /// A store at another address. The user has to sign in first.
  case remote(any StoreAccounts, address: String)

  /// The local account if none is named.
  package static let usualAccount = StoreAccount.usualLocalName

  var accounts: any StoreAccounts {
    switch self {
    case .local(let accounts, _): accounts
    case .remote(let accounts, _): accounts
    }
  }

  var location: StoreLocation {
    switch self {
    case .local: .local
    case .remote(_, let address): .remote(address: address)
    }
  }
}

/// The location of a store.
package enum StoreLocation: Hashable, Sendable {
  case local
  /// The address as a person writes it.
  case remote(address: String)
}

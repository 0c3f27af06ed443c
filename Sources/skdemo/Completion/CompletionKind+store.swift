import ArgumentParser
import StoreOperatorAPI

// The values that a shell completes from the store that the command line names.
extension CompletionKind {
  /// The products of the catalogue.
  static var products: CompletionKind { .custom { await CompletionStore($0).productIDs($2) } }

  /// The accounts of a store on this machine.
  static var accounts: CompletionKind { .custom { await CompletionStore($0).accounts($2) } }

  /// The devices of every account of a store on this machine.
  static var devices: CompletionKind { .custom { await CompletionStore($0).devices($2) } }

  /// The newest transactions of a store on this machine.
  static var transactions: CompletionKind {
    .custom { await CompletionStore($0).transactionIDs($2) }
  }

  /// The plans of the catalogue, and the newest transactions.
  static var subscriptions: CompletionKind {
    .custom { words, _, prefix in
      let store = CompletionStore(words)
      return await store.productIDs(prefix) + store.transactionIDs(prefix)
    }
  }
}

import Crypto
import Foundation
import StoreAPI

/// The four kinds of callers, and how each is admitted.
struct Authenticator: Sendable {
  let anyone: Authentication<any StoreAccounts>
  let signIn: Authentication<SignedInMachine>
  let device: Authentication<any StoreBackend>
  let `operator`: Authentication<any StoreOperator>

  init(_ store: ServedStore, _ backends: DeviceBackends, operatorKey: String) {
    anyone = Self.anyone(store)
    signIn = Authentication(caller: .signIn) { context in
      SignedInMachine(accounts: store.accounts(context.address), token: try context.token())
    }
    device = Authentication(caller: .device) { context in try await backends.backend(for: context) }
    let key = SHA256.hash(data: Data(operatorKey.utf8))
    `operator` = Authentication(caller: .operator) { context in
      // Digests are compared in a time that says nothing of how much of the key was right.
      guard try SHA256.hash(data: Data(context.token().utf8)) == key else {
        throw StoreFault.unauthorized
      }
      return store.operator
    }
  }

  /// Whoever asks.
  static func anyone(_ store: ServedStore) -> Authentication<any StoreAccounts> {
    Authentication(caller: .anyone) { context in store.accounts(context.address) }
  }
}

/// A machine by the token of its sign-in; the store looks at the token at each call.
struct SignedInMachine: Sendable {
  let accounts: any StoreAccounts
  let token: String
}

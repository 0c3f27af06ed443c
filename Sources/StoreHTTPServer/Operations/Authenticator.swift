import Crypto
import Foundation
import StoreAPI
import StoreHTTP

/// How each of the four kinds of callers is authenticated.
struct Authenticator: Sendable {
  let anyone: Authentication<any StoreAccounts>
  let signIn: Authentication<SignedInMachine>
  let device: Authentication<any StoreBackend>
  let `operator`: Authentication<any StoreOperator>

  init(_ store: ServedStore, _ backends: DeviceBackends, operatorKey: String) {
    anyone = Authentication(caller: .anyone) { context in store.accounts(context.address) }
    signIn = Authentication(caller: .signIn) { context in
      SignedInMachine(accounts: store.accounts(context.address), token: try context.token())
    }
    device = Authentication(caller: .device) { context in try await backends.backend(for: context) }
    let key = SHA256.hash(data: Data(operatorKey.utf8))
    `operator` = Authentication(caller: .operator) { context in
      // The time to compare two digests says nothing about the key.
      guard try context.tokenDigest() == key else { throw StoreFault.unauthorized }
      return store.operator
    }
  }
}

/// A machine with the token of its sign-in.
///
/// The store checks the token at each call.
struct SignedInMachine: Sendable {
  let accounts: any StoreAccounts
  let token: String
}

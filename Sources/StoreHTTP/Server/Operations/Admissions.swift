import Crypto
import Foundation
import StoreAPI

/// The four kinds of callers, and how each is admitted.
struct Admissions: Sendable {
  let anyone: Admission<any StoreAccounts>
  let signIn: Admission<SignedInMachine>
  let device: Admission<any StoreBackend>
  let `operator`: Admission<any StoreOperator>

  init(_ store: ServedStore, _ backends: DeviceBackends, operatorKey: String) {
    anyone = Self.anyone(store)
    signIn = Admission(caller: .signIn) { call in
      SignedInMachine(accounts: store.accounts(call.address), token: try call.token())
    }
    device = Admission(caller: .device) { call in try await backends.backend(for: call) }
    let key = SHA256.hash(data: Data(operatorKey.utf8))
    `operator` = Admission(caller: .operator) { call in
      // Digests are compared in a time that says nothing of how much of the key was right.
      guard try SHA256.hash(data: Data(call.token().utf8)) == key else {
        throw StoreFault.unauthorized
      }
      return store.operator
    }
  }

  /// Whoever asks.
  static func anyone(_ store: ServedStore) -> Admission<any StoreAccounts> {
    Admission(caller: .anyone) { call in store.accounts(call.address) }
  }
}

/// A machine by the token of its sign-in; the store looks at the token at each call.
struct SignedInMachine: Sendable {
  let accounts: any StoreAccounts
  let token: String
}

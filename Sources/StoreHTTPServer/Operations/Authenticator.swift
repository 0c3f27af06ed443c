import Crypto
import Foundation
import StoreAPI
import StoreHTTP
import StoreOperatorAPI

/// How each of the four kinds of callers is authenticated.
struct Authenticator: Sendable {
  let anyone: Authentication<any StoreAccounts>
  /// Anyone, with a token that they have from the store, if they show one.
  let returning: Authentication<ReturningClient>
  let signIn: Authentication<SignedInClient>
  let device: Authentication<any StoreBackend>
  let `operator`: Authentication<any StoreOperator>

  init(
    _ store: ServedStore, _ backends: DeviceBackends, _ scheduler: RequestScheduler,
    operatorKey: String
  ) {
    anyone = Authentication(caller: .anyone) { context in
      Authenticated(principal: store.accounts(context.address))
    }
    returning = Authentication(caller: .anyone) { context in
      Authenticated(
        principal: ReturningClient(
          accounts: store.accounts(context.address), token: try? context.token()))
    }
    signIn = Authentication(caller: .signIn) { context in
      try scheduler.count(try context.tokenDigest())
      let token = try context.token()
      return Authenticated(
        principal: SignedInClient(accounts: store.accounts(context.address), token: token),
        account: try await store.account(token))
    }
    device = Authentication(caller: .device) { context in try await backends.backend(for: context) }
    let key = SHA256.hash(data: Data(operatorKey.utf8))
    `operator` = Authentication(caller: .operator) { context in
      // The time to compare two digests says nothing about the key.
      guard try context.tokenDigest() == key else { throw StoreError.unauthorized }
      return Authenticated(principal: store.operator)
    }
  }
}

/// A machine that signs in, with a token that it has from the store; the token need not be valid.
struct ReturningClient: Sendable {
  let accounts: any StoreAccounts
  let token: String?
}

/// A machine with the token of its sign-in.
///
/// The store checks the token at each call.
struct SignedInClient: Sendable {
  let accounts: any StoreAccounts
  let token: String
}

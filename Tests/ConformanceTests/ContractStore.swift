import Foundation
import StoreAPI
import StoreHTTP
import TestSupport

/// A new store with an account, as its contracts show it from where it is asked.
///
/// The server of a store over HTTP ends with it.
final class ContractStore: Sendable {
  let accounts: any StoreAccounts
  let `operator`: any StoreOperator
  /// Signs the account `alice` in.
  let signIn: SignIn
  private let fixture: StoreFixture
  private let server: LoopbackServer?

  private init(
    _ fixture: StoreFixture, accounts: any StoreAccounts, operator: any StoreOperator,
    server: LoopbackServer?
  ) async throws {
    self.fixture = fixture
    self.server = server
    self.accounts = accounts
    self.operator = `operator`
    signIn = try await accounts.signUp(.of("alice")).value
  }

  /// A store whose clock stands at `Date.fixture`.
  static func make(at site: Site) async throws -> ContractStore {
    let fixture = try await StoreFixture.make(account: "the.owner")
    switch site {
    case .process:
      return try await ContractStore(
        fixture, accounts: fixture.engine, operator: fixture.engine, server: nil)
    case .http:
      let server = try await LoopbackServer.start(ServedStore(fixture.engine))
      let store = HTTPStore(server.address)
      return try await ContractStore(
        fixture, accounts: store.accounts, operator: store.operator(key: server.operatorKey),
        server: server)
    }
  }

  /// Makes another account and signs in to it.
  func signUp(_ account: String) async throws -> SignIn {
    try await accounts.signUp(.of(account)).value
  }

  /// A new device of the account, and the store as one instance of the app on it sees it.
  func device(
    _ name: String
  ) async throws -> (backend: any StoreBackend, registration: Registration) {
    let registration = try await accounts.registerDevice(name, signIn: signIn.token).value
    return (try await backend(of: registration), registration)
  }

  /// The store as another instance of the app on a registered device sees it.
  func backend(of registration: Registration) async throws -> any StoreBackend {
    try await accounts.backend(for: registration.token, instance: InstanceID(UUID()))
  }

  /// Moves the clock, as the operator does: `P1M`.
  @discardableResult
  func advance(_ duration: String) async throws -> ClockAdvance {
    guard let duration = CalendarDuration(duration) else {
      throw FixtureError(text: duration)
    }
    return try await `operator`.advance(.by(duration)).value
  }
}

extension Credentials {
  /// What the customer of an account knows.
  static func of(_ account: String) -> Credentials {
    Credentials(account: account, password: "\(account) likes cars")
  }
}

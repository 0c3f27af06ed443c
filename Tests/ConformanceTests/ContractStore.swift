import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTPClient
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport

/// A new store with an account, in this process or over HTTP.
///
/// The server of a store over HTTP ends when this object is released.
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

  /// A store whose clock is frozen at `Date.fixture`.
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

  /// A store as ``make(at:)`` returns it, with the device `alpha` of `alice`.
  static func withDevice(
    at site: Site
  ) async throws -> (ContractStore, alpha: any StoreBackend, Registration) {
    let store = try await make(at: site)
    let (alpha, registration) = try await store.device("alpha")
    return (store, alpha, registration)
  }

  /// Creates another account and signs in to it.
  func signUp(_ account: String) async throws -> SignIn {
    try await accounts.signUp(.of(account)).value
  }

  /// Registers a device of the account; `backend` is that of one instance of the app on it.
  func device(
    _ name: String
  ) async throws -> (backend: any StoreBackend, registration: Registration) {
    let registration = try await accounts.registerDevice(name, signIn: signIn.token).value
    return (try await backend(of: registration), registration)
  }

  /// The back end of another instance of the app on a registered device.
  func backend(of registration: Registration) async throws -> any StoreBackend {
    try await accounts.backend(for: registration.token, instance: InstanceID(UUID()))
  }

  /// Advances the store's clock by a duration such as `P1M`.
  @discardableResult
  func advance(_ duration: String) async throws -> ClockAdvance {
    guard let duration = CalendarDuration(duration) else {
      throw FixtureError(text: duration)
    }
    return try await `operator`.advance(.by(duration)).value
  }
}

extension StoreBackend {
  /// The events from now on.
  func newEvents() async throws
    -> LimitedIterator<AsyncFilterSequence<AsyncThrowingStream<Answer<StoreUpdate>, any Error>>>
  {
    events(after: try await purchases().value.sequence).makeLimitedIterator()
  }
}

extension AsyncIteratorProtocol where Element == Answer<StoreUpdate> {
  /// Waits for the next update, which must be one of a subscription.
  mutating func nextSubscription() async throws -> SignedSubscription {
    let update = try await next()
    guard case .subscription(let subscription) = update?.value.change else {
      throw FixtureError(text: "not a subscription: \(String(describing: update))")
    }
    return subscription
  }
}

extension Credentials {
  /// The name and password of an account in these tests.
  static func of(_ account: String) -> Credentials {
    Credentials(account: account, password: "\(account) likes cars")
  }
}

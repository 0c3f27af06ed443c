import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// Changes of an account's password.
@Suite(.hangLimit) struct PasswordChangeTests {
  private let fixture: StoreFixture
  private let signIn: SignIn
  private var engine: StoreEngine { fixture.engine }

  init() async throws {
    fixture = try await StoreFixture.make()
    signIn = try await fixture.engine.signUp(.old).value
  }

  @Test func `the guesses of an old password are limited as those of a sign-in are`() async throws {
    let wrong = PasswordChange(oldPassword: "correct house", newPassword: "battery staple")
    for _ in 0..<5 {
      await #expect(throws: StoreError.signInRefused) {
        try await engine.changePassword(wrong, signIn: signIn.token)
      }
    }

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await engine.changePassword(.change, signIn: signIn.token)
    }
    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await engine.signIn(.old, token: signIn.token)
    }
    _ = try await engine.signIn(.old)
  }

  @Test func `a new password that is not allowed does not count as a guess of the old one`()
    async throws
  {
    let short = PasswordChange(oldPassword: "correct horse", newPassword: "short")
    for _ in 0..<10 {
      await #expect(throws: StoreError.invalidPassword) {
        try await engine.changePassword(short, signIn: signIn.token)
      }
    }
    _ = try await engine.changePassword(.change, signIn: signIn.token)
  }

  @Test func `a sign-in with the old password that is under way ends without a sign-in`()
    async throws
  {
    let store = try await fixture.another(over: { [engine, signIn] ledgers in
      SlowSignIns(ledgers: ledgers) {
        _ = try? await engine.changePassword(.change, signIn: signIn.token)
      }
    })

    await #expect(throws: StoreError.signInRefused) { try await store.signIn(.old) }

    #expect(try await engine.accounts().value.last?.signIns == 1)
    _ = try await store.signIn(.new)
  }

  @Test func `a change that arrives twice finds its sign-in revoked, and not a wrong password`()
    async throws
  {
    // The first one is done while the password of the second is being hashed.
    let store = try await fixture.another(over: { [engine, signIn] ledgers in
      SlowChanges(ledgers: ledgers) {
        _ = try? await engine.changePassword(.change, signIn: signIn.token)
      }
    })

    await #expect(throws: StoreError.unauthorized) {
      try await store.changePassword(.change, signIn: signIn.token)
    }

    _ = try await engine.signIn(.new)
  }

  @Test func `a local account without a password has none to change`() async throws {
    await #expect(throws: StoreError.signInRefused) {
      try await engine.changePassword(.change, signIn: fixture.signIn.token)
    }
    #expect(try await engine.accounts().value.first?.hasPassword == false)
  }

  @Test func `the operator takes over an account that somebody signed up for`() async throws {
    let phone = try await engine.registerDevice("phone", signIn: signIn.token).value
    let backend = try await fixture.backend(of: phone)

    let kept = try await engine.perform(
      .setPassword(credentials: .new, signsOutDevices: false)
    ).value
    #expect(kept == .passwordChanged(account: "bob", signIns: 1, devices: [phone.device]))
    await #expect(throws: StoreError.accountExists(name: "bob")) {
      try await engine.checkLocal("bob")
    }
    _ = try await backend.purchases()

    let taken = try await engine.perform(
      .setPassword(credentials: .new, signsOutDevices: true)
    ).value

    #expect(taken == .passwordChanged(account: "bob", signIns: 0, devices: []))
    await #expect(throws: StoreError.unauthorized) { try await backend.purchases() }
    await #expect(throws: StoreError.signInRefused) { try await engine.signIn(.old) }
    let here = try await engine.signIn(local: "bob").value
    #expect(try await engine.devices(signIn: here.token).value == [])
  }

  @Test func `a customer's own change makes no account local`() async throws {
    let change = PasswordChange(
      oldPassword: "correct horse", newPassword: "battery staple", signsOutDevices: true)

    _ = try await engine.changePassword(change, signIn: signIn.token)

    await #expect(throws: StoreError.accountExists(name: "bob")) {
      try await engine.checkLocal("bob")
    }
  }

  @Test func `what a device was to deliver waits for the device after the change`() async throws {
    let phone = try await engine.registerDevice("phone", signIn: signIn.token).value
    try await fixture.backend(of: phone).buy("consumable.fuel.octane87")
    let change = PasswordChange(
      oldPassword: "correct horse", newPassword: "battery staple", signsOutDevices: true)

    let changed = try await engine.changePassword(change, signIn: signIn.token).value

    #expect(changed.devices == [])
    let again = try await engine.registerDevice("phone", signIn: changed.signIn.token).value
    let unfinished = try await fixture.backend(of: again).unfinished(after: nil, limit: 10)
    #expect(unfinished.value.transactions.count == 1)
  }

  @Test func `printing a change shows no password`() {
    var dumped = ""
    dump(PasswordChange.change, to: &dumped)
    for text in ["\(PasswordChange.change)", String(reflecting: PasswordChange.change), dumped] {
      #expect(!text.contains("horse") && !text.contains("battery"))
    }
  }
}

/// Ledgers that do something before a sign-in is added whose password was checked.
private struct SlowSignIns: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let meanwhile: @Sendable () async -> Void

  func addSignIn(
    _ hash: TokenHash, account: String, by proof: SignInProof, at now: Date, limit: Int
  ) async throws(StoreError) -> Bool {
    await meanwhile()
    return try await ledgers.addSignIn(
      hash, account: account, by: proof, at: now, limit: limit)
  }
}

/// Ledgers that do something before a password is changed whose old one was checked.
private struct SlowChanges: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let meanwhile: @Sendable () async -> Void

  func changePassword(
    _ change: StoredPasswordChange, of account: StoredAccount
  ) async throws(StoreError) -> ChangedAccount? {
    await meanwhile()
    return try await ledgers.changePassword(change, of: account)
  }
}

extension Credentials {
  fileprivate static let old = Credentials(account: "bob", password: "correct horse")
  fileprivate static let new = Credentials(account: "bob", password: "battery staple")
}

extension PasswordChange {
  fileprivate static let change = PasswordChange(
    oldPassword: "correct horse", newPassword: "battery staple")
}

import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// Changes of a password, by a customer and by the operator.
@Suite(.hangLimit) struct PasswordChangeTests {
  private let new = Credentials(account: "alice", password: "alice likes boats")

  private func change(signsOutDevices: Bool = false) -> PasswordChange {
    PasswordChange(
      oldPassword: Credentials.of("alice").password, newPassword: new.password,
      signsOutDevices: signsOutDevices)
  }

  @Test(arguments: Site.allCases)
  func `a change of the password ends every sign-in but the new one, and no device`(site: Site)
    async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let lost = try await store.accounts.signIn(.of("alice")).value

    let changed = try await store.accounts.changePassword(
      change(), signIn: store.signIn.token
    ).value

    #expect(changed.signIn.account.name == "alice")
    #expect(changed.signIn.rootCertificate == store.signIn.rootCertificate)
    #expect(changed.devices == [registration.device])
    for token in [lost.token, store.signIn.token] {
      await #expect(throws: StoreError.unauthorized) {
        try await store.accounts.devices(signIn: token)
      }
    }
    let devices = try await store.accounts.devices(signIn: changed.signIn.token).value
    #expect(devices == [registration.device])
    try await alpha.buy("nonconsumable.car")
    await #expect(throws: StoreError.signInRefused) {
      try await store.accounts.signIn(.of("alice"))
    }
    _ = try await store.accounts.signIn(new)
  }

  @Test(arguments: Site.allCases)
  func `a change of the password signs the devices out if it is asked to`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bob = try await store.signUp("bob")
    _ = try await store.accounts.registerDevice("beta", signIn: bob.token)

    let changed = try await store.accounts.changePassword(
      change(signsOutDevices: true), signIn: store.signIn.token
    ).value

    #expect(changed.devices == [])
    #expect(try await store.accounts.devices(signIn: changed.signIn.token).value == [])
    await #expect(throws: StoreError.unauthorized) { try await alpha.purchases() }
    #expect(try await store.accounts.devices(signIn: bob.token).value.map(\.id) == ["beta"])
  }

  @Test(arguments: Site.allCases)
  func `a wrong old password, and a new one that is not allowed, change nothing`(site: Site)
    async throws
  {
    let (store, _, registration) = try await ContractStore.withDevice(at: site)
    let wrong = PasswordChange(oldPassword: "alice likes bikes", newPassword: new.password)
    let short = PasswordChange(
      oldPassword: Credentials.of("alice").password, newPassword: "short")

    await #expect(throws: StoreError.signInRefused) {
      try await store.accounts.changePassword(wrong, signIn: store.signIn.token)
    }
    await #expect(throws: StoreError.invalidPassword) {
      try await store.accounts.changePassword(short, signIn: store.signIn.token)
    }
    // A device cannot change the password.
    await #expect(throws: StoreError.unauthorized) {
      try await store.accounts.changePassword(change(), signIn: registration.token)
    }

    _ = try await store.accounts.devices(signIn: store.signIn.token)
    _ = try await store.accounts.signIn(.of("alice"))
  }

  @Test(arguments: Site.allCases)
  func `the operator gives an account another password`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)

    let result = try await store.operator.perform(
      .setPassword(credentials: new, signsOutDevices: false)
    ).value

    #expect(
      result == .passwordChanged(account: "alice", signIns: 1, devices: [registration.device]))
    await #expect(throws: StoreError.unauthorized) {
      try await store.accounts.devices(signIn: store.signIn.token)
    }
    _ = try await alpha.purchases()
    _ = try await store.accounts.signIn(new)
    let unknown = Credentials(account: "zoe", password: new.password)
    await #expect(throws: StoreError.unknownAccount(name: "zoe")) {
      try await store.operator.perform(.setPassword(credentials: unknown, signsOutDevices: false))
    }
    let short = Credentials(account: "alice", password: "short")
    await #expect(throws: StoreError.invalidPassword) {
      try await store.operator.perform(.setPassword(credentials: short, signsOutDevices: false))
    }
  }

  @Test(arguments: Site.allCases)
  func `the operator gives the local customer a first password`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let owner = Credentials.of("the.owner")

    let result = try await store.operator.perform(
      .setPassword(credentials: owner, signsOutDevices: false)
    ).value

    #expect(result == .passwordChanged(account: "the.owner", signIns: 1, devices: []))
    _ = try await store.accounts.signIn(owner)
  }
}

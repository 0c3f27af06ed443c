import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct AccountTests {
  @Test(arguments: Site.allCases)
  func `only sign-up reveals that a name is taken`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let guess = Credentials(account: "alice", password: "alice likes planes")
    let unknown = Credentials(account: "nobody", password: "nobody likes cars")

    await #expect(throws: StoreError.accountExists(name: "alice")) {
      try await store.accounts.signUp(guess)
    }

    await #expect(throws: StoreError.signInRefused) { try await store.accounts.signIn(guess) }
    await #expect(throws: StoreError.signInRefused) { try await store.accounts.signIn(unknown) }
    _ = try await store.accounts.signIn(.of("alice"))
  }

  @Test(arguments: Site.allCases)
  func `an invalid name or password is refused`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let slash = Credentials(account: "a/b", password: "alice likes cars")
    let short = Credentials(account: "bob", password: "short")

    await #expect(throws: StoreError.invalidName(name: "a/b")) {
      try await store.accounts.signUp(slash)
    }
    await #expect(throws: StoreError.invalidName(name: "a/b")) {
      try await store.operator.perform(.addAccount(credentials: slash))
    }
    await #expect(throws: StoreError.invalidPassword) { try await store.accounts.signUp(short) }
    await #expect(throws: StoreError.invalidPassword) {
      try await store.operator.perform(.addAccount(credentials: short))
    }
    await #expect(throws: StoreError.invalidName(name: "")) {
      try await store.accounts.registerDevice("", signIn: store.signIn.token)
    }
    #expect(try await store.operator.accounts().value.map(\.name) == ["alice", "the.owner"])
  }

  @Test(arguments: Site.allCases)
  func `a device that has signed in before does not wait for others' wrong passwords`(site: Site)
    async throws
  {
    let (store, _, registration) = try await ContractStore.withDevice(at: site)
    let bob = try await store.signUp("bob")
    let guess = Credentials(account: "alice", password: "alice likes planes")
    for _ in 1...5 { _ = try? await store.accounts.signIn(guess) }

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await store.accounts.signIn(.of("alice"), token: bob.token)
    }
    for token in [registration.token, store.signIn.token] {
      _ = try await store.accounts.signIn(.of("alice"), token: token)
    }
    for _ in 1...5 {
      await #expect(throws: StoreError.signInRefused) {
        try await store.accounts.signIn(guess, token: registration.token)
      }
    }
    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await store.accounts.signIn(.of("alice"), token: registration.token)
    }
  }

  @Test(arguments: Site.allCases)
  func `another sign-in of the account trusts the same root and sees its devices`(site: Site)
    async throws
  {
    let (store, _, registration) = try await ContractStore.withDevice(at: site)

    let other = try await store.accounts.signIn(.of("alice")).value

    #expect(other.account == store.signIn.account)
    #expect(other.token != store.signIn.token)
    #expect(other.rootCertificate == registration.rootCertificate)
    #expect(try await store.accounts.root().value == other.rootCertificate)
    let devices = try await store.accounts.devices(signIn: other.token).value
    #expect(devices == [registration.device])
  }

  @Test(arguments: Site.allCases)
  func `a sign-in that was signed out is invalid, and another stays valid`(site: Site) async throws
  {
    let store = try await ContractStore.make(at: site)
    let other = try await store.accounts.signIn(.of("alice")).value

    _ = try await store.accounts.signOut(signIn: store.signIn.token)

    try await store.expectUnauthorized(store.signIn)
    _ = try await store.accounts.registerDevice("alpha", signIn: other.token)
  }

  @Test(arguments: Site.allCases)
  func `signing out everywhere ends all sign-ins, and no device`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let lost = try await store.accounts.signIn(.of("alice")).value
    let bob = try await store.signUp("bob")
    let (alpha, registration) = try await store.device("alpha")

    let devices = try await store.accounts.signOutEverywhere(signIn: store.signIn.token).value

    #expect(devices == [registration.device])
    try await store.expectUnauthorized(store.signIn)
    try await store.expectUnauthorized(lost)
    try await alpha.buy("nonconsumable.car")
    #expect(try await store.accounts.devices(signIn: bob.token).value.isEmpty)
    let again = try await store.accounts.signIn(.of("alice")).value
    #expect(try await store.accounts.devices(signIn: again.token).value == devices)
  }

  @Test(arguments: Site.allCases)
  func `a customer can sign in to an account that the operator added`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)

    let added = try await store.operator.perform(.addAccount(credentials: .of("carol"))).value
    #expect(added == .accountAdded(account: StoreAccount(name: "carol")))

    await #expect(throws: StoreError.accountExists(name: "carol")) {
      try await store.operator.perform(.addAccount(credentials: .of("carol")))
    }
    let signIn = try await store.accounts.signIn(.of("carol")).value
    let phone = try await store.accounts.registerDevice("phone", signIn: signIn.token).value
    let carol = try #require(try await store.operator.accounts().value.first { $0.name == "carol" })
    #expect(
      carol
        == OperatorAccount(name: "carol", hasPassword: true, signIns: 1, devices: [phone.device]))
  }

  @Test(arguments: Site.allCases)
  func `the operator ends a customer's sign-ins and removes a device`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    _ = try await store.accounts.signIn(.of("alice"))
    let (alpha, registration) = try await store.device("alpha")

    let ended = try await store.operator.perform(.signOut(account: "alice")).value
    let removed = try await store.operator.perform(
      .removeDevice(device: "alpha", account: "alice")
    ).value

    #expect(ended == .signedOut(account: "alice", signIns: 2))
    #expect(removed == .deviceRemoved(device: registration.device, account: "alice"))
    try await store.expectUnauthorized(store.signIn)
    await #expect(throws: StoreError.unauthorized) { try await alpha.purchases() }
    await #expect(throws: StoreError.unknownAccount(name: "zoe")) {
      try await store.operator.perform(.signOut(account: "zoe"))
    }
    await #expect(throws: StoreError.unknownAccount(name: "zoe")) {
      try await store.operator.perform(.removeDevice(device: "alpha", account: "zoe"))
    }
    await #expect(throws: StoreError.unknownDevice(name: "alpha")) {
      try await store.operator.perform(.removeDevice(device: "alpha", account: "alice"))
    }
  }
}

extension ContractStore {
  /// Expects every request with a revoked sign-in to be refused.
  fileprivate func expectUnauthorized(_ signIn: SignIn) async throws {
    let token = signIn.token
    let requests: [() async throws -> Void] = [
      { _ = try await self.accounts.devices(signIn: token) },
      { _ = try await self.accounts.registerDevice("omega", signIn: token) },
      { _ = try await self.accounts.removeDevice("alpha", signIn: token) },
      { _ = try await self.accounts.signOut(signIn: token) },
      { _ = try await self.accounts.signOutEverywhere(signIn: token) },
    ]
    for request in requests {
      await #expect(throws: StoreError.unauthorized) { try await request() }
    }
  }
}

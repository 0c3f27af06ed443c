import StoreAPI
import StoreClient
import Testing

/// The numbers are those at the head of `DeviceSelection.swift`.
@Suite struct DeviceSelectionTests {
  private static let ids: [StoreDevice] = [.sample("device-1", 1), .sample("device-2", 2)]

  private func selection(
    _ account: SignedInAccount, at site: StoreSite = .elsewhere,
    _ devices: Result<[StoreDevice], LocalClientError> = .success(ids)
  ) -> DeviceSelection {
    DeviceSelection(site: site, account: account, devices: devices)
  }

  private func without(_ error: LocalClientError) -> DeviceSelection {
    selection(.sample("device-1", 1), .failure(error))
  }

  // MARK: - Without the store (1)

  @Test(arguments: [LocalClientError.unreachable("closed"), .untrustedRoot])
  func `1 a kept device opens without an answer of the store`(error: LocalClientError) throws {
    let kept = KeptDevice.sample("device-1", 1)

    #expect(try without(error).action(for: .usual, kept: kept) == .open)
    #expect(try without(error).action(for: .named("device-1"), kept: kept) == .open)
  }

  @Test func `1 after its sign-in was revoked, a kept device opens if the store still knows it`()
    throws
  {
    let revoked = without(.notSignedIn(.elsewhere))

    #expect(
      try revoked.action(for: .usual, kept: .sample("device-1", 1)) == .openIfRegistered)
  }

  @Test(
    arguments: [LocalClientError.unreachable("closed"), .untrustedRoot, .notSignedIn(.elsewhere)])
  func `a device that is not kept needs the store`(error: LocalClientError) {
    for choice in [DeviceChoice.usual, .named("device-1")] {
      #expect(throws: error) { try without(error).action(for: choice, kept: nil) }
    }
  }

  @Test(
    arguments: [
      (.unreachable("closed"), .cannotRegister(because: .unreachable("closed"))),
      (.untrustedRoot, .cannotRegister(because: .untrustedRoot)),
      (.notSignedIn(.elsewhere), .notSignedIn(.elsewhere)),
    ] as [(LocalClientError, LocalClientError)])
  func `a new device needs the store, and the error says why`(
    error: LocalClientError, thrown: LocalClientError
  ) {
    #expect(throws: thrown) { try without(error).action(for: .new(named: nil), kept: nil) }
  }

  // MARK: - The usual device (2)

  @Test(arguments: [StoreSite.local, .elsewhere])
  func `the usual device is the kept one that the store lists`(site: StoreSite) throws {
    let selection = selection(.sample("device-1", 1), at: site)

    #expect(try selection.action(for: .usual, kept: .sample("device-1", 1)) == .open)
  }

  @Test(arguments: [StoreSite.local, .elsewhere])
  func `a usual device that the store does not list is registered, under another name if needed`(
    site: StoreSite
  ) throws {
    let action = try selection(.sample("device-3"), at: site).action(for: .usual, kept: nil)

    #expect(
      action
        == .register(
          NewDeviceName("device-3", onConflict: .takeFree(besides: ["device-1", "device-2"]))))
  }

  @Test func `2 elsewhere a lost device that was this client's is registered anew`() throws {
    let action = try selection(.sample("device-1", 1)).action(for: .usual, kept: nil)

    #expect(
      action
        == .register(
          NewDeviceName(
            "device-1", replacesDevice: true,
            onConflict: .takeFree(besides: ["device-1", "device-2"]))))
  }

  @Test(arguments: [nil, KeptDevice.sample("device-1", 9)])
  func `2 elsewhere a name that another client has is left to it`(kept: KeptDevice?) throws {
    let action = try selection(.sample("device-1", 9)).action(for: .usual, kept: kept)

    #expect(
      action
        == .register(
          NewDeviceName("device-3", onConflict: .takeFree(besides: ["device-1", "device-2"]))))
  }

  @Test(arguments: [nil, KeptDevice.sample("device-1", 9)])
  func `2 in the local store every device is this client's`(kept: KeptDevice?) throws {
    let local = selection(.sample("device-1", 9), at: .local)

    #expect(
      try local.action(for: .usual, kept: kept)
        == .register(
          NewDeviceName(
            "device-1", replacesDevice: true,
            onConflict: .takeFree(besides: ["device-1", "device-2"]))))
    #expect(
      try local.action(for: .named("device-2"), kept: nil)
        == .register(NewDeviceName("device-2", replacesDevice: true)))
  }

  // MARK: - A named device (2, 4)

  @Test func `a named device is the kept one that the store lists`() throws {
    let selection = selection(.sample("device-1", 1))

    #expect(
      try selection.action(for: .named("device-2"), kept: .sample("device-2", 2)) == .open)
  }

  @Test func `4 a name that the account does not have is refused`() {
    let selection = selection(.sample("device-1", 1))

    #expect(throws: StoreFault.unknownDevice("device-3")) {
      try selection.action(for: .named("device-3"), kept: .sample("device-3", 3))
    }
  }

  @Test(arguments: [nil, KeptDevice.sample("device-2", 9)])
  func `2 a named device of another client is refused`(kept: KeptDevice?) {
    let selection = selection(.sample("device-1", 1))

    #expect(throws: LocalClientError.deviceElsewhere("device-2")) {
      try selection.action(for: .named("device-2"), kept: kept)
    }
  }

  // MARK: - A new device (3, 4)

  @Test func `3 a new device takes no name that may become the usual device's`() throws {
    let action = try selection(.sample("device-3")).action(for: .new(named: nil), kept: nil)

    #expect(
      action
        == .register(
          NewDeviceName(
            "device-4", onConflict: .takeFree(besides: ["device-1", "device-2", "device-3"]))))
    #expect(throws: StoreFault.deviceExists("device-3")) {
      try selection(.sample("device-3")).action(for: .new(named: "device-3"), kept: nil)
    }
  }

  @Test func `4 a new device has the name that was chosen, or none`() throws {
    let selection = selection(.sample("device-1", 1))

    let action = try selection.action(for: .new(named: "watch"), kept: nil)

    #expect(action == .register(NewDeviceName("watch", onConflict: .refuse)))
    #expect(NewDeviceName("watch").next == nil)
  }

  @Test func `a free name that another client takes first is followed by the next one`() {
    let first = NewDeviceName.free(besides: ["device-1"])

    #expect(first.name == "device-2")
    #expect(first.next?.name == "device-3")
    #expect(first.next?.next?.name == "device-4")
  }

  // MARK: - Afterwards (3)

  @Test func `3 only the usual device is kept as the usual one`() {
    let selection = selection(.sample("device-1"))
    let device = KeptDevice.sample("device-3", 3)

    #expect(
      selection.account(afterOpening: device, as: .usual) == .sample("device-3", 3))
    for choice in [DeviceChoice.named("device-3"), .new(named: nil)] {
      #expect(selection.account(afterOpening: device, as: choice) == nil)
    }
  }

  @Test func `an account that stays as it is is not written again`() {
    let device = KeptDevice.sample("device-1", 1)

    #expect(
      selection(.sample("device-1", 1)).account(afterOpening: device, as: .usual) == nil)
    #expect(without(.untrustedRoot).account(afterOpening: device, as: .usual) == nil)
  }

  @Test func `only the local store's client signs in again by itself`() {
    let revoked = Result<[StoreDevice], LocalClientError>.failure(.notSignedIn(.local))

    #expect(selection(.sample("device-1"), at: .local, revoked).needsSignIn)
    #expect(!selection(.sample("device-1"), at: .elsewhere, revoked).needsSignIn)
    #expect(!selection(.sample("device-1"), at: .local).needsSignIn)
  }
}

import StoreAPI
import Testing

@testable import StoreClient

/// The numbers are those at the head of `DeviceSelection.swift`.
@Suite struct DeviceSelectionTests {
  private static let listed: [StoreDevice] = [.sample("device-1", 1), .sample("device-2", 2)]
  private static let names = ["device-1", "device-2"]

  /// The knowledge of a client when it chooses a device.
  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var location = StoreLocation.remoteStore
    var account = SignedInAccount.sample("device-1", 1)
    var devices: Result<[StoreDevice], LocalClientError> = .success(listed)
    var choice = DeviceChoice.usual
    var kept: KeptDevice?

    init(
      _ description: String, at location: StoreLocation = .remoteStore,
      _ account: SignedInAccount = .sample("device-1", 1), without error: LocalClientError? = nil,
      choosing choice: DeviceChoice = .usual, kept: KeptDevice? = nil
    ) {
      testDescription = description
      (self.location, self.account, self.choice, self.kept) = (location, account, choice, kept)
      if let error { devices = .failure(error) }
    }

    var selection: DeviceSelection {
      DeviceSelection(location: location, account: account, devices: devices)
    }

    func action() throws -> DeviceAction { try selection.action(for: choice, kept: kept) }
  }

  private static let first = KeptDevice.sample("device-1", 1)
  private static let second = KeptDevice.sample("device-2", 2)
  private static let lost = SignedInAccount.sample("device-1", 9)
  private static let foreign = KeptDevice.sample("device-1", 9)
  private static let unregistered = SignedInAccount.sample("device-3")
  private static let renewed = DeviceAction.register(
    NewDeviceName(name: "device-1", replacesDevice: true, taken: names))
  private static let third = DeviceAction.register(NewDeviceName(name: "device-3", taken: names))

  @Test(
    arguments: [
      (Situation("1 offline", without: .unreachable("closed"), kept: first), .open),
      (
        Situation("1 named", without: .untrustedRoot, choosing: .named("device-1"), kept: first),
        .open
      ),
      (
        Situation("1 signed out", without: .notSignedIn(.remoteStore), kept: first),
        .openIfRegistered
      ),
      (Situation("the usual one", kept: first), .open),
      (Situation("the usual one, local", at: .local, kept: first), .open),
      (Situation("2 lost here", kept: nil), renewed),
      (Situation("2 another client's", lost), third),
      (Situation("2 another client's, kept", lost, kept: foreign), third),
      (Situation("2 lost here, local", at: .local), renewed),
      (Situation("2 another client's, local", at: .local, lost), third),
      (Situation("2 another client's, kept, local", at: .local, lost, kept: foreign), third),
      (
        Situation("2 the usual one by its name", at: .local, choosing: .named("device-1")),
        .register(NewDeviceName(name: "device-1", replacesDevice: true))
      ),
      (Situation("not registered yet", unregistered), third),
      (Situation("not registered yet, local", at: .local, unregistered), third),
      (Situation("named", choosing: .named("device-2"), kept: second), .open),
      (
        Situation("3 a new one", unregistered, choosing: .new(named: nil)),
        .register(NewDeviceName(name: "device-4", taken: names + ["device-3"]))
      ),
      (
        Situation("4 a new one with a name", choosing: .new(named: "watch")),
        .register(NewDeviceName(name: "watch"))
      ),
    ] as [(Situation, DeviceAction)])
  func `the chosen device is opened or registered`(
    situation: Situation, action: DeviceAction
  ) throws {
    #expect(try situation.action() == action)
  }

  @Test(
    arguments: [LocalClientError.unreachable("closed"), .untrustedRoot, .notSignedIn(.remoteStore)])
  func `a device that is not kept needs the store, and the error says why`(
    error: LocalClientError
  ) {
    for choice in [DeviceChoice.usual, .named("device-1")] {
      #expect(throws: error) { try Situation("", without: error, choosing: choice).action() }
    }
    let isSignedOut = error == .notSignedIn(.remoteStore)
    #expect(throws: isSignedOut ? error : .cannotRegister(because: error)) {
      try Situation("", without: error, choosing: .new(named: nil)).action()
    }
  }

  @Test(arguments: [nil, KeptDevice.sample("device-2", 9)])
  func `2 a named device of another client is refused`(kept: KeptDevice?) {
    #expect(throws: LocalClientError.deviceElsewhere("device-2")) {
      try Situation("", choosing: .named("device-2"), kept: kept).action()
    }
    #expect(throws: LocalClientError.deviceElsewhere("device-2")) {
      try Situation("", at: .local, choosing: .named("device-2"), kept: kept).action()
    }
  }

  @Test func `3, 4 a chosen name that is unknown or taken is refused`() {
    #expect(throws: StoreError.unknownDevice(name: "device-3")) {
      try Situation("", choosing: .named("device-3"), kept: .sample("device-3", 3)).action()
    }
    #expect(throws: StoreError.deviceExists(name: "device-3")) {
      try Situation("", Self.unregistered, choosing: .new(named: "device-3")).action()
    }
    #expect(NewDeviceName(name: "watch").next == nil)
  }

  @Test func `a free name that another client takes first is followed by the next one`() {
    let first = NewDeviceName.free(besides: ["device-1"])

    #expect(first.name == "device-2")
    #expect(first.next?.name == "device-3")
    #expect(first.next?.next?.name == "device-4")
  }

  @Test func `3 only the usual device is kept as the usual one, and only if it is another`() {
    let device = KeptDevice.sample("device-3", 3)
    let selection = Situation("").selection

    #expect(selection.account(afterOpening: device, as: .usual) == .sample("device-3", 3))
    for choice in [DeviceChoice.named("device-3"), .new(named: nil)] {
      #expect(selection.account(afterOpening: device, as: choice) == nil)
    }
    #expect(selection.account(afterOpening: Self.first, as: .usual) == nil)
    let offline = Situation("", without: .untrustedRoot).selection
    #expect(offline.account(afterOpening: device, as: .usual) == nil)
  }

  @Test func `only the local store's client signs in again by itself`() {
    let error = LocalClientError.notSignedIn(.local)

    #expect(Situation("", at: .local, without: error).selection.needsSignIn)
    #expect(!Situation("", without: error).selection.needsSignIn)
    #expect(!Situation("", at: .local).selection.needsSignIn)
  }
}

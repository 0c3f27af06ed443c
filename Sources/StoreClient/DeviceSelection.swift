import StoreAPI

/// Decides which device a client opens or registers.
///
/// These hold:
/// 1. A kept device opens without an answer of the store.
/// 2. Only the device that this client usually is is removed and registered again, also at the local
///    store: another folder, or another machine while the store was served, may have the others.
/// 3. A new device never becomes the usual one.
/// 4. A name that the user chose is never replaced by another.
struct DeviceSelection: Hashable, Sendable {
  let location: StoreLocation
  let account: SignedInAccount
  /// The account's devices, oldest first, or why the store did not list them.
  let devices: Result<[StoreDevice], LocalClientError>

  /// Whether the client signs in again without asking: the local store needs no password.
  var needsSignIn: Bool { location == .local && isSignInRevoked }

  /// Returns the action that makes the chosen device ready.
  ///
  /// - Parameters:
  ///   - choice: The device to open.
  ///   - kept: The device that the client keeps under the name of the choice; `nil` if it has none,
  ///     if the file is damaged, or if it is another account's.
  /// - Returns: The client's next action.
  /// - Throws: ``LocalClientError``, `StoreError.unknownDevice` and `StoreError.deviceExists`.
  func action(for choice: DeviceChoice, kept: KeptDevice?) throws -> DeviceAction {
    switch choice {
    case .usual: try usual(kept)
    case .named(let name): try named(name, kept)
    case .new(let name): .register(try new(name))
    }
  }

  /// The account with this device as the usual one; `nil` if the account stays as it is.
  func account(
    afterOpening device: KeptDevice, as choice: DeviceChoice
  ) -> SignedInAccount? {
    guard choice == .usual, case .success = devices else { return nil }
    let changed = SignedInAccount(
      signIn: account.signIn, device: device.name, registered: device.verificationID)
    return changed == account ? nil : changed
  }
}

extension DeviceSelection {
  private func usual(_ kept: KeptDevice?) throws -> DeviceAction {
    guard case .success(let devices) = devices else { return try withoutList(kept) }
    let names = devices.map(\.id)
    guard let device = devices.first(where: { $0.id == account.device }) else {
      return .register(NewDeviceName(name: account.device, taken: names))
    }
    if kept?.verificationID == device.verificationID { return .open }
    guard account.isUsual(device) else { return .register(.free(besides: names)) }
    return .register(NewDeviceName(name: account.device, replacesDevice: true, taken: names))
  }

  private func named(_ name: String, _ kept: KeptDevice?) throws -> DeviceAction {
    guard case .success(let devices) = devices else { return try withoutList(kept) }
    guard let device = devices.first(where: { $0.id == name }) else {
      throw StoreError.unknownDevice(name: name)
    }
    if kept?.verificationID == device.verificationID { return .open }
    guard account.isUsual(device) else { throw LocalClientError.deviceElsewhere(name) }
    return .register(NewDeviceName(name: name, replacesDevice: true))
  }

  private func new(_ name: String?) throws -> NewDeviceName {
    let listed = devices.mapError { error -> LocalClientError in
      if case .notSignedIn = error { error } else { .cannotRegister(because: error) }
    }
    let taken = try listed.get().map(\.id) + [account.device]
    guard let name else { return .free(besides: taken) }
    guard name != account.device else { throw StoreError.deviceExists(name: name) }
    return NewDeviceName(name: name)
  }

  /// The store has not listed the devices: the client continues with the one that it keeps.
  private func withoutList(_ kept: KeptDevice?) throws(LocalClientError) -> DeviceAction {
    if kept == nil { _ = try devices.get() }
    return isSignInRevoked ? .openIfRegistered : .open
  }

  private var isSignInRevoked: Bool {
    if case .failure(.notSignedIn) = devices { true } else { false }
  }
}

import AppStorePayloads
package import StoreAPI

/// The account that a client is signed in to, as `account.json` holds it.
package struct SignedInAccount: Codable, Hashable, Sendable {
  /// With the root certificate that the client trusts from now on.
  package let signIn: SignIn
  /// The name of the device that this client usually is, registered or not.
  let device: String
  /// The registration under that name that is this client's, because another client may have taken
  /// the name; `nil` until the device is registered.
  private(set) var registered: LowercaseUUID?

  /// The keys are stored: a changed name here must not change them.
  private enum CodingKeys: String, CodingKey {
    case signIn
    case device
    case registered
  }

  /// Whether the file names a device that there can be: its name becomes a folder's.
  var hasAllowedDevice: Bool { NameRule.allows(device) }

  /// The name of the device that this client usually is; `nil` until it is registered.
  package var usualDevice: String? { registered == nil ? nil : device }

  /// - Throws: ``LocalClientError/unreachable(_:)`` if the sign-in is to another account.
  func check(_ other: SignIn) throws(LocalClientError) {
    let name = signIn.account.name
    guard other.account.name == name else {
      throw .unreachable("it answered with a sign-in to another account than '\(name)'")
    }
  }

  /// The account with another sign-in to it, on the same device.
  func signedInAgain(_ signIn: SignIn) -> SignedInAccount {
    SignedInAccount(signIn: signIn, device: device, registered: registered)
  }

  func isUsual(_ device: StoreDevice) -> Bool { device.verificationID == registered }
}

/// A device that a client has registered, as its folder names it.
struct KeptDevice: Hashable {
  let name: String
  let verificationID: LowercaseUUID
}

// MARK: - After a sign-in

extension SignedInAccount {
  /// The account after a sign-in.
  ///
  /// The client is the first of its devices that the store still knows. If there is none, it will
  /// register one under a free name.
  ///
  /// - Parameters:
  ///   - signIn: The new sign-in.
  ///   - registered: The account's devices, as the store lists them.
  ///   - kept: The devices of this account that this client keeps.
  ///   - folders: Every name that has a folder here, including those of other accounts.
  init(
    signIn: SignIn, registered: [StoreDevice], kept: [KeptDevice], folders: [String]
  ) {
    let known = Set(registered.map(\.verificationID))
    let found = kept.sorted { $0.name < $1.name }.first { known.contains($0.verificationID) }
    self.init(
      signIn: signIn,
      device: found?.name ?? DeviceNames.free(besides: registered.map(\.id) + folders),
      registered: found?.verificationID)
  }
}

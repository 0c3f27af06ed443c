package import Foundation

/// A customer of the store.
package struct StoreAccount: Codable, Hashable, Sendable {
  package var name: String

  package init(name: String) {
    self.name = name
  }
}

/// What a customer knows: never stored, and not printable by accident.
package struct Credentials: Codable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  package var account: String
  /// 8 to 256 characters.
  package var password: String

  package init(account: String, password: String) {
    self.account = account
    self.password = password
  }

  package var description: String { "the credentials of '\(account)'" }
  package var debugDescription: String { description }
}

/// A sign-in of one machine: it can register, list and remove devices of its account, and no more.
package struct SignIn: Codable, Hashable, Sendable {
  package var account: StoreAccount
  /// Names the sign-in; the store keeps only its hash.
  package var token: String
  /// The store's root certificate, DER: what this machine trusts from now on.
  package var rootCertificate: Data

  package init(account: StoreAccount, token: String, rootCertificate: Data) {
    self.account = account
    self.token = token
    self.rootCertificate = rootCertificate
  }
}

/// A device of an account.
package struct StoreDevice: Codable, Hashable, Sendable, Identifiable {
  /// Its name, unique in the account.
  package var id: String
  package var registrationDate: Date
  /// What signed data for this device is bound to: StoreKit's `deviceVerificationID`.
  package var verificationID: LowercaseUUID

  package init(id: String, registrationDate: Date, verificationID: LowercaseUUID) {
    self.id = id
    self.registrationDate = registrationDate
    self.verificationID = verificationID
  }
}

/// A device that has just been registered.
package struct Registration: Codable, Hashable, Sendable {
  package var device: StoreDevice
  /// Signs the device in; it can register no other.
  ///
  /// The store keeps only its hash.
  package var token: String
  /// The store's root certificate, DER: what the device trusts from now on.
  package var rootCertificate: Data
  /// The last event of the store at registration: updates of a new device begin after it.
  package var sequence: Int64
  /// The store's epoch at registration.
  package var epoch: Int
  /// The app that the store sells for.
  package var bundleID: String

  package init(
    device: StoreDevice, token: String, rootCertificate: Data, sequence: Int64, epoch: Int,
    bundleID: String
  ) {
    self.device = device
    self.token = token
    self.rootCertificate = rootCertificate
    self.sequence = sequence
    self.epoch = epoch
    self.bundleID = bundleID
  }
}

/// What anyone may ask at a store's door.
///
/// Every method throws ``StoreFault/unavailable(_:)`` when the store cannot be reached and
/// ``StoreFault/unauthorized`` for a token that is unknown or revoked.
package protocol StoreAccounts: Sendable {
  /// Makes an account and signs in to it.
  ///
  /// Throws ``StoreFault/invalidName(_:)`` unless the name is 1 to 64 letters, digits, `-`, `_`,
  /// `.` or `@`, ``StoreFault/invalidPassword`` unless the password has 8 to 256 characters,
  /// ``StoreFault/accountExists(_:)``, and ``StoreFault/tooManyAttempts(retryAfter:)``.
  func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn>

  /// Signs in to an account that has a password.
  ///
  /// Throws ``StoreFault/signInRefused`` for a wrong name as for a wrong password, after the same
  /// time, and ``StoreFault/tooManyAttempts(retryAfter:)``.
  func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn>

  /// Revokes a machine's sign-in; its devices stay signed in.
  ///
  /// - Returns: The account that it was signed in to.
  func signOut(signIn token: String) async throws(StoreFault) -> Answer<StoreAccount>

  /// Revokes every machine's sign-in to the account, this one's with them: one may be lost.
  ///
  /// - Returns: The account's devices, oldest first, which stay signed in.
  func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]>

  /// Registers a new device with a machine's sign-in token.
  ///
  /// Throws ``StoreFault/deviceExists(_:)`` and ``StoreFault/invalidName(_:)``.
  func registerDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration>

  /// The account's devices, oldest first.
  func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]>

  /// Signs a device out for good.
  ///
  /// Throws ``StoreFault/unknownDevice(_:)``.
  func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice>

  /// The store as the device with this token sees it, for one running instance of the app.
  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend
}

/// What the owner of a store's folder may ask beyond that: no store over HTTP answers it.
package protocol LocalAccounts: StoreAccounts {
  /// Signs in to an account without a password, making it at first use.
  ///
  /// Throws ``StoreFault/invalidName(_:)`` as ``StoreAccounts/signUp(_:)`` does.
  func signIn(local name: String) async throws(StoreFault) -> Answer<SignIn>
}

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
  /// Signs the device in, as it was registered to; it can register no other.
  ///
  /// The store keeps only its hash.
  package var token: String
  /// The store's root certificate, DER: what the device trusts from now on.
  package var rootCertificate: Data
  /// The last event of the store when this was answered: updates of a new device begin after it.
  package var sequence: Int64
  /// The store's epoch then.
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
  /// The root certificate, DER, of all that the store signs: whoever trusts another one asks before
  /// they tell this store a password.
  ///
  /// It is public, so it proves nothing: it shows that a store is another one, and not that nobody
  /// stands between, who could repeat it. Only a connection that is itself trusted helps against
  /// that.
  func root() async throws(StoreFault) -> Answer<Data>

  /// Makes an account and signs in to it.
  ///
  /// - Throws: ``StoreFault/invalidName(_:)`` unless the name is 1 to 64 letters, digits, `-`, `_`,
  ///   `.` or `@`, ``StoreFault/invalidPassword`` unless the password has 8 to 256 characters,
  ///   ``StoreFault/accountExists(_:)`` for a name that is taken, and
  ///   ``StoreFault/tooManyAttempts(retryAfter:)`` while the caller's address has to wait.
  func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn>

  /// Signs in to an account that has a password; of very many machines the one whose
  /// sign-in is oldest by the store's clock is then signed out.
  ///
  /// - Throws: ``StoreFault/signInRefused`` for a wrong name as for a wrong password, after the
  ///   same work, and ``StoreFault/tooManyAttempts(retryAfter:)`` while the account, which need not
  ///   exist, or the caller's address has to wait.
  func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn>

  /// Revokes a machine's sign-in; its devices stay signed in.
  func signOut(signIn token: String) async throws(StoreFault) -> StoreTime

  /// Revokes every machine's sign-in to the account, this one's with them: one may be lost.
  ///
  /// - Returns: The account's devices, oldest first, which stay signed in.
  func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]>

  /// Registers a new device with a machine's sign-in token.
  ///
  /// It is offered the consumables that devices left undelivered when they were removed, where
  /// there was no other device to take them.
  ///
  /// The same name with the same token is the same registration, however often it arrives: it is
  /// answered again and changes nothing, so that no device is left behind whose token is lost.
  ///
  /// - Parameters:
  ///   - name: Unique in the account.
  ///   - deviceToken: Signs the device in from now on; the store keeps only its hash.
  ///   - token: The machine's.
  /// - Returns: The device, and what it has to know of the store.
  /// - Throws: ``StoreFault/invalidName(_:)`` as ``signUp(_:)`` does,
  ///   ``StoreFault/deviceExists(_:)`` where the account has another one of this name or the device's
  ///   token is or was another one's, and ``StoreFault/tooManyDevices(limit:)`` where the account
  ///   has as many as it may.
  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration>

  /// The account's devices, oldest first.
  func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]>

  /// Signs a device out for good; consumables that it has not delivered are from now on offered to
  /// the account's oldest device.
  ///
  /// - Throws: ``StoreFault/unknownDevice(_:)`` where the account has none of this name.
  func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice>

  /// The store as the device with this token sees it, for one running instance of the app.
  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend
}

extension StoreAccounts {
  /// Registers a new device that signs in with a random token.
  ///
  /// - Throws: As ``registerDevice(_:token:signIn:)`` does.
  package func registerDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration> {
    try await registerDevice(name, token: .random(), signIn: token)
  }
}

/// What the owner of a store's folder may ask beyond that: no store over HTTP answers it.
package protocol LocalAccounts: StoreAccounts {
  /// Signs in to an account without a password, making it at first use.
  ///
  /// - Throws: ``StoreFault/invalidName(_:)`` as ``StoreAccounts/signUp(_:)`` does.
  func signIn(local name: String) async throws(StoreFault) -> Answer<SignIn>
}

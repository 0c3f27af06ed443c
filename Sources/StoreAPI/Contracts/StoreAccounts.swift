package import AppStorePayloads
package import Foundation

/// A customer of the store.
package struct StoreAccount: Codable, Hashable, Sendable {
  package var name: String

  package init(name: String) {
    self.name = name
  }

  /// The local account of a customer who names none, in the store of the data folder.
  ///
  /// It needs no password there, so nobody can sign up for it.
  package static let usualLocalName = "customer"
}

/// An account's name and password; they are not stored, and a description has no password.
package struct Credentials: Codable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
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
  package var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// The sign-in of a machine, which can only register, list and remove devices of its account.
package struct SignIn: Codable, Hashable, Sendable {
  package var account: StoreAccount
  /// The secret of the sign-in; the store keeps only its hash.
  package var token: String
  /// The store's root certificate in DER, which the machine trusts from now on.
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
  /// StoreKit's `deviceVerificationID`, to which signed data for this device is bound.
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
  /// The token that the device was registered with; it cannot register other devices.
  ///
  /// The store keeps only its hash.
  package var token: String
  /// The store's root certificate in DER, which the device trusts from now on.
  package var rootCertificate: Data
  /// The store's last event at the registration; the device's updates begin after it.
  package var sequence: Int64
  /// The store's epoch at the registration.
  package var epoch: Int
  /// The app that the store sells for.
  package var bundleID: String
  /// The environment that the store's signed data names; `nil` if a store of an earlier version
  /// answered, which is a sandbox.
  package var environment: StoreEnvironment?

  package init(
    device: StoreDevice, token: String, rootCertificate: Data, sequence: Int64, epoch: Int,
    bundleID: String, environment: StoreEnvironment? = nil
  ) {
    self.device = device
    self.token = token
    self.rootCertificate = rootCertificate
    self.sequence = sequence
    self.epoch = epoch
    self.bundleID = bundleID
    self.environment = environment
  }
}

/// A store's requests for accounts, sign-ins and devices.
///
/// Every method throws ``StoreError/unavailable(reason:)`` if the store cannot be reached, and
/// ``StoreError/unauthorized`` if a token is unknown or revoked.
package protocol StoreAccounts: Sendable {
  /// Returns the store's root certificate in DER.
  ///
  /// A client that trusts another root must not send this store a password.
  ///
  /// The certificate is public. A different one shows that this is a different store, but an equal
  /// one does not prove that it is the same store, because anyone between client and store can send
  /// it too. Only a trusted connection protects against that.
  func root() async throws(StoreError) -> Answer<Data>

  /// Creates an account and signs in to it.
  ///
  /// - Throws: ``StoreError/invalidName(name:)`` unless the name is 1 to 64 letters, digits, `-`, `_`,
  ///   `.` or `@`, ``StoreError/invalidPassword`` unless the password has 8 to 256 characters,
  ///   ``StoreError/accountExists(name:)`` if the name is taken or is that of the local customer, whether
  ///   or not there is one yet, and ``StoreError/tooManyAttempts(retryAfter:)`` if the client's address
  ///   has to wait.
  func signUp(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn>

  /// Signs in to an account that has a password.
  ///
  /// If too many machines are signed in, the one with the oldest sign-in by the store's clock is
  /// signed out.
  ///
  /// - Parameters:
  ///   - credentials: The account's name and password.
  ///   - token: A token that this client has from this store, of a device of the account or of an
  ///     earlier sign-in. With it, the client waits only for its own attempts. An unknown token, or
  ///     another account's, changes nothing.
  /// - Returns: The new sign-in.
  /// - Throws: ``StoreError/signInRefused`` if the name or the password is wrong, in the same time
  ///   for both, and ``StoreError/tooManyAttempts(retryAfter:)`` if the name, which need not belong
  ///   to an account, or the client's address has to wait.
  func signIn(
    _ credentials: Credentials, token: String?
  ) async throws(StoreError) -> Answer<SignIn>

  /// Revokes a machine's sign-in; the devices that it registered stay signed in.
  func signOut(signIn token: String) async throws(StoreError) -> StoreTime

  /// Revokes the sign-ins of all the account's machines, including this one.
  ///
  /// Use it after a machine was lost.
  ///
  /// - Returns: The account's devices, oldest first, which stay signed in.
  func signOutEverywhere(
    signIn token: String
  ) async throws(StoreError) -> Answer<[StoreDevice]>

  /// Changes the account's password, revokes all its sign-ins, and signs this machine in again.
  ///
  /// If the answer is lost, the sign-in is revoked and the new password is valid: sign in with it.
  ///
  /// - Parameters:
  ///   - change: The old password, the new one, and whether the devices are signed out.
  ///   - token: The token of the machine's sign-in.
  /// - Returns: The new sign-in, and the devices that stay signed in.
  /// - Throws: ``StoreError/signInRefused`` if the old password is wrong or the account has none,
  ///   ``StoreError/invalidPassword`` unless the new one has 8 to 256 characters, and
  ///   ``StoreError/tooManyAttempts(retryAfter:)`` as ``signIn(_:token:)`` does.
  func changePassword(
    _ change: PasswordChange, signIn token: String
  ) async throws(StoreError) -> Answer<ChangedPassword>

  /// Registers a new device with a machine's sign-in token.
  ///
  /// The device gets the unfinished consumables of removed devices, if the account had no other
  /// device to take them.
  ///
  /// A request with the same name and device token can be repeated. It changes nothing and returns
  /// the same registration, so no device is left whose token is lost.
  ///
  /// - Parameters:
  ///   - name: Unique in the account.
  ///   - deviceToken: The device's token from now on; the store keeps only its hash.
  ///   - token: The token of the machine's sign-in.
  /// - Returns: The device and the values that it needs to connect.
  /// - Throws: ``StoreError/invalidName(name:)`` as ``signUp(_:)`` does,
  ///   ``StoreError/deviceExists(name:)`` if the account has another device of this name, or
  ///   another device has or had this token, and ``StoreError/tooManyDevices(maximum:)`` if the
  ///   account has the highest number of devices.
  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreError) -> Answer<Registration>

  /// Returns the account's devices, oldest first.
  func devices(signIn token: String) async throws(StoreError) -> Answer<[StoreDevice]>

  /// Removes a device, whose token is refused from now on.
  ///
  /// The account's oldest device gets its unfinished consumables.
  ///
  /// - Returns: The removed device.
  /// - Throws: ``StoreError/unknownDevice(name:)`` if the account has no device of this name.
  func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<StoreDevice>

  /// Returns the store for the device with this token and one running instance of the app.
  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend
}

extension StoreAccounts {
  /// Signs in to an account from a client that has no token of it.
  ///
  /// - Throws: As ``signIn(_:token:)`` does.
  package func signIn(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn> {
    try await signIn(credentials, token: nil)
  }

  /// Registers a new device that signs in with a random token.
  ///
  /// - Throws: As ``registerDevice(_:token:signIn:)`` does.
  package func registerDevice(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<Registration> {
    try await registerDevice(name, token: .random(), signIn: token)
  }
}

/// Requests for a process with access to the store's folder; they do not exist over HTTP.
package protocol LocalAccounts: StoreAccounts {
  /// Signs in to an account without a password, and creates the account if it does not exist.
  ///
  /// - Throws: ``StoreError/invalidName(name:)`` as ``StoreAccounts/signUp(_:)`` does, and as
  ///   ``checkLocal(_:)`` does.
  func signIn(local name: String) async throws(StoreError) -> Answer<SignIn>

  /// Checks that nobody else has signed up for the account of a customer of this machine.
  ///
  /// - Throws: ``StoreError/accountExists(name:)`` if somebody signed up for the account, and the operator
  ///   has not taken it over.
  func checkLocal(_ name: String) async throws(StoreError)
}

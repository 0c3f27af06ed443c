package import Foundation
package import StoreAPI
package import StoreOperatorAPI

/// Stores accounts, sign-ins and devices; of tokens and passwords it stores only hashes.
package protocol AccountStore: Sendable {
  /// Creates an account with a password.
  ///
  /// An account that the operator makes is also one of the store's own machine.
  ///
  /// - Throws: ``StoreAPI/StoreError/accountExists(name:)`` if there is an account with this name.
  func addAccount(
    _ name: String, password: PasswordHash, madeBy maker: AccountMaker, at now: Date
  ) async throws(StoreError)

  /// Returns all accounts in the order of their names, read in one snapshot.
  func accounts() async throws(StoreError) -> [OperatorAccount]

  /// Returns the hash of an account's password, and the costs of all accounts' hashes.
  func password(of account: String) async throws(StoreError) -> StoredPassword

  /// Replaces the hash of an account's password, if it is still `old`; otherwise changes nothing.
  func replacePassword(
    _ old: PasswordHash, by new: PasswordHash, of account: String
  ) async throws(StoreError)

  /// Gives an account another password, deletes every sign-in of the account, and does the rest of
  /// the change.
  ///
  /// - Returns: What has become of the account; `nil` if its password is no longer the old one:
  ///   then nothing has changed.
  func changePassword(
    _ change: StoredPasswordChange, of account: StoredAccount
  ) async throws(StoreError) -> ChangedAccount?

  /// Adds a sign-in to an account, and deletes the account's oldest sign-ins if there are more than
  /// `limit`.
  ///
  /// If a customer of the store's own machine names an account that does not exist, the account is
  /// created without a password.
  ///
  /// - Returns: Whether the account has the password with this hash; otherwise nothing has changed.
  /// - Throws: ``StoreAPI/StoreError/accountExists(name:)`` if a customer of the store's own machine
  ///   names an account that is not local.
  func addSignIn(
    _ hash: TokenHash, account: String, by proof: SignInProof, at now: Date, limit: Int
  ) async throws(StoreError) -> Bool

  /// Deletes a sign-in.
  ///
  /// - Returns: The account that it belonged to; `nil` if the sign-in is unknown.
  func removeSignIn(_ hash: TokenHash) async throws(StoreError) -> StoredAccount?

  /// Deletes every sign-in to an account.
  ///
  /// - Returns: The number of deleted sign-ins.
  func removeSignIns(of account: StoredAccount) async throws(StoreError) -> Int

  /// Returns the account that a sign-in token belongs to, or `nil` if the token is unknown.
  func account(signIn hash: TokenHash) async throws(StoreError) -> StoredAccount?

  /// Returns the account with this name, or `nil` if there is none.
  func account(named name: String) async throws(StoreError) -> StoredAccount?

  /// Adds a device to the account that a machine is signed in to, and writes the decision of
  /// `reassignment`.
  ///
  /// If the account already has a device with this name and token, returns that device and writes
  /// nothing.
  ///
  /// - Throws: ``StoreAPI/StoreError/unauthorized`` if the machine is not signed in,
  ///   ``StoreAPI/StoreError/deviceExists(name:)`` if the account has another device of this name,
  ///   or another device has or had the token, and ``StoreAPI/StoreError/tooManyDevices(maximum:)``
  ///   if the account has the highest number of devices.
  func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> AddedDevice

  /// Returns the account's devices, oldest first.
  func devices(of account: StoredAccount) async throws(StoreError) -> [StoreDevice]

  /// Removes a device from its account, and writes the decision of `reassignment`.
  ///
  /// Another device can then have its name.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownDevice(name:)`` if the account has no device of this name.
  func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date,
    reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> StoreDevice

  /// Returns the device with this token and its present customer, or `nil` if the token is unknown
  /// or the device was removed.
  func device(token hash: TokenHash) async throws(StoreError) -> StoredDevice?
}

/// How an account with a password was made.
package enum AccountMaker: Hashable, Sendable {
  /// A customer signed up, and is signed in with the token of this hash.
  case signUp(TokenHash)
  case `operator`
}

/// Decides which device delivers a customer's unfinished consumables after a device was added or
/// removed.
///
/// The ledger has only the unfinished consumables. The devices are those that are signed in now,
/// oldest first.
package typealias DeliveryReassignment =
  @Sendable (Ledger, _ devices: [Int64], StoreSettings) -> Decision<Void>

/// The stored values with which a password is checked.
package struct StoredPassword: Hashable, Sendable {
  /// The hash of the account's password; `nil` if it has none, or if the account does not exist.
  package var hash: PasswordHash?
  /// The costs at which the passwords of all accounts were hashed.
  package var costs: Set<ScryptParameters>

  package init(hash: PasswordHash?, costs: Set<ScryptParameters>) {
    self.hash = hash
    self.costs = costs
  }
}

/// A change of an account's password.
package struct StoredPasswordChange: Hashable, Sendable {
  package var new: PasswordHash
  /// The hash that the account must have; `nil` if the operator makes the change.
  ///
  /// If the operator makes it and no device is left, the account becomes local.
  package var old: PasswordHash?
  /// The sign-in that the account has afterwards.
  package var signIn: TokenHash?
  package var removesDevices: Bool
  package var date: Date
}

/// The effect of a change of the password on an account.
package struct ChangedAccount: Hashable, Sendable {
  /// The number of deleted sign-ins.
  package var signIns: Int
  package var removed: [StoreDevice]
  /// The devices that stay, oldest first.
  package var staying: [StoreDevice]

  package init(signIns: Int, removed: [StoreDevice], staying: [StoreDevice]) {
    self.signIns = signIns
    self.removed = removed
    self.staying = staying
  }
}

/// SHA-256 of a token: 32 bytes.
package struct TokenHash: Hashable, Sendable {
  package let bytes: Data

  package init(bytes: Data) {
    self.bytes = bytes
  }
}

/// Why a customer may sign in to an account.
package enum SignInProof: Sendable {
  /// They use the store's own machine.
  case localMachine
  /// They know the password with this hash.
  case password(PasswordHash)
}

/// An account and its number.
package struct StoredAccount: Hashable, Sendable {
  package var id: Int64
  package var name: String
  /// Whether customers of the store's own machine use the account without a password.
  ///
  /// An account that somebody signed up for is not local until the operator takes it over.
  package var isLocal: Bool

  package init(id: Int64, name: String, isLocal: Bool) {
    self.id = id
    self.name = name
    self.isLocal = isLocal
  }
}

/// A request to add a device to an account.
package struct DeviceAddition: Sendable {
  package var name: String
  package var token: TokenHash
  package var date: Date
  /// The highest number of devices of the account, including this one.
  package var limit: Int
  /// Computes the verification ID from the number of the new device.
  package var verificationID: @Sendable (Int64) -> UUID
}

/// An added device, and the store's last event and epoch at that time.
package struct AddedDevice: Hashable, Sendable {
  package var device: StoreDevice
  package var sequence: Int64
  package var epoch: Int

  package init(device: StoreDevice, sequence: Int64, epoch: Int) {
    self.device = device
    self.sequence = sequence
    self.epoch = epoch
  }
}

/// A signed-in device and its customer.
package struct StoredDevice: Hashable, Sendable {
  package var number: Int64
  package var account: AccountNumber
  package var verificationID: UUID
  package var customer: CustomerNumber

  package init(
    number: Int64, account: AccountNumber, verificationID: UUID, customer: CustomerNumber
  ) {
    self.number = number
    self.account = account
    self.verificationID = verificationID
    self.customer = customer
  }
}

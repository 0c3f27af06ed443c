package import Foundation
package import StoreAPI

/// Where accounts, sign-ins and devices are kept; of tokens and passwords only their hashes.
package protocol AccountStore: Sendable {
  /// Makes an account that has a password and, with the hash of a token, signs a machine in to it.
  ///
  /// - Throws: ``StoreAPI/StoreFault/accountExists(_:)`` when there is an account of this name.
  func addAccount(
    _ name: String, password: PasswordHash, signIn: TokenHash?, at now: Date
  ) async throws(StoreFault)

  /// Every account, in the order of their names, as they were at one moment.
  func accounts() async throws(StoreFault) -> [OperatorAccount]

  /// What is kept of an account's password, and the costs of all accounts' passwords.
  func password(of account: String) async throws(StoreFault) -> StoredPassword

  /// Puts a new hash of an account's password in the place of `old`; where that is not there (any
  /// more) nothing happens.
  func replacePassword(
    _ old: PasswordHash, by new: PasswordHash, of account: String
  ) async throws(StoreFault)

  /// Adds a sign-in to an account, which is made without a password when there is none of this
  /// name; of more than `limit` sign-ins to it the oldest are forgotten.
  func addSignIn(
    _ hash: TokenHash, account: String, at now: Date, limit: Int
  ) async throws(StoreFault)

  /// Forgets a sign-in.
  ///
  /// - Returns: Whose it was; `nil` for an unknown one.
  func removeSignIn(_ hash: TokenHash) async throws(StoreFault) -> StoredAccount?

  /// Forgets every sign-in to an account.
  ///
  /// - Returns: How many there were.
  func removeSignIns(of account: StoredAccount) async throws(StoreFault) -> Int

  /// The account that a sign-in token belongs to; `nil` for an unknown one.
  func account(signIn hash: TokenHash) async throws(StoreFault) -> StoredAccount?

  /// The account of this name, if there is one.
  func account(named name: String) async throws(StoreFault) -> StoredAccount?

  /// Adds a device to the account that a machine is signed in to, and writes what `reassignment`
  /// decides; a device that the account has by this name and token already is returned again, and
  /// nothing is written.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unauthorized`` when the machine is not signed in (any more),
  ///   ``StoreAPI/StoreFault/deviceExists(_:)`` when the account has another device of this name or
  ///   the token is or was another device's, and ``StoreAPI/StoreFault/tooManyDevices(limit:)`` when
  ///   the account has as many as it may.
  func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, reassignment: @escaping DeliveryReassignment
  ) async throws(StoreFault) -> AddedDevice

  /// The account's devices, oldest first.
  func devices(of account: StoredAccount) async throws(StoreFault) -> [StoreDevice]

  /// Takes a device off its account for good, and writes what `reassignment` decides; the device's name
  /// becomes free.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unknownDevice(_:)`` when the account has none of this name.
  func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date,
    reassignment: @escaping DeliveryReassignment
  ) async throws(StoreFault) -> StoreDevice

  /// The device with this token and its customer of today; `nil` for an unknown or removed one.
  func device(token hash: TokenHash) async throws(StoreFault) -> StoredDevice?
}

/// Decides what becomes of what was to be delivered by a customer's devices, now that these have
/// changed.
///
/// The ledger has the consumables at hand that are not delivered; the devices are those that are
/// signed in now, oldest first.
package typealias DeliveryReassignment =
  @Sendable (Ledger, _ devices: [Int64], StoreSettings) -> Decision<Void>

/// What a store keeps that an attempt at a password is judged by.
package struct StoredPassword: Hashable, Sendable {
  /// The account's; `nil` where it has none, or there is no such account.
  package var hash: PasswordHash?
  /// Those that the passwords of the store were hashed at, whosever they are.
  package var costs: Set<ScryptParameters>

  package init(hash: PasswordHash?, costs: Set<ScryptParameters>) {
    self.hash = hash
    self.costs = costs
  }
}

/// SHA-256 of a token: 32 bytes.
package struct TokenHash: Hashable, Sendable {
  package let bytes: Data

  package init(bytes: Data) {
    self.bytes = bytes
  }
}

/// An account and its number.
package struct StoredAccount: Hashable, Sendable {
  package var id: Int64
  package var name: String

  package init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

/// A device that is to be added to an account.
package struct DeviceAddition: Sendable {
  package var name: String
  package var token: TokenHash
  package var date: Date
  /// How many devices the account may have with this one.
  package var limit: Int
  /// Made from the number of the new device.
  package var verificationID: @Sendable (Int64) -> UUID

  package init(
    name: String, token: TokenHash, date: Date, limit: Int,
    verificationID: @escaping @Sendable (Int64) -> UUID
  ) {
    self.name = name
    self.token = token
    self.date = date
    self.limit = limit
    self.verificationID = verificationID
  }
}

/// A device that has been added, and the last event of the store when this was told.
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

/// A signed-in device and whose it is.
package struct StoredDevice: Hashable, Sendable {
  package var number: Int64
  package var verificationID: UUID
  package var customer: CustomerNumber

  package init(number: Int64, verificationID: UUID, customer: CustomerNumber) {
    self.number = number
    self.verificationID = verificationID
    self.customer = customer
  }
}

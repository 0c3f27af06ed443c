package import Foundation
package import StoreAPI

/// Where accounts, sign-ins and devices are kept; of tokens and passwords only their hashes.
package protocol AccountStore: Sendable {
  /// Makes an account that has a password and, with the hash of a token, signs a machine in to it.
  ///
  /// Throws ``StoreAPI/StoreFault/accountExists(_:)``.
  func addAccount(
    _ name: String, password: PasswordHash, signIn: TokenHash?, at now: Date
  ) async throws(StoreFault)

  /// Every account, in the order of their names, as they were at one moment.
  func accounts() async throws(StoreFault) -> [OperatorAccount]

  /// What is kept of an account's password; `nil` where it has none, or there is no such account.
  func password(of account: String) async throws(StoreFault) -> PasswordHash?

  /// Adds a sign-in to an account, which is made without a password when there is none of this
  /// name.
  func addSignIn(_ hash: TokenHash, account: String, at now: Date) async throws(StoreFault)

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

  /// Adds a device to an account; `verificationID` is asked with the number of the new device.
  ///
  /// Throws ``StoreAPI/StoreFault/deviceExists(_:)`` when the account has one of this name.
  func addDevice(
    _ name: String, to account: StoredAccount, token: TokenHash, at now: Date,
    verificationID: @escaping @Sendable (Int64) -> UUID
  ) async throws(StoreFault) -> NewDevice

  /// The account's devices, oldest first.
  func devices(of account: StoredAccount) async throws(StoreFault) -> [StoreDevice]

  /// Takes a device off its account for good; its name becomes free.
  ///
  /// Throws ``StoreAPI/StoreFault/unknownDevice(_:)``.
  func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date
  ) async throws(StoreFault) -> StoreDevice

  /// The device with this token and its customer of today; `nil` for an unknown or removed one.
  func device(token hash: TokenHash) async throws(StoreFault) -> StoredDevice?
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

/// A device that has just been added, and the last event before it.
package struct NewDevice: Hashable, Sendable {
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

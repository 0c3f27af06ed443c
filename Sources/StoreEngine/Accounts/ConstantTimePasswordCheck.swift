import StoreAPI

/// What a password is compared with: one hash at each cost that passwords of the store have.
///
/// Only one of them is the account's, and where it has none all are decoys. So the same work is
/// done for every name, also while some passwords are kept at an older cost than others: the time
/// of a refusal tells neither that there is an account nor how old its password is.
struct ConstantTimePasswordCheck: Sendable {
  private let hashes: [PasswordHash]

  /// `cost` is that of passwords that are set now.
  init(_ stored: StoredPassword, cost: ScryptParameters) {
    hashes = stored.costs.union([cost]).sorted().map { cost in
      guard let hash = stored.hash, hash.cost == cost else { return .decoy(cost: cost) }
      return hash
    }
  }

  /// Whether the account has this password; all hashes are compared, whichever matches.
  ///
  /// - Throws: Where there is no memory for it.
  func contains(_ password: Password, by derivation: KeyDerivation) throws -> Bool {
    try hashes.map { try $0.matches(password, by: derivation) }.contains(true)
  }
}

import StoreAPI

/// Compares a password with one hash at each scrypt cost that the store's passwords have.
///
/// At most one of these hashes is the account's; the others are decoys that no password matches.
/// An account that does not exist, or has no password, has decoys only. So every check does the
/// same work, and the time of a refusal shows neither whether the account exists nor at which cost
/// its password was hashed.
struct ConstantTimePasswordCheck: Sendable {
  private let hashes: [PasswordHash]

  /// `cost` is the cost of passwords that are set now.
  init(_ stored: StoredPassword, cost: ScryptParameters) {
    hashes = stored.costs.union([cost]).sorted().map { cost in
      guard let hash = stored.hash, hash.cost == cost else { return .dummy(cost: cost) }
      return hash
    }
  }

  /// Returns whether the account has this password; compares all hashes, even after a match.
  ///
  /// - Throws: The error of `derivation` if there is not enough memory.
  func accepts(_ password: Password, by derivation: KeyDerivation) throws -> Bool {
    try hashes.map { try $0.matches(password, by: derivation) }.contains(true)
  }
}

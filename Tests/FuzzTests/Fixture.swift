import Foundation

/// Signed data and tokens that do not change, so that a seed always makes the same inputs.
///
/// They were made once with another implementation, Python's `cryptography`; nobody has the private keys.
enum Fixture {
  /// Reads a file of the folder `Fixtures`.
  static func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let file = try Data(contentsOf: folder.appending(path: "\(name).json"))
    return try JSONDecoder().decode(type, from: file)
  }
}

/// What a store has signed, and what a device must not trust.
struct SignedDataFixture: Decodable {
  let rootCertificate: Data
  let transaction: String
  let renewalInfo: String
  let notification: String
  /// The texts by their mistakes.
  let refusedTransactions: [String: String]
  let refusedRenewalInfo: [String: String]
  let refusedNotifications: [String: String]

  static func read() throws -> SignedDataFixture {
    try Fixture.read("signed-data", as: SignedDataFixture.self)
  }
}

/// Tokens of an app's server, and those that a store must refuse.
struct APITokenFixture: Decodable {
  /// The two coordinates of the key that the store has.
  let publicKey: Data
  /// The two coordinates of a key that was revoked.
  let revokedPublicKey: Data
  let accepted: [String: String]
  /// The texts by their mistakes.
  let refused: [String: String]

  static func read() throws -> APITokenFixture {
    try Fixture.read("api-tokens", as: APITokenFixture.self)
  }
}

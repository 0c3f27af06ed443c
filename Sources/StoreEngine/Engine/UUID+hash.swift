import Crypto
import Foundation

extension UUID {
  /// Creates a UUID that is always the same for these bytes: the first bits of their SHA-256.
  ///
  /// The version is 4, because some readers refuse later versions.
  init(hashOf bytes: Data) {
    var hash = Array(SHA256.hash(data: bytes).prefix(16))
    // The version and the variant of RFC 9562, section 5.4.
    hash[6] = hash[6] & 0x0F | 0x40
    hash[8] = hash[8] & 0x3F | 0x80
    self = hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

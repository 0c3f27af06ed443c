import Crypto
package import Foundation

/// The hash that binds signed data to one device.
package enum DeviceVerification {
  /// Returns the SHA-384 of both UUIDs in lower case, concatenated as ASCII; 48 bytes.
  ///
  /// Source: "deviceVerification" in the documentation of StoreKit's `Transaction`.
  package static func hash(nonce: UUID, device: UUID) -> Data {
    Data(SHA384.hash(data: LowercaseUUID(nonce).ascii + LowercaseUUID(device).ascii))
  }
}

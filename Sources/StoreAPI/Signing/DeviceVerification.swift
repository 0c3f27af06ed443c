import Crypto
package import Foundation

/// What binds signed data to one device.
package enum DeviceVerification {
  /// SHA-384 of the two UUIDs in lower case, one after the other, as ASCII; 48 bytes.
  ///
  /// Source: "deviceVerification" in the documentation of StoreKit's `Transaction`.
  package static func hash(nonce: UUID, device: UUID) -> Data {
    let text = LowercaseUUID(nonce).description + LowercaseUUID(device).description
    return Data(SHA384.hash(data: Data(text.utf8)))
  }
}

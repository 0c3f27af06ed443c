import Crypto
package import Foundation
import SwiftASN1

/// The hash that binds an app receipt to one device.
package enum DeviceHash {
  /// Returns the SHA-1 of the device's UUID, the opaque value, and the bundle ID as the receipt has
  /// it; 20 bytes.
  ///
  /// Source: "Validating receipts on the device" in Apple's documentation of the App Store receipt.
  package static func hash(device: UUID, opaqueValue: Data, bundleID: String) -> Data {
    let guid = withUnsafeBytes(of: device.uuid) { Data($0) }
    return Data(Insecure.SHA1.hash(data: guid + opaqueValue + encoded(bundleID)))
  }

  /// The DER of the attribute's value, with its tag and its length.
  private static func encoded(_ bundleID: String) -> Data {
    var serializer = DER.Serializer()
    serializer.appendPrimitiveNode(identifier: .utf8String) { $0.append(contentsOf: bundleID.utf8) }
    return Data(serializer.serializedBytes)
  }
}

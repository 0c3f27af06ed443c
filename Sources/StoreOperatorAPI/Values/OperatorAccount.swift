package import StoreAPI

/// An account in the operator's list.
package struct OperatorAccount: Codable, Hashable, Sendable {
  package var name: String
  /// Whether it can be signed in to over HTTP.
  package var hasPassword: Bool
  /// The number of machines that are signed in.
  package var signIns: Int
  /// Its devices, oldest first.
  package var devices: [StoreDevice]

  package init(name: String, hasPassword: Bool, signIns: Int, devices: [StoreDevice]) {
    self.name = name
    self.hasPassword = hasPassword
    self.signIns = signIns
    self.devices = devices
  }
}

import StoreAPI
import StoreOperatorAPI

/// An account in `skdemo store account list --json`.
struct ListedAccountReport: Encodable {
  var name: String
  /// Whether other machines can sign in to it.
  var hasPassword: Bool
  /// How many machines are signed in to it.
  var signIns: Int
  var devices: [String]

  init(_ account: OperatorAccount) {
    name = account.name
    hasPassword = account.hasPassword
    signIns = account.signIns
    devices = account.devices.map(\.id)
  }
}

/// `skdemo store account add --json`, `password --json` and `sign-out --json`.
struct AccountReport: Encodable {
  var account: String
  /// How many were revoked.
  var signIns: Int?
  /// The devices that stay signed in after a change of the password.
  var devices: [String]?
}

/// `skdemo store device remove --json`, and `skdemo device remove --json`.
struct RemovedDeviceReport: Encodable {
  var device: String
  var account: String?
}

extension OperatorAccount {
  var cells: [String] {
    [
      name, hasPassword ? "password" : "local", signInsText(signIns),
      devices.map(\.id).joined(separator: ", "),
    ]
  }
}

/// A number of sign-ins.
func signInsText(_ count: Int) -> String {
  "\(count) \(count == 1 ? "sign-in" : "sign-ins")"
}

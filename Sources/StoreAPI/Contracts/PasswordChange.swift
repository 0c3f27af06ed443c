/// A customer's change of their account's password; it is not stored, and a description has no password.
package struct PasswordChange: Codable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  package var oldPassword: String
  /// 8 to 256 characters.
  package var newPassword: String
  /// Whether the account's devices are signed out too, for good.
  package var signsOutDevices: Bool

  package init(oldPassword: String, newPassword: String, signsOutDevices: Bool = false) {
    self.oldPassword = oldPassword
    self.newPassword = newPassword
    self.signsOutDevices = signsOutDevices
  }

  package var description: String { "a change of a password" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["signsOutDevices": signsOutDevices]) }
}

/// An account whose password was changed.
package struct ChangedPassword: Codable, Hashable, Sendable {
  /// The machine's new sign-in; every earlier one was revoked.
  package var signIn: SignIn
  /// The devices that stay signed in, oldest first.
  package var devices: [StoreDevice]

  package init(signIn: SignIn, devices: [StoreDevice]) {
    self.signIn = signIn
    self.devices = devices
  }
}

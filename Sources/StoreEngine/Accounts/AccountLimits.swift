/// The limits of one account; more than any customer needs.
package struct AccountLimits: Hashable, Sendable {
  /// The maximum number of devices; registering one more is refused.
  package var devices: Int
  /// The maximum number of machines that are signed in at the same time.
  ///
  /// If one more signs in, the machine with the oldest sign-in is signed out. So a customer who
  /// knows the password can always sign in.
  package var signIns: Int

  package static let standard = AccountLimits(devices: 1_000, signIns: 1_000)
}

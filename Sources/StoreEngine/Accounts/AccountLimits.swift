/// How much one account may have at one time: more than anyone needs.
package struct AccountLimits: Hashable, Sendable {
  /// One more is refused.
  package var devices: Int
  /// Machines that are signed in; one more signs the one out whose date is oldest.
  ///
  /// Whoever knows the password gets in, however often somebody else has.
  package var signIns: Int

  package init(devices: Int, signIns: Int) {
    self.devices = devices
    self.signIns = signIns
  }

  package static let standard = AccountLimits(devices: 1_000, signIns: 1_000)
}

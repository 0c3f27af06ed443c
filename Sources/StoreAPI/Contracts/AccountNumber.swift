/// The number of an account, which stays the same after a reset.
package struct AccountNumber: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}

// The whole store.
extension OperatorCommand {
  static let ofReset: [any OperatorControl.Type] = [Reset.self]

  /// Deletes all purchases and families, and begins a new epoch.
  ///
  /// Accounts, devices, keys, offer codes, which nobody has redeemed then, the catalogue and the
  /// clock are kept.
  ///
  /// A second reset would delete the purchases after the first.
  package struct Reset: OperatorControl {
    package static let summary = "Deletes all purchases and begins a new epoch."
    package static let result = OperatorResult.Name.done
  }

  package static var reset: Self { Self(Reset()) }
}

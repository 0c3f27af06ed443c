// The whole store.
extension OperatorCommand {
  static let ofReset: [any OperatorControl.Type] = [Reset.self]

  /// Deletes all purchases and families, and begins a new epoch.
  ///
  /// Accounts, devices, keys and offer codes are kept; no offer code counts as redeemed. So are the
  /// catalogue, the settings and the clock, unless the store is to be as new: then the catalogue is
  /// that of the last imported file, the settings are those of a new store, and the clock shows the
  /// machine's time.
  ///
  /// A second reset would delete the purchases after the first.
  package struct Reset: OperatorControl {
    /// `nil` and `false` keep the catalogue, the settings and the clock.
    package let asNew: Bool?
    package static let isDestructive = true
    package static let summary =
      "Deletes all purchases and begins a new epoch. With 'as new', it also resets the prices, the "
      + "settings and the clock."
    package static let result = OperatorResult.Name.done
  }

  /// Deletes the purchases only.
  package static var reset: Self { Self(Reset(asNew: nil)) }
  package static func reset(asNew: Bool) -> Self { Self(Reset(asNew: asNew ? true : nil)) }
}

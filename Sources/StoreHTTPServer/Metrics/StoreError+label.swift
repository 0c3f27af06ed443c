import StoreAPI

extension StoreError {
  /// The code in the log and the metrics; "unknown" if this version does not know the error.
  var label: String { code?.rawValue ?? "unknown" }
}

import StoreAPI

extension StoreFault {
  /// The code in the log and the metrics; "unknown" if this version does not know the fault.
  var label: String { code?.rawValue ?? "unknown" }
}

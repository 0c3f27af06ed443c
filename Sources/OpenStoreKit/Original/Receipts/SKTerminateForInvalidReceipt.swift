// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Ends the app because its receipt is not valid; a diagnostic says so.
///
/// The status is 173, with which apps on macOS ask for a new receipt. Source:
/// "SKTerminateForInvalidReceipt()".
public func SKTerminateForInvalidReceipt() {
  let diagnose = StoreSession.existing?.environment.diagnose ?? Diagnostic.print
  diagnose(.invalidReceipt)
  StoreSession.closeProcess()
  exit(173)
}

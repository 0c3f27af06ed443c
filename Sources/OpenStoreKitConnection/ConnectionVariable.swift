import Foundation

/// An environment variable that determines a process's store and account.
///
/// `skdemo run` sets them for the program that it starts.
package enum ConnectionVariable: String, CaseIterable, Sendable {
  /// The address of a remote store.
  case store = "SKDEMO_STORE"
  /// The folder with the store of this machine, and with this machine's files as a client.
  case data = "SKDEMO_DATA"
  /// A file with the certificates that sign the remote store's, in PEM.
  case tlsRoot = "SKDEMO_TLS_ROOT"
  /// The account's name.
  case account = "SKDEMO_ACCOUNT"
  /// The account's password: this machine signs in with it if it is not signed in to the account, or
  /// the store has revoked that sign-in.
  case password = "SKDEMO_PASSWORD"
  /// The name of one of the account's devices.
  case device = "SKDEMO_DEVICE"
  /// Whether a new device is made.
  case newDevice = "SKDEMO_NEW_DEVICE"
  /// The ``SheetPolicy``.
  case sheets = "SKDEMO_SHEETS"
  /// The file of the catalogue.
  case catalog = "SKDEMO_CATALOG"

  /// The variable's text; `nil` if it is not set or has no text.
  package func value(in environment: [String: String]) -> String? {
    environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}

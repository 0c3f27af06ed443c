package import PrivateFiles

/// An error that prevents a server from starting.
package enum ServerError: Error, Hashable, Sendable {
  /// The server cannot listen at the address, for the system's reason.
  case address(String, port: Int, reason: String)
  /// The files for TLS cannot be used, for this reason.
  case tlsFiles(TLSFiles, reason: String)
  /// Users other than the owner can use the key of the TLS certificate.
  case exposedKey(ExposedFileError)
}

extension ServerError {
  /// One word for programs.
  package var code: String {
    switch self {
    case .address: "address"
    case .tlsFiles: "tlsFiles"
    case .exposedKey: "exposedKey"
    }
  }
}

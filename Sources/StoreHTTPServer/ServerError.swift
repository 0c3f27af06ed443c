package import PrivateFiles

/// Why a server could not start.
package enum ServerError: Error, Hashable, Sendable {
  /// The server cannot listen at the address, for the system's reason.
  case address(String, port: Int, reason: String)
  /// The files for TLS cannot be used, for this reason.
  case tlsFiles(TLSFiles, reason: String)
  /// Users other than the owner can use the key of the TLS certificate.
  case exposedKey(ExposedFile)
}

extension ServerError: CustomStringConvertible {
  /// One word for programs.
  package var code: String {
    switch self {
    case .address: "address"
    case .tlsFiles: "tlsFiles"
    case .exposedKey: "exposedKey"
    }
  }

  package var description: String {
    switch self {
    case .address(let host, let port, let reason):
      "the store cannot be served at \(host), port \(port): \(reason). Choose another address with "
        + "--host and --port"
    case .tlsFiles(let files, let reason):
      "the certificate \(files.certificate) with the key \(files.key) cannot be used: \(reason). "
        + "Both must be PEM and belong together"
    case .exposedKey(let file):
      "\(file)"
    }
  }
}

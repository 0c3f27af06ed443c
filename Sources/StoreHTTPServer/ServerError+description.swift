import HTTPService
import PrivateFiles

extension ServerError: CustomStringConvertible {
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

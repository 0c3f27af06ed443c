package import Foundation

/// Why a store's authority folder cannot be used; nothing in it was changed.
package enum AuthorityFault: Error, Hashable, Sendable {
  /// A file is missing, unreadable or does not belong to the others.
  case damaged(URL, reason: String)
  /// Others than the owner may read a private key.
  case exposed(URL, permissions: Int)
  /// The folder cannot be made or read.
  case inaccessible(URL, reason: String)
}

extension AuthorityFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let file, let reason):
      "the store's certificates are damaged: \(file.path(percentEncoded: false)) \(reason). "
        + "Put the file back from a copy; new certificates would be distrusted by every device"
    case .exposed(let file, let permissions):
      "the private key \(file.path(percentEncoded: false)) may be read by others (its mode is "
        + "\(String(permissions, radix: 8))): make it yours alone with chmod 600"
    case .inaccessible(let url, let reason):
      "\(url.path(percentEncoded: false)) cannot be used: \(reason)"
    }
  }
}

package import Foundation

/// Why a store's authority folder cannot be used; nothing in the folder was changed.
package enum AuthorityFault: Error, Hashable, Sendable {
  /// A file is missing, is unreadable or does not belong to the other files.
  case damaged(URL, reason: String)
  /// Users other than the owner may read a private key.
  case exposed(URL, permissions: Int)
  /// A file that was named as the root's private key is none, or another root's.
  case notRootKey(URL, reason: String)
  /// The folder cannot be created or read.
  case inaccessible(URL, reason: String)
}

extension AuthorityFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let file, let reason):
      "the store's certificates are damaged: \(file.path(percentEncoded: false)) \(reason). "
        + "Restore the file from a backup; no device would trust new certificates"
    case .exposed(let file, let permissions):
      "the private key \(file.path(percentEncoded: false)) may be read by others (its mode is "
        + "\(String(permissions, radix: 8))): run chmod 600 on it"
    case .notRootKey(let file, let reason):
      "\(file.path(percentEncoded: false)) \(reason): name the file with the private key of the "
        + "store's root"
    case .inaccessible(let url, let reason):
      "\(url.path(percentEncoded: false)) cannot be used: \(reason)"
    }
  }
}

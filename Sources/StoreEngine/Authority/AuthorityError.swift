package import Foundation
package import PrivateFiles

/// The reason why an authority folder cannot be used; nothing in the folder was changed.
package enum AuthorityError: Error, Hashable, Sendable {
  /// A file is missing, is unreadable or does not belong to the other files.
  case damaged(URL, reason: String)
  /// The file named as the root's private key is not a private key, or is another root's.
  case notRootKey(URL, reason: String)
  /// Users other than the owner can use a private key.
  case exposed(ExposedFileError)
  /// The folder cannot be created or read.
  case inaccessible(URL, reason: String)
  /// The folder is missing, but the store needs its certificates.
  case missing(URL)
}

extension AuthorityError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let file, let reason):
      "the store's certificates are damaged: \(file.path(percentEncoded: false)) \(reason). "
        + "Restore the file from a backup; no device would trust new certificates"
    case .notRootKey(let file, let reason):
      "\(file.path(percentEncoded: false)) \(reason): name the file with the private key of the "
        + "store's root"
    case .exposed(let file):
      "\(file)"
    case .inaccessible(let url, let reason):
      "\(url.path(percentEncoded: false)) cannot be used: \(reason). Check its owner, and that the "
        + "disk has room"
    case .missing(let url):
      "the store's certificates are missing: there is no \(url.path(percentEncoded: false)). Copy it "
        + "back, or restore the store from a backup with skdemo store restore FILE --into DIR; no "
        + "device would trust new certificates"
    }
  }
}

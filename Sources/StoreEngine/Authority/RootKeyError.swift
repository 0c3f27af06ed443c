package import Foundation

/// The reason why the root's private key was not exported or removed; the authority folder was not
/// changed.
package enum RootKeyError: Error, Hashable, Sendable {
  /// There is something at the place of the copy.
  case exists(URL)
  /// The folder has no private key of the root: it was removed.
  case elsewhere(URL)
  /// The copy is missing, unreadable or not a private key.
  case unusable(URL, reason: String)
  /// The copy is a key of another certificate.
  case otherKey(URL)
  /// The copy is in the authority folder itself.
  case inFolder(URL)
  /// The copy cannot be written, or the key cannot be removed.
  case failed(URL, doing: String, reason: String)
}

extension RootKeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let file):
      "\(path(file)) already exists, and an export never replaces a file: name another file"
    case .elsewhere(let folder):
      "the root's private key is not in \(path(folder)), because it was removed: use its exported copy"
    case .unusable(let file, let reason):
      "\(path(file)) is not a copy of the root's private key: it \(reason). Nothing was removed: make "
        + "a copy with skdemo store root export FILE"
    case .otherKey(let file):
      "\(path(file)) is the private key of another certificate, not of this store's root. Nothing was "
        + "removed: make a copy with skdemo store root export FILE"
    case .inFolder(let file):
      "\(path(file)) is in the same folder as the key. Nothing was removed: keep the copy "
        + "elsewhere, preferably on another machine"
    case .failed(let file, let action, let reason):
      "\(action) \(path(file)) failed: \(reason)"
    }
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}

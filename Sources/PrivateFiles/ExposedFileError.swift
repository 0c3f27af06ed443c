package import Foundation
import Glibc

/// Thrown for a secret file, such as a private key, that other users can access.
package struct ExposedFileError: Error, Hashable, Sendable {
  package let url: URL
  package let exposure: Exposure

  package init(_ url: URL, _ exposure: Exposure) {
    self.url = url
    self.exposure = exposure
  }

  /// The access of other users to a file.
  package enum Exposure: Hashable, Sendable {
    /// Its mode lets them read or write it.
    case permissions(Int)
    /// It belongs to this user.
    case owner(UInt32)
    /// Its folder belongs to this user, who can replace it.
    case folderOwner(UInt32)
    /// The mode of its folder lets everybody replace it.
    case folderPermissions(Int)
  }
}

extension ExposedFileError.Exposure {
  /// Returns the access of users other than `user` and the administrator; `nil` if they have none.
  ///
  /// The administrator (user 0) can use every file. In a folder with the sticky bit, such as `/tmp`,
  /// nobody replaces a file of another user. A folder's group is trusted: it is often the user's own.
  package init?(
    permissions: Int, owner: UInt32, folderOwner: UInt32, folderPermissions: Int, user: UInt32
  ) {
    let trusted: Set<UInt32> = [0, user]
    if permissions & 0o077 != 0 {
      self = .permissions(permissions)
    } else if !trusted.contains(owner) {
      self = .owner(owner)
    } else if !trusted.contains(folderOwner) {
      self = .folderOwner(folderOwner)
    } else if folderPermissions & 0o1002 == 0o0002 {
      self = .folderPermissions(folderPermissions)
    } else {
      return nil
    }
  }
}

extension ExposedFileError: CustomStringConvertible {
  package var description: String {
    let path = url.path(percentEncoded: false)
    return switch exposure {
    case .permissions(let permissions):
      "other users may read or write the key \(path) (its mode is "
        + "\(String(permissions, radix: 8))): run chmod 600 on it"
    case .owner(let user):
      "the key \(path) belongs to another user (\(user)): run chown on it, or name your own key"
    case .folderOwner(let user):
      "the key \(path) is in a folder of another user (\(user)), who can replace it: move it to "
        + "your own folder"
    case .folderPermissions(let permissions):
      "the key \(path) is in a folder in which every user can replace it (its mode "
        + "is \(String(permissions, radix: 8))): run chmod o-w on the folder"
    }
  }
}

extension PrivateFile {
  /// Checks that no other user can read, write or replace a file with a secret.
  ///
  /// A missing file passes: reading it will fail.
  ///
  /// - Throws: ``ExposedFileError`` if another user can.
  package static func checkSecret(_ url: URL) throws(ExposedFileError) {
    // The folder of the file itself, even if the path is a link to it.
    let folder = url.absoluteURL.resolvingSymlinksInPath().deletingLastPathComponent()
    guard let file = status(of: url), let parent = status(of: folder) else { return }
    let exposure = ExposedFileError.Exposure(
      permissions: Int(file.st_mode & 0o7777), owner: file.st_uid, folderOwner: parent.st_uid,
      folderPermissions: Int(parent.st_mode & 0o7777), user: geteuid())
    if let exposure { throw ExposedFileError(url, exposure) }
  }

  private static func status(of url: URL) -> stat? {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) == 0 ? status : nil
  }
}

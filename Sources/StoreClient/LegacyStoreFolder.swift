import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI

/// An earlier version's folder for a remote store's host and port, regardless of the scheme.
///
/// It becomes the folder of the scheme by which the store first answers with the root certificate
/// that the folder trusts. Until then, none of its tokens is sent.
struct LegacyStoreFolder {
  let url: URL

  private var file: AccountFile { AccountFile(in: url) }
  private var devices: DeviceFolders { DeviceFolders(in: url) }

  /// The account that was signed in; `nil` if there is none.
  var account: SignedInAccount? { file.read() }

  /// The root certificate that the account trusts, or a device if nobody is signed in; `nil` if there
  /// is nothing to claim.
  var root: Data? { account?.signIn.rootCertificate ?? devices.root }

  /// Moves the devices and then the account to `folder`.
  ///
  /// After a crash in between, the next claim moves the rest.
  func move(to folder: URL) async throws {
    let lock = try await FileLock.waiting(for: url.appending(path: "account.lock"))
    defer { lock.release() }
    try devices.move(to: DeviceFolders(in: folder))
    if account != nil { try PrivateFile.move(file.url, to: AccountFile(in: folder).url) }
    lock.remove()
    // Fails, as intended, if the folder contains anything else.
    rmdir(url.path(percentEncoded: false))
  }

  /// Forgets the account, and returns it.
  func forget() throws -> StoreAccount? {
    guard let account else { return nil }
    try file.remove()
    return account.signIn.account
  }
}

extension DeviceFolders {
  /// The root certificate of the first device that can be read.
  fileprivate var root: Data? {
    names.sorted().lazy.compactMap { name in
      try? DeviceStore.open(folder(of: name)).rootCertificate
    }.first
  }

  /// Moves each device, unless the other folder has one of the same name.
  fileprivate func move(to folders: DeviceFolders) throws {
    try PrivateFile.makeFolder(folders.url)
    for name in names where !folders.names.contains(name) {
      try PrivateFile.move(folder(of: name), to: folders.folder(of: name))
    }
    rmdir(url.path(percentEncoded: false))
  }
}

import AppStorePayloads
import Foundation
import PrivateFiles

/// The file in which a client keeps its ``SignedInAccount``.
struct AccountFile {
  let url: URL

  init(in folder: URL) {
    url = folder.appending(path: "account.json")
  }

  /// The account; `nil` if there is no file or it is damaged.
  ///
  /// Without it the client signs in again and loses nothing else.
  func read() -> SignedInAccount? {
    guard let data = try? PrivateFile.read(url),
      let account = try? ParsedJSON(data).decode(SignedInAccount.self),
      account.hasAllowedDevice
    else { return nil }
    return account
  }

  func write(_ account: SignedInAccount) throws {
    try PrivateFile.replace(url, with: JSONEncoder().encode(account))
  }

  /// Forgets the account, and with it the root certificate that was trusted.
  func remove() throws {
    try FileManager.default.removeItem(at: url)
  }
}

import Foundation
import PrivateFiles

/// What this device showed last, kept so that the next launch has something to show at once.
///
/// It is a memory and not a right: nothing is unlocked by it and nothing can be bought from it.
struct LastSeen: Sendable {
  private struct Contents: Codable {
    let account: String
    let store: Store
  }

  private let file: URL
  private let account: String

  init(folder: URL, account: String) {
    file = folder.appending(path: "last-seen.json")
    self.account = account
  }

  /// `nil` when nothing was kept for this account or it cannot be read.
  func load() -> Store? {
    guard let data = try? Data(contentsOf: file),
      let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.account == account
    else { return nil }
    return contents.store
  }

  /// Losing it costs nothing but the sight of it, so a failure is not told.
  func save(_ store: Store) {
    guard let data = try? JSONEncoder().encode(Contents(account: account, store: store)) else {
      return
    }
    try? PrivateFile.replace(file, with: data, durability: .none)
  }
}

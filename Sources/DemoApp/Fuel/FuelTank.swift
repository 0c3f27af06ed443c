package import Foundation
import PrivateFiles

/// How much fuel an account has on this device, and which transactions have filled it.
///
/// Consumables are the app's to keep. Counts and credited transaction IDs stand in one file, so
/// that a transaction fills the tank once, whether it comes from a purchase, from
/// `Transaction.updates` or, after a crash, from both. The file is replaced whole, under a lock,
/// before the transaction is finished; several processes can share it.
package struct FuelTank: Sendable {
  private let file: URL
  private let account: String

  /// - Parameters:
  ///   - folder: The device's folder; made when it is missing.
  ///   - account: Whose fuel it is; accounts on one device do not share.
  package init(folder: URL, account: String) {
    file = folder.appending(path: "fuel.json")
    self.account = account
  }

  /// Units of fuel by product ID; empty before the first credit.
  package var counts: [String: Int] { read()[account]?.counts ?? [:] }

  /// Adds what a transaction has paid for.
  ///
  /// - Returns: False when this transaction had been credited before; then nothing changes.
  /// - Throws: `FileFault` when the file cannot be written; then nothing changes.
  @discardableResult
  package func credit(_ productID: String, quantity: Int, transactionID: UInt64) throws -> Bool {
    try change { contents in
      guard contents.credited.insert(transactionID).inserted else { return false }
      contents.counts[productID, default: 0] += quantity
      return true
    }
  }

  /// Uses up one unit.
  ///
  /// - Returns: False when there was none.
  /// - Throws: `FileFault` when the file cannot be written; then nothing changes.
  @discardableResult
  package func burn(_ productID: String) throws -> Bool {
    try change { contents in
      guard let count = contents.counts[productID], count > 0 else { return false }
      contents.counts[productID] = count - 1
      return true
    }
  }
}

extension FuelTank {
  private struct Contents: Codable {
    var counts: [String: Int] = [:]
    var credited: Set<UInt64> = []

    /// The names in the file, which stay what they are: only this file has the fuel.
    private enum CodingKeys: String, CodingKey {
      case counts
      case credited
    }
  }

  private func change(_ body: (inout Contents) -> Bool) throws -> Bool {
    try PrivateFile.makeFolder(file.deletingLastPathComponent())
    let lock = try FileLock(file.appendingPathExtension("lock"))
    defer { lock.release() }
    var all = read()
    var contents = all[account] ?? Contents()
    guard body(&contents) else { return false }
    all[account] = contents
    try PrivateFile.replace(file, with: JSONEncoder.sorted.encode(all))
    return true
  }

  /// A damaged file counts as an empty tank: fuel is lost, the app is not.
  private func read() -> [String: Contents] {
    guard let data = try? Data(contentsOf: file) else { return [:] }
    return (try? JSONDecoder().decode([String: Contents].self, from: data)) ?? [:]
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return encoder
  }
}

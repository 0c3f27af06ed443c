package import Foundation
import OpenStoreKit
import PrivateFiles
import Synchronization

/// The fuel of an account on this device, and the transactions that filled it.
///
/// The app, not the store, keeps track of consumables. Counts and credited transaction IDs are in
/// one file, so that a transaction fills the tank once, whether it comes from a purchase, from
/// `Transaction.updates` or, after a crash, from both. The file is replaced whole, under a lock,
/// before the transaction is finished; several processes can share it.
///
/// An ID stays in the file until the store has answered that it is finished. The last
/// ``finishedLimit`` finished IDs stay too, because another copy of the app on this device may have
/// received them before. So the file does not grow with the number of purchases. For an older ID,
/// the store must be asked whether it is finished: see ``doubtful(_:)``.
///
/// If an earlier copy of a store's files replaces the store, the store can give an ID twice. So
/// each credited ID is kept with its product and its purchase date. The same ID with another
/// product or date is a different purchase, which fills the tank. An earlier version wrote IDs
/// alone: such an ID matches any purchase.
package struct FuelTank: Sendable {
  /// The maximum number of finished transactions that are remembered.
  static let finishedLimit = 1_000
  /// The maximum number of units of one fuel.
  private static let highestCount = 1_000_000_000

  private let file: URL
  private let account: String
  private let lastRead = LastRead()

  /// - Parameters:
  ///   - folder: The device's folder; made when it is missing.
  ///   - account: The owner of the fuel; accounts on one device do not share.
  package init(folder: URL, account: String) {
    file = folder.appending(path: "fuel.json")
    self.account = account
  }

  /// Units of fuel by product ID; empty before the first credit.
  package var counts: [String: Int] { read()[account]?.counts ?? [:] }

  /// The credited transactions that the store has not confirmed as finished.
  var unsettled: Set<UInt64> { read()[account]?.credited ?? [] }

  /// Returns the given transactions that were credited, but not other purchases with the same IDs.
  func credited(of credits: [Credit]) -> Set<UInt64> {
    guard let contents = read()[account] else { return [] }
    return Set(credits.filter(contents.remembers).map(\.transactionID))
  }
}

extension FuelTank {
  /// The purchase that a transaction has paid for.
  struct Credit: Sendable {
    let productID: String
    let quantity: Int
    let transactionID: UInt64
    let purchaseDate: Date

    /// The product and the date in seconds since 1970, which distinguish purchases with the same
    /// ID.
    fileprivate var purchase: String { "\(productID) \(purchaseDate.timeIntervalSince1970)" }
  }

  /// Adds the fuel that transactions have paid for, in one write.
  ///
  /// - Returns: The transactions that had not been credited before.
  /// - Throws: `FileError` when the file cannot be written; then nothing changes.
  func credit(_ credits: [Credit]) async throws -> Set<UInt64> {
    var new: Set<UInt64> = []
    try await change { contents in
      for credit in credits where contents.add(credit) { new.insert(credit.transactionID) }
      return !new.isEmpty
    }
    return new
  }

  /// The store has answered that these credited transactions are finished, or does not know them.
  ///
  /// If it fails, the same transactions are finished again at the next launch.
  ///
  /// - Throws: `FileError` when the file cannot be written; then nothing changes.
  func settle(_ ids: Set<UInt64>) async throws {
    guard !ids.isEmpty else { return }
    try await change(durability: .atomic) { $0.settle(ids) }
  }

  /// Uses up one unit.
  ///
  /// - Returns: False when there was none.
  /// - Throws: `FileError` when the file cannot be written; then nothing changes.
  @discardableResult
  package func consume(_ productID: String) async throws -> Bool {
    try await change { contents in
      guard let count = contents.counts[productID], count > 0 else { return false }
      contents.counts[productID] = count - 1
      return true
    }
  }
}

extension FuelTank {
  /// The transactions that may have been credited, finished and then forgotten.
  ///
  /// A copy of the app that was stopped for a long time may receive them late. Credit one of these
  /// only if the store answers that it is unfinished.
  func doubtful(_ credits: [Credit]) -> [UInt64] {
    guard let contents = read()[account], let last = contents.lastForgotten else { return [] }
    return credits.filter { $0.transactionID <= last && !contents.remembers($0) }
      .map(\.transactionID)
  }
}

extension FuelTank {
  /// The property names are the keys in the file.
  ///
  /// Never change them: the fuel is stored nowhere else.
  private struct Contents: Codable {
    var counts: [String: Int] = [:]
    /// The credited transactions that are not known to be finished.
    var credited: Set<UInt64> = []
    /// The credited transactions that were finished last, the newest last.
    var finished: [UInt64]?
    /// The greatest ID that was removed from ``finished``.
    var lastForgotten: UInt64?
    /// The ``Credit/purchase`` of each of these transactions, by its ID; earlier versions have none.
    var purchases: [String: [String]]?

    /// Whether the counts can be those of an undamaged file.
    var isPossible: Bool { counts.values.allSatisfy((0...FuelTank.highestCount).contains) }

    func remembers(_ credit: Credit) -> Bool {
      let id = credit.transactionID
      guard credited.contains(id) || finished?.contains(id) == true else { return false }
      return purchases?["\(id)"]?.contains(credit.purchase) ?? true
    }

    /// - Returns: Whether the transaction had not been credited before.
    mutating func add(_ credit: Credit) -> Bool {
      guard !remembers(credit) else { return false }
      credited.insert(credit.transactionID)
      purchases = purchases ?? [:]
      purchases?["\(credit.transactionID)", default: []].append(credit.purchase)
      let count = counts[credit.productID, default: 0] + credit.quantity
      counts[credit.productID] = min(count, FuelTank.highestCount)
      return true
    }

    /// - Returns: Whether any of these was not settled before.
    mutating func settle(_ ids: Set<UInt64>) -> Bool {
      let settled = credited.intersection(ids)
      credited.subtract(settled)
      let all = (finished ?? []).filter { !settled.contains($0) } + settled.sorted()
      finished = Array(all.suffix(FuelTank.finishedLimit))
      forget(all.dropLast(FuelTank.finishedLimit))
      return !settled.isEmpty
    }

    private mutating func forget(_ ids: ArraySlice<UInt64>) {
      guard let last = ids.max() else { return }
      lastForgotten = max(last, lastForgotten ?? last)
      for id in ids where !credited.contains(id) { purchases?["\(id)"] = nil }
    }
  }

  @discardableResult
  private func change(
    durability: PrivateFile.Durability = .durable, _ body: (inout Contents) -> Bool
  ) async throws -> Bool {
    try PrivateFile.makeFolder(file.deletingLastPathComponent())
    let lock = try await FileLock.waiting(for: file.appendingPathExtension("lock"))
    defer { lock.release() }
    var all = read()
    var contents = all[account] ?? Contents()
    guard body(&contents) else { return false }
    all[account] = contents
    try PrivateFile.replace(file, with: FileJSON.encode(all), durability: durability)
    // The fuel is written already: if this fails, the file is read again.
    lastRead.keep(all, of: try? FileVersion(file))
    return true
  }

  /// A damaged file counts as an empty tank, and so do impossible counts of an account: fuel is
  /// lost, but the app still works.
  private func read() -> [String: Contents] {
    if let all = lastRead.contents { return all }
    guard let version = try? FileVersion(file), let data = try? version.contents() else {
      return [:]
    }
    let decoded = try? JSONDecoder().decode([String: Contents].self, from: data)
    let all = (decoded ?? [:]).filter(\.value.isPossible)
    lastRead.keep(all, of: version)
    return all
  }

  /// The last contents and their file, because a delivery reads the contents three times for each batch.
  private final class LastRead: Sendable {
    private let last = Mutex<(version: FileVersion, contents: [String: Contents])?>(nil)

    /// The contents; `nil` if the file has changed since.
    var contents: [String: Contents]? {
      guard let last = last.withLock({ $0 }), last.version.isCurrent else { return nil }
      return last.contents
    }

    func keep(_ contents: [String: Contents], of version: FileVersion?) {
      last.withLock { $0 = version.map { ($0, contents) } }
    }
  }
}

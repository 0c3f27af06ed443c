import Foundation
import StoreEngine

/// `skdemo store backup --json` and `store restore --json`.
struct BackupReport: Encodable {
  var file: String
  /// The folder of the restored store.
  var folder: String?
  var accounts: Int
  var devices: Int
  var transactions: Int
  var subscriptions: Int
  var offerKeys: Int
  /// Without revoked ones.
  var apiKeys: Int
  var lastEvent: Int64
  /// The store's time of the last event or change.
  var now: Date

  init(_ contents: BackupContents, file: String, folder: String? = nil) {
    self.file = file
    self.folder = folder
    accounts = contents.accounts
    devices = contents.devices
    transactions = contents.transactions
    subscriptions = contents.subscriptions
    offerKeys = contents.offerKeys
    apiKeys = contents.apiKeys
    lastEvent = contents.lastEvent
    now = contents.now
  }

  func lines(after action: String) -> [String] {
    let counts = [
      text(accounts, "account"), text(devices, "device"), text(transactions, "transaction"),
      text(subscriptions, "subscription"), text(offerKeys, "offer key"),
      text(apiKeys, "API key"),
    ]
    return [
      "\(action): \(counts.joined(separator: ", "))",
      "last event \(lastEvent), the store's time \(now.formatted(.iso8601))",
    ]
  }

  private func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

package import Foundation

/// The contents of a backup.
package struct BackupContents: Hashable, Sendable {
  package var accounts: Int
  /// The number of devices, without removed ones.
  package var devices: Int
  package var transactions: Int
  package var subscriptions: Int
  /// The keys with which app servers sign offers.
  package var offerKeys: Int
  /// The number of keys with which an app's server signs its tokens, without revoked ones.
  package var apiKeys: Int
  /// The sequence of the last event; 0 if nothing has happened yet.
  package var lastEvent: Int64
  /// The store's time of the last event or change.
  package var now: Date

  package init(
    accounts: Int, devices: Int, transactions: Int, subscriptions: Int, offerKeys: Int,
    apiKeys: Int, lastEvent: Int64, now: Date
  ) {
    self.accounts = accounts
    self.devices = devices
    self.transactions = transactions
    self.subscriptions = subscriptions
    self.offerKeys = offerKeys
    self.apiKeys = apiKeys
    self.lastEvent = lastEvent
    self.now = now
  }
}

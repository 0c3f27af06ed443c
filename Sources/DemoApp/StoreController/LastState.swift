package import Foundation
import OpenStoreKit

/// The last state that a device showed, read from its files before its store is open.
package struct LastState: Equatable, Sendable {
  let folder: URL
  let account: String
  private(set) var store: Store
  let fuel: [String: Int]

  /// The time zone of the days that are shown; GMT until it is set.
  package var timeZone: TimeZone {
    get { store.timeZone }
    set { store.timeZone = newValue }
  }

  /// `nil` if the device has not shown anything to this account, or its file is damaged.
  ///
  /// - Parameters:
  ///   - folder: The device's folder.
  ///   - account: The name of the customer's account.
  package init?(folder: URL, account: String) {
    let lastSeen = LastSeen(folder: folder, account: account, timeZone: .gmt)
    guard let store = lastSeen.load() else { return nil }
    (self.folder, self.account, self.store) = (folder, account, store)
    fuel = FuelTank(folder: folder, account: account).counts
  }
}

extension StoreController {
  /// The first message to the demo: how the products look, and what this device has kept.
  ///
  /// If `last` is of the same device, its files are not read again.
  nonisolated func initialMessage(
    _ presentation: Presentation, after last: LastState? = nil
  ) -> Demo.Message {
    let isSame = last.map { ($0.folder, $0.account) == (lastSeen.folder, session.account) }
    let store = isSame == true ? last?.store : lastSeen.load()
    return .opened(presentation, lastSeen: store, fuel: tank.counts)
  }
}
